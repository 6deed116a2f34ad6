#include "cli/base/checked_program.h"

#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "cli/base/child_process.h"
#include "cli/base/compile_cache.h"
#include "cli/base/libraries/library_environment.h"
#include "cli/base/runtime_options.h"
#include "cli/options/option_parser.h"
#include "compiler/driver/check_notice.h"
#include "compiler/driver/option_table.h"
#include "detector/model/options.h"
#include "detector/model/program_words.h"
#include "detector/options/option_words.h"
#include "detector/output/file.h"
#include "detector/policy/suppressions.h"
#include "detector/report/fingerprint.h"
#include "detector/text/progress_timer.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

int fail(int status, const std::string& message) {
  std::fprintf(stderr, "fencepost: error: %s\n", message.c_str());
  return status;
}

/// The option of `command` that a word begins with, if it is one.
const CLI::Option* own_option(const CLI::App& command, const std::string& word) {
  return word.starts_with('-') ? command.get_option_no_throw(word.substr(0, word.find('='))) : nullptr;
}

/// Options of the compiler that may be given without --nvcc-args although they begin with two dashes.
bool is_compiler_option(const CLI::App& command, const std::string& word) {
  constexpr std::array<std::string_view, 5> kLong = {"--expt-relaxed-constexpr", "--expt-extended-lambda",
                                                     "--extended-lambda", "--use_fast_math", "--generate-line-info"};
  if (word.starts_with("--")) return std::ranges::find(kLong, word) != kLong.end() || word.starts_with("--std=");
  // "-3" is none, "-jobs" a slip of the pen.
  if (!word.starts_with('-') || detector::can_be_value(word)) return false;
  return own_option(command, word) == nullptr && own_option(command, "-" + word) == nullptr;
}

bool takes_next_word(const std::string& option) {
  const compiler::OptionMatch match = compiler::match_option(option);
  if (match.rule == nullptr || match.attached) return false;
  return match.rule->value == compiler::OptionValue::kSeparate || match.rule->value == compiler::OptionValue::kJoined;
}

bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 6> kExtensions = {".cu", ".hip", ".cpp", ".cc", ".cxx", ".c"};
  return std::ranges::find(kExtensions, file.extension().string()) != kExtensions.end();
}

/// What is wrong with the file that shall be run; empty if nothing.
std::string file_error(const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (file.empty()) return "'' is no file's name; give a .cu file or an executable";
  if (!fs::exists(status)) return file + ": no such file";
  if (fs::is_directory(status)) return file + " is a directory; give a .cu file or an executable";
  if (::access(file.c_str(), R_OK) != 0) return file + ": " + std::strerror(errno);
  return {};
}

/// What runs a program that is no CUDA source. Returns what is wrong with it; empty if nothing.
std::string prepare_executable(const std::string& file, PreparedProgram& program) {
  if (file.ends_with(".py")) {
    program.path = python_interpreter();
    if (program.path.empty()) return "there is no python3 on PATH to run " + file;
    program.script = file;
  } else {
    std::ifstream in(file, std::ios::binary);
    const std::string image(std::istreambuf_iterator<char>(in), {});
    const bool is_script = is_python_program(file);
    if ((!image.starts_with("\177ELF") && !is_script) || ::access(file.c_str(), X_OK) != 0) {
      return file + " is neither a CUDA source (.cu), a Python script nor an executable";
    }
    // The runtime's start-up code reads this variable.
    if (!is_script && image.find("FENCEPOST_OPTIONS") != std::string::npos) return {};
    if (!is_script && !is_dynamic_executable(file)) {
      return file +
             " was not built by fencepost-nvcc and loads no libraries, so nothing would be checked; run its .cu "
             "file instead";
    }
  }
  program.needs_library = true;
  program.source = detector::quoted_word(file);
  if (library_environment().empty()) {
    return file + " needs libfencepost_cuda.so, which is not there; build or install Fencepost completely";
  }
  return {};
}

/// The exit status for a child that did not end by itself.
int status_of_signal(const std::string& program, int signal) {
  std::fprintf(stderr, "fencepost: %s was ended by signal %d (%s)\n", program.c_str(), signal, strsignal(signal));
  return 128 + signal;
}

/// The first option of the compiler that keeps it from making the program that is to be run; nullptr if none does.
const std::string* unfit_option(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const compiler::OptionMatch match = compiler::match_option(arguments[i]);
    if (match.rule == nullptr) continue;
    const std::string& option = arguments[i];
    const bool takes_next = takes_next_word(option) && i + 1 < arguments.size();
    compiler::NvccOptions made;
    match.rule->apply(made, match.attached.value_or(takes_next ? arguments[++i] : ""));
    const bool is_fit = made.phase == compiler::Phase::kLink && made.output.empty() && !made.help && !made.version &&
                        made.list.empty() && !made.dry_run && !made.run && !made.shared;
    if (!is_fit) return &option;
  }
  return nullptr;
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
    progress.emplace([&] {
      return detector::elapsed_text("compiling " + (request.shown_file.empty() ? request.file : request.shown_file),
                                    start);
    });
  }
  const ChildEnd end = run_child(words, {}, request.compiler_output);
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

std::size_t foreign_words(const CLI::App& command, std::span<const std::string> words) {
  const std::string& first = words.front();
  if (first == "--") return words.size();
  // Its value looks like an option.
  if (first.starts_with("--nvcc-args=")) return 1;
  if (first == "--nvcc-args") return words.size() > 1 ? 2 : 0;
  if (!is_compiler_option(command, first)) return 0;
  return takes_next_word(first) && words.size() > 1 ? 2 : 1;
}

void take_foreign_words(const CLI::App& command, std::vector<std::string>& words, ProgramRequest& request) {
  constexpr std::string_view kQuoted = "--nvcc-args";
  std::vector<std::string> kept;
  for (std::span<const std::string> rest(words); !rest.empty();) {
    const std::string& first = rest.front();
    const std::size_t count = foreign_words(command, rest);
    if (count == 0) {
      const CLI::Option* option = own_option(command, first);
      const bool has_value =
          option != nullptr && option->get_items_expected_max() != 0 && first.find('=') == std::string::npos;
      const std::size_t own = has_value && rest.size() > 1 ? 2 : 1;
      kept.insert(kept.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(own));
      rest = rest.subspan(own);
      continue;
    }
    if (first == "--") {
      request.program_arguments.assign(rest.begin() + 1, rest.end());
    } else if (first.starts_with(kQuoted)) {
      const std::string text = count == 2 ? rest[1] : first.substr(kQuoted.size() + 1);
      auto parts = detector::split_words(text);
      if (!parts) throw std::runtime_error("--nvcc-args: a quotation in '" + text + "' is not closed");
      std::ranges::move(*parts, std::back_inserter(request.compiler_arguments));
    } else {
      request.compiler_arguments.insert(request.compiler_arguments.end(), rest.begin(),
                                        rest.begin() + static_cast<std::ptrdiff_t>(count));
    }
    rest = rest.subspan(count);
  }
  words = std::move(kept);
}

CLI::Option* add_program_words(CLI::App& command, ProgramRequest& request) {
  command.add_option("FILE", request.file, "A CUDA source, an executable, or a Python script that uses CUDA")
      ->required();
  CLI::Option* allow = command.add_flag("--allow-no-launch");
  allow->description("Succeed even if no kernel was launched");
  command.add_option("--nvcc-args", "Further options of the compiler, as one word")->type_name("\"ARGS\"");
  return allow;
}

std::string runtime_options_of(const CLI::App& command, const std::vector<std::string>& names,
                               const CLI::Option& allow_no_launch) {
  std::string given = given_options(command, names);
  if (allow_no_launch.count() != 0) return given;
  return given + (given.empty() ? "" : " ") + "--require-launch";
}

std::string given_options(const CLI::App& command, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    const CLI::Option* option = command.get_option(name);
    for (const std::string& value : option->results()) {
      text += text.empty() ? "" : " ";
      const bool is_flag = option->get_items_expected_max() == 0;
      if (is_flag && value != "true" && value != "false") {
        text += detector::quoted_word(name + "=" + value);
      } else {
        text += name + (is_flag ? "" : " " + detector::quoted_word(value));
      }
    }
  }
  return text;
}

int usage_error(const std::string& message) {
  std::fprintf(stderr, "fencepost: error: %s\n", message.c_str());
  return kBadUsage;
}

std::string compiler_option_error(const ProgramRequest& request) {
  const std::string* const option = unfit_option(request.compiler_arguments);
  if (option == nullptr) return {};
  return "compiler option " + *option + " would keep " +
         (request.shown_file.empty() ? request.file : request.shown_file) +
         " from being compiled and run; leave it out, or call fencepost-nvcc";
}

int prepare_program(const ProgramRequest& request, PreparedProgram& program) {
  program.option_text = options_with_environment(request.runtime_options);
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
  if (request.is_part) {
    compilation.arguments.insert(compilation.arguments.end(), {"-Xlinker", "--gc-sections"});
  }
  // A replay shows basic blocks, too.
  if (options->profile || !options->replay.file.empty()) compilation.arguments.emplace_back("--profile");
  compilation.arguments.emplace_back(options->sample ? "--sample" : "--no-sample");
  if (options->coverage) compilation.arguments.emplace_back("--coverage");
  program.path = request.file;
  if (is_source(request.file)) {
    if (std::error_code error; fs::file_size(request.file, error) == 0 && !error) {
      compiler::tell_check_not_compiled(request.file);
      return fail(kDoesNotCompile, request.file + " is empty: it has no main function");
    }
    message = compiler_option_error(request);
    if (!message.empty()) return fail(kBadUsage, message);
    for (const std::string& word : request.compiler_arguments) program.source += detector::quoted_word(word) + " ";
    program.source += detector::quoted_word(request.shown_file.empty() ? request.file : request.shown_file);
    program.cache = std::make_unique<CompileCache>(compilation);
    return compile(request, compilation, *program.cache, options->quiet, program.path);
  }
  if (!request.compiler_arguments.empty()) {
    return fail(kBadUsage, "compiler option " + request.compiler_arguments.front() + " with the executable " +
                               request.file + "; compile its .cu file instead");
  }
  message = prepare_executable(request.file, program);
  return message.empty() ? 0 : fail(kBadUsage, message);
}

ChildEnd run_prepared(const PreparedProgram& program, const ProgramRequest& request, const std::string& options,
                      ChildOutput output) {
  std::vector<std::string> words = {program.path};
  if (!program.script.empty()) words.push_back(program.script);
  words.insert(words.end(), request.program_arguments.begin(), request.program_arguments.end());
  std::map<std::string, std::string> environment;
  if (program.needs_library) environment = library_environment();
  environment["FENCEPOST_OPTIONS"] = options;
  if (!program.source.empty()) environment[detector::kProgramVariable] = program.source;
  return run_child(words, environment, output);
}

int run_program(const ProgramRequest& request) {
  PreparedProgram program;
  if (const int status = prepare_program(request, program); status != 0) return status;
  const ChildEnd end = run_prepared(program, request, program.option_text, request.output);
  if (!end.error.empty()) return fail(kBadUsage, "cannot run " + program.path + ": " + end.error);
  return end.signal != 0 ? status_of_signal(request.file, end.signal) : end.status;
}

}  // namespace fencepost::cli
