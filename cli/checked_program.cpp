#include "cli/checked_program.h"

#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>

#include "cli/child_process.h"
#include "cli/compile_cache.h"
#include "detector/fingerprint.h"
#include "detector/option_parser.h"
#include "detector/options.h"
#include "detector/progress_timer.h"
#include "detector/report_file.h"
#include "detector/shell_words.h"
#include "detector/suppressions.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

int fail(int status, const std::string& message) {
  std::fprintf(stderr, "fencepost: error: %s\n", message.c_str());
  return status;
}

/// Options of the compiler that may be given without --nvcc-args although they begin with two dashes.
bool is_compiler_option(std::string_view word) {
  constexpr std::array<std::string_view, 6> kLong = {"--expt-relaxed-constexpr", "--expt-extended-lambda",
                                                     "--extended-lambda",        "--use_fast_math",
                                                     "--generate-line-info",     "--strict"};
  if (word.starts_with("--")) return std::ranges::find(kLong, word) != kLong.end() || word.starts_with("--std=");
  return word.starts_with('-') && word.size() > 1 && word != "-h";
}

bool takes_next_word(std::string_view option) {
  constexpr std::array<std::string_view, 12> kWithValue = {
      "-I", "-D", "-U", "-L", "-l", "-include", "-isystem", "-arch", "-gencode", "-Xcompiler", "-std", "-ccbin"};
  return std::ranges::find(kWithValue, option) != kWithValue.end();
}

bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 5> kExtensions = {".cu", ".cpp", ".cc", ".cxx", ".c"};
  return std::ranges::find(kExtensions, file.extension().string()) != kExtensions.end();
}

/// What is wrong with the file that shall be run; empty if nothing.
std::string file_error(const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return file + ": no such file";
  if (fs::is_directory(status)) return file + " is a directory; give a .cu file or an executable";
  if (::access(file.c_str(), R_OK) != 0) return file + ": " + std::strerror(errno);
  return {};
}

/// What is wrong with `file` as a checked executable; empty if nothing.
std::string executable_error(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string image(std::istreambuf_iterator<char>(in), {});
  if (!image.starts_with("\177ELF") || ::access(file.c_str(), X_OK) != 0) {
    return file + " is neither a CUDA source (.cu) nor an executable";
  }
  // The runtime's start-up code reads this variable. A program without it would run unchecked and look clean.
  if (image.find("FENCEPOST_OPTIONS") == std::string::npos) {
    return file + " was not built by fencepost-nvcc, so nothing would be checked; run its .cu file instead";
  }
  return {};
}

/// Options of the run on top of those the user's environment gives.
std::string merged_options(const std::string& options) {
  const char* inherited = std::getenv("FENCEPOST_OPTIONS");
  return inherited != nullptr && *inherited != '\0' ? std::string(inherited) + " " + options : options;
}

/// The exit status for a child that did not end by itself.
int status_of_signal(const std::string& program, int signal) {
  std::fprintf(stderr, "fencepost: %s was ended by signal %d (%s)\n", program.c_str(), signal, strsignal(signal));
  return 128 + signal;
}

/// Compiles into `cache`. Returns 0 and the path of the program, or the exit status.
int compile(const ProgramRequest& request, const CompileRequest& compilation, CompileCache& cache, bool quiet,
            std::string& program) {
  if (const auto known = cache.find()) {
    program = *known;
    return 0;
  }
  if (cache.new_executable().empty()) {
    return fail(kDoesNotCompile, "no directory to compile in can be written to; set TMPDIR");
  }
  std::vector<std::string> words = {compilation.compiler,    request.file, "-o", cache.new_executable(), "-MD", "-MF",
                                    cache.new_dependencies()};
  words.insert(words.end(), compilation.arguments.begin(), compilation.arguments.end());
  const auto start = std::chrono::steady_clock::now();
  std::optional<detector::ProgressTimer> progress;
  if (detector::ProgressLine::is_shown() && !quiet) {
    progress.emplace([&] { return detector::elapsed_text("compiling " + request.file, start); });
  }
  const ChildEnd end = run_child(words);
  progress.reset();
  if (!end.error.empty()) return fail(kDoesNotCompile, "cannot run " + compilation.compiler + ": " + end.error);
  if (end.signal != 0) return status_of_signal("the compiler", end.signal);
  const bool was_interrupted = end.status > 128;
  if (end.status != 0) return end.status == kBadUsage || was_interrupted ? end.status : kDoesNotCompile;
  program = cache.store();
  return 0;
}

}  // namespace

std::string beside_this_program(const std::string& path) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / path).string();
}

void take_foreign_words(std::vector<std::string>& words, ProgramRequest& request) {
  const auto dashes = std::ranges::find(words, "--");
  if (dashes != words.end()) {
    request.program_arguments.assign(std::next(dashes), words.end());
    words.erase(dashes, words.end());
  }
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // The value of --nvcc-args looks like a compiler option, and is one, but in its own quotation.
    if (words[i] == "--nvcc-args" && i + 1 < words.size()) {
      if (auto parts = detector::split_words(words[++i])) {
        std::ranges::move(*parts, std::back_inserter(request.compiler_arguments));
      }
    } else if (is_compiler_option(words[i])) {
      request.compiler_arguments.push_back(words[i]);
      if (takes_next_word(words[i]) && i + 1 < words.size()) request.compiler_arguments.push_back(words[++i]);
    } else {
      kept.push_back(words[i]);
    }
  }
  words = std::move(kept);
}

std::string given_options(const CLI::App& command, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    const CLI::Option* option = command.get_option(name);
    for (const std::string& value : option->results()) {
      text += (text.empty() ? "" : " ") + name;
      if (option->get_items_expected_max() != 0) text += " " + detector::quoted_word(value);
    }
  }
  return text;
}

int prepare_program(const ProgramRequest& request, PreparedProgram& program) {
  program.option_text = merged_options(request.runtime_options);
  std::string message = file_error(request.file);
  if (!message.empty()) return fail(kBadUsage, message);
  const auto options = detector::parse_options(program.option_text, message);
  if (!options) return fail(kBadUsage, message + " (in FENCEPOST_OPTIONS)");
  program.options = *options;
  // Told before a long run rather than after it.
  for (const std::string& report : options->reports) {
    if (const auto problem = detector::check_report_place(report)) return fail(kBadUsage, *problem);
  }
  std::vector<detector::SuppressionRule> rules;
  for (const std::string& file : options->suppressions) {
    if (const auto problem = detector::read_suppressions(file, rules)) return fail(kBadUsage, *problem);
  }

  if (!options->baseline.empty() && !detector::read_baseline(options->baseline, message)) {
    return fail(kBadUsage, message);
  }

  CompileRequest compilation{beside_this_program("fencepost-nvcc"), request.file, request.compiler_arguments};
  if (options->profile) compilation.arguments.emplace_back("--profile");
  program.path = request.file;
  if (is_source(request.file)) {
    if (std::error_code error; fs::file_size(request.file, error) == 0 && !error) {
      return fail(kDoesNotCompile, request.file + " is empty: it has no main function");
    }
    program.cache = std::make_unique<CompileCache>(compilation);
    return compile(request, compilation, *program.cache, options->quiet, program.path);
  }
  if (!request.compiler_arguments.empty()) {
    return fail(kBadUsage, "compiler option " + request.compiler_arguments.front() + " with the executable " +
                               request.file + "; compile its .cu file instead");
  }
  message = executable_error(program.path);
  return message.empty() ? 0 : fail(kBadUsage, message);
}

ChildEnd run_prepared(const PreparedProgram& program, const ProgramRequest& request, const std::string& options,
                      ChildOutput output) {
  std::vector<std::string> words = {program.path};
  words.insert(words.end(), request.program_arguments.begin(), request.program_arguments.end());
  return run_child(words, {{"FENCEPOST_OPTIONS", options}}, output);
}

int run_program(const ProgramRequest& request) {
  PreparedProgram program;
  if (const int status = prepare_program(request, program); status != 0) return status;
  const ChildEnd end = run_prepared(program, request, program.option_text, request.output);
  if (!end.error.empty()) return fail(kBadUsage, "cannot run " + program.path + ": " + end.error);
  return end.signal != 0 ? status_of_signal(request.file, end.signal) : end.status;
}

}  // namespace fencepost::cli
