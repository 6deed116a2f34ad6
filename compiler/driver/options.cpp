#include "compiler/driver/options.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include "compiler/driver/option_table.h"
#include "detector/text/nearest_word.h"

namespace fencepost::compiler {
namespace {

std::string extension(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string_view::npos ? std::string() : std::string(name.substr(dot + 1));
}

/// `hip`: C++ is HIP, unless it is forced to be C++.
std::optional<Language> language_of(const std::string& path, const std::string& forced, bool hip) {
  const std::string suffix = extension(path);
  if (suffix == "o" || suffix == "obj" || suffix == "a" || suffix == "so" || path.find(".so.") != std::string::npos) {
    return Language::kObject;
  }
  const std::string& name = forced.empty() ? suffix : forced;
  if (name == "cu" || name == "hip") return Language::kCuda;
  if (name == "c") return Language::kC;
  static const std::set<std::string> cxx_extensions = {"cpp", "cc", "cxx", "c++", "C", "CPP"};
  if (hip && forced.empty() && cxx_extensions.contains(name)) return Language::kCuda;
  if (cxx_extensions.contains(name)) return Language::kCxx;
  return std::nullopt;
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : rest_(arguments.begin(), arguments.end()) {}

  std::variant<NvccOptions, UsageError> run() {
    while (error_.empty() && !rest_.empty()) {
      const std::string argument = take();
      if (argument.starts_with('@')) {
        read_response_file(argument.substr(1));
      } else if (argument.size() > 1 && argument[0] == '-') {
        parse_option(argument);
      } else {
        paths_.push_back(argument);
      }
    }
    if (error_.empty()) forward_unknown();
    if (error_.empty()) resolve_inputs();
    if (!error_.empty()) return UsageError{error_};
    return std::move(options_);
  }

 private:
  std::string take() {
    std::string first = std::move(rest_.front());
    rest_.pop_front();
    return first;
  }

  void read_response_file(const std::string& path) {
    if (++response_files_ > 64) {
      error_ = "response files nest too deeply at '" + path + "'";
      return;
    }
    std::ifstream file(path);
    std::error_code ignored;
    if (!file || std::filesystem::is_directory(path, ignored)) {
      error_ = "cannot read the response file '" + path + "'";
      return;
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::vector<std::string> words = split_words(text);
    rest_.insert(rest_.begin(), words.begin(), words.end());
  }

  void parse_option(const std::string& argument) {
    // nvcc takes lists of files after one --options-file.
    for (const std::string_view name : {"--options-file", "-optf"}) {
      if (argument == name && !rest_.empty()) return read_response_file(take());
      if (argument.starts_with(std::string(name) + "=")) return read_response_file(argument.substr(name.size() + 1));
    }
    const OptionMatch match = match_option(argument);
    if (match.rule == nullptr) {
      unknown_.push_back(argument);
      return;
    }
    std::string value = match.attached.value_or("");
    if (!match.attached && takes_next(*match.rule, argument)) {
      if (rest_.empty()) {
        error_ = "option '" + argument + "' needs a value";
        return;
      }
      value = take();
    }
    if (match.rule->value == OptionValue::kNone && match.attached && value != "true" && value != "false") {
      error_ = "option '" + argument + "' takes no value";
      return;
    }
    error_ = match.rule->apply(options_, value);
  }

  [[nodiscard]] bool takes_next(const OptionRule& rule, const std::string& argument) const {
    if (rule.value == OptionValue::kSeparate || rule.value == OptionValue::kJoined) return true;
    if (rule.value == OptionValue::kNone || rest_.empty()) return false;
    if (rule.name == "--contracts") return false;
    if (rule.name == "--Werror") {
      static const std::set<std::string> kinds = {
          "all-warnings",           "cross-execution-space-call", "reorder",
          "default-stream-launch",  "missing-launch-bounds",      "ext-lambda-captures-this",
          "deprecated-declarations"};
      return kinds.contains(rest_.front());
    }
    if (argument == "-O") return rest_.front().size() == 1 && rest_.front().find_first_of("0123") == 0;
    return argument.starts_with("--");  // --optimize 3
  }

  // At the end: --forward-unknown-… holds for what stands before it, too.
  void forward_unknown() {
    for (const std::string& option : unknown_) {
      if (options_.forward_to_compiler || options_.forward_to_linker) {
        error_ = forward_option(options_, option);
      } else {
        const std::string nearest = detector::did_you_mean(option.substr(0, option.find('=')), option_spellings());
        error_ = "unknown option '" + option + "'" +
                 (nearest.empty() ? "; host compiler options go after -Xcompiler, --help lists ours"
                                  : nearest + " Host compiler options go after -Xcompiler");
      }
      if (!error_.empty()) return;
    }
  }

  void resolve_inputs() {
    for (const std::string& path : paths_) {
      const std::optional<Language> language = language_of(path, options_.language, options_.hip);
      if (!language) {
        error_ = "don't know what to do with '" + path + "'; give CUDA sources the extension .cu or use -x cu, -x hip";
        return;
      }
      options_.inputs.push_back({path, *language});
      options_.hip = options_.hip || options_.language == "hip" || extension(path) == "hip";
    }
    if (options_.help || options_.version || !options_.list.empty()) return;
    if (options_.warp_size != NvccOptions().warp_size && !options_.hip) {
      error_ =
          "-mwavefrontsize64 is for programs in HIP (.hip, -x hip, fencepost-hipcc): a warp of CUDA's has 32 threads";
      return;
    }
    options_.shared_runtime = options_.shared_runtime || options_.shared;
    if (options_.inputs.empty()) {
      error_ = "no input files; try: fencepost-nvcc app.cu -o app";
    } else if (options_.inputs.size() > 1 && !options_.output.empty() && options_.phase != Phase::kLink &&
               options_.phase != Phase::kArchive && options_.phase != Phase::kDeviceLink) {
      error_ = "-o names one file, but several would be written; leave -o out or compile one at a time";
    }
  }

  std::deque<std::string> rest_;
  std::vector<std::string> paths_;
  std::vector<std::string> unknown_;
  NvccOptions options_;
  std::string error_;
  int response_files_ = 0;
};

}  // namespace

std::string device_language(const std::string& path) { return extension(path) == "hip" ? "hip" : "cu"; }

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
      if (word) words.push_back(*word);
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      *word += text[++i];
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      *word += c;
    }
  }
  if (word) words.push_back(*word);
  return words;
}

std::variant<NvccOptions, UsageError> parse_nvcc_options(const std::vector<std::string>& arguments) {
  return Parser(arguments).run();
}

std::string nvcc_help() {
  return R"(usage: fencepost-nvcc [options] file...
Compiles CUDA C++ into a program that runs its kernels on the CPU and reports
races. Takes nvcc's options.

  -o FILE                   the program, object or other result
  -c, -dc                   compile to an object; another call links objects
  -lib                      archive the objects
  -cubin, -fatbin, -ptx     the device code alone, for programs that load it
                            while they run (cuModuleLoad)
  -E, -M, -MM               write the preprocessed source (of the host's pass),
                            its dependencies
  -I, -isystem, -D, -U, -include, -MD, -MMD, -MF, -MT, -MP
  -arch, -gencode           the value of __CUDA_ARCH__ in device code (default:
                            900, the device's; of several the latest that the
                            device runs)
  --cuda-version 12.8|13.0  which CUDA programs find (default: 12.8):
                            __CUDACC_VER_MAJOR__, CUDART_VERSION and the like
  -rdc=true                 device code may refer to that of other files
  -x cu|hip|c++|c           language of all sources (default: by extension)
  --hip                     C++ sources are HIP, too
  --hipcc                   as the first option: what follows is in the words of
                            hipcc (fencepost-hipcc)
  -std=c++17                language standard (lower ones are raised to C++17)
  -O, -w, -Werror           kernels are always compiled so that every access can
                            be checked; -O is for plain C++
  -g                        a debugger finds the host's local variables that are
                            in some place
  -Werror=unsupported       what Fencepost cannot do is a compile-time error,
                            not only of the kernel that comes to it
  -G                        CUDA sources are not optimised: a debugger finds
                            every local variable
  -Xcompiler, -Xlinker LIST passed to the compiler and the linker
  -L, -l                    libraries
  -shared                   write a shared library, for scripts and programs
                            that load the runtime as one
  -ccbin g++|clang++        compiler of plain C++, and linker (default:
                            $FENCEPOST_CXX, else g++)
  -t N                      compile up to N files at a time
  -run, --run-args          run the program after linking
  -v, --dryrun              show the commands
  @FILE, --options-file     read options from a file
  --keep, --keep-dir FOLDER keep the LLVM IR behind each step, as files
  --print-passes            print the kernels' IR behind each step
  --time FILE               append to FILE how long each step took, in
                            milliseconds of processor time, as a table (CSV)
  --reference               for comparison: threads wait on stacks of their own,
                            not in loops, and every check is a call
  --profile                 compile so that a run with the option --profile can
                            tell how well lanes are used
  --coverage                compile so that a run with the option --coverage can
                            tell which lines and branches of kernels ran
  --no-check                compile without instrumentation: runs, but finds
                            nothing
  --sample, --no-sample     with the second code of each kernel that a run with
                            the option --sample needs, or without: compiles
                            faster (default: with, but of large sources)
  --contracts[=strict]      check the permission contracts in comments,
                            /*@ requires ... @*/, when the program runs; what is
                            not understood of them is a warning, with strict an
                            error
  --edit FILE:LINE:COLUMN+LENGTH=TEXT
                            compile as if TEXT stood at that place instead of
                            LENGTH bytes; the file is not changed (repeatable;
                            for fencepost run --propose)

Options of nvcc that concern only a GPU (-lineinfo, -maxrregcount, -Xptxas, ...)
are accepted and ignored. Exit status: 2 for a mistake on the command line or a
missing file, 3 if something does not compile or link.
)";
}

}  // namespace fencepost::compiler
