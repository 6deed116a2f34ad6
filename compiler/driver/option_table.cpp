#include "compiler/driver/option_table.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <vector>

#include "compiler/driver/gpu_options.h"
#include "compiler/driver/libraries.h"

namespace fencepost::compiler {
namespace {

using Options = NvccOptions;
using Value = const std::string&;

// nvcc passes such lists through a shell, so that spaces separate as well, and quotes around a flag go.
std::vector<std::string> split_list(Value text) {
  std::vector<std::string> parts(1);
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      parts.back() += text[++i];
    } else if (quote != 0 ? text[i] == quote : text[i] == '"' || text[i] == '\'') {
      quote = quote != 0 ? 0 : text[i];
    } else if (quote != 0) {
      parts.back() += text[i];
    } else if (text[i] == ',' || text[i] == ' ') {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  std::erase(parts, std::string());
  return parts;
}

// -D, -I and their like take lists, too: commas outside of double quotes separate, `\,` is a comma, and quotes stay.
std::vector<std::string> split_values(Value text) {
  std::vector<std::string> parts(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      parts.back() += text[++i];
    } else if (text[i] == ',' && !is_quoted) {
      parts.emplace_back();
    } else {
      is_quoted = is_quoted != (text[i] == '"');
      parts.back() += text[i];
    }
  }
  std::erase(parts, std::string());
  return parts;
}

auto ignore() {
  return [](Options&, Value) { return std::string(); };
}
auto set_phase(Phase phase) {
  return [phase](Options& options, Value) {
    options.phase = phase;
    return std::string();
  };
}
auto set_second_code(SecondCode second_code) {
  return [second_code](Options& options, Value) {
    options.second_code = second_code;
    return std::string();
  };
}
auto set_code_object(const char* extension) {
  return [extension](Options& options, Value) {
    options.phase = Phase::kCodeObject;
    options.code_object = extension;
    return std::string();
  };
}
auto set_flag(bool Options::*member, bool flag = true) {
  return [member, flag](Options& options, Value value) {
    options.*member = value == "false" ? !flag : flag;
    return std::string();
  };
}
auto set_text(std::string Options::*member) {
  return [member](Options& options, Value value) {
    options.*member = value;
    return std::string();
  };
}
/// Passes `prefix` and the value on as one argument.
auto pass(std::vector<std::string> Options::*list, const std::string& prefix) {
  return [list, prefix](Options& options, Value value) {
    (options.*list).push_back(prefix + value);
    return std::string();
  };
}
/// What such an option is given. hipcc, which is clang, takes one.
std::vector<std::string> values_of(const Options& options, Value value) {
  return options.hip ? std::vector{value} : split_values(value);
}
/// Passes `prefix` and each value on as one argument.
auto pass_each(std::vector<std::string> Options::*list, const std::string& prefix) {
  return [list, prefix](Options& options, Value value) {
    for (const std::string& one : values_of(options, value)) (options.*list).push_back(prefix + one);
    return std::string();
  };
}
std::string add_libraries(Options& options, Value value) {
  for (const std::string& library : values_of(options, value)) {
    if (std::string error = add_library(options, library); !error.empty()) return error;
  }
  return {};
}
/// Passes `name` and each value on as two arguments.
auto pass_pairs(std::vector<std::string> Options::*list, const std::string& name) {
  return [list, name](Options& options, Value value) {
    for (const std::string& one : values_of(options, value)) {
      (options.*list).push_back(name);
      (options.*list).push_back(one);
    }
    return std::string();
  };
}
std::string set_default_stream(Options& options, Value value) {
  if (value == "per-thread") options.preprocess_flags.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  const bool known = value == "per-thread" || value == "legacy" || value == "null";
  return known ? std::string() : "--default-stream: " + value + " is not legacy, null or per-thread";
}
auto set_text_to(std::string Options::*member, const std::string& text) {
  return [member, text](Options& options, Value) {
    options.*member = text;
    return std::string();
  };
}
auto unsupported(const std::string& name, const std::string& remedy) {
  return [name, remedy](Options&, Value) { return name + " is not supported by Fencepost: " + remedy; };
}

std::string set_standard(Options& options, Value value) {
  static const std::set<std::string> raised = {"c++03", "c++11", "c++14", "c++17", "gnu++11", "gnu++14", "gnu++17"};
  static const std::set<std::string> kept = {"c++20", "gnu++20", "c++23", "gnu++23", "c++2a", "gnu++2a", "c++2b"};
  if (!raised.contains(value) && !kept.contains(value)) {
    return "unknown language standard '" + value + "' in -std; use one of c++11, c++14, c++17, c++20";
  }
  options.standard = kept.contains(value) ? value : value.starts_with("gnu") ? "gnu++17" : "c++17";
  return {};
}

std::string set_cuda_version(Options& options, Value value) {
  if (value != "12.8" && value != "13.0") return "unknown version '" + value + "' in --cuda-version; use 12.8 or 13.0";
  options.cuda_version = value;
  return {};
}

std::string set_optimisation(Options& options, Value value) {
  static const std::set<std::string> levels = {"", "0", "1", "2", "3", "s", "g", "fast", "fast-compile"};
  if (!levels.contains(value)) return "unknown optimisation level '-O" + value + "'; use -O0 to -O3";
  options.optimisation = "-O" + (value.empty() ? "1" : value);
  return {};
}

std::string set_fast_compile(Options& options, Value value) {
  static const std::map<std::string, QuickCode> levels = {{"0", QuickCode::kNever},
                                                          {"min", QuickCode::kIfVeryLarge},
                                                          {"mid", QuickCode::kAlways},
                                                          {"max", QuickCode::kAlways}};
  const auto level = levels.find(value);
  if (level == levels.end()) return "unknown level '" + value + "' in -Ofast-compile; use 0, min, mid or max";
  options.quick_code = level->second;
  return {};
}

std::string set_language(Options& options, Value value) {
  if (value != "cu" && value != "hip" && value != "c++" && value != "c")
    return "unknown language '" + value + "' in -x; use cu, hip, c++ or c";
  options.language = value;
  return {};
}

std::string check_machine(Options&, Value value) {
  return value == "64" ? "" : "unknown option '-m" + value + "'; host compiler options go after -Xcompiler";
}

std::string set_threads(Options& options, Value value) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.threads);
  if (error != std::errc() || end != value.data() + value.size()) return "-t takes a number, not '" + value + "'";
  return {};
}

std::string add_compiler_flags(Options& options, Value value) {
  for (const std::string& flag : split_list(value)) {
    if (std::string error = forward_to_host_compiler(options, flag); !error.empty()) return error;
  }
  return {};
}

std::string add_linker_flags(Options& options, Value value) {
  for (const std::string& flag : split_list(value)) {
    options.link_flags.emplace_back("-Xlinker");
    options.link_flags.push_back(flag);
  }
  return {};
}

std::string set_werror(Options& options, Value value) {
  if (value.empty() || value == "all-warnings") options.compile_flags.emplace_back("-Werror");
  if (value == "unsupported") options.refuse_unsupported = true;
  return {};
}

/// Any that takes g++'s options, by its own name, its C compiler's (whose C++ compiler is meant), or as the folder that
/// has it. What precedes the name (`x86_64-conda-linux-gnu-`) and follows it (`-12`) stays.
std::string use_host_compiler(Options& options, Value value) {
  if (std::error_code error; std::filesystem::is_directory(value, error)) {
    options.compiler = value + (value.ends_with('/') ? "g++" : "/g++");
    return {};
  }
  static const std::regex kName(
      R"((.*/)?((?:[^/]*-)?)(clang\+\+|clang|g\+\+|gcc|c\+\+|cc|mpicxx|mpic\+\+|mpicc)(-[0-9.]+)?)");
  static const std::map<std::string, std::string> kOfC = {
      {"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}, {"mpicc", "mpicxx"}};
  std::smatch parts;
  if (!std::regex_match(value, parts, kName)) {
    return "host compiler '" + value + "' of -ccbin is not supported; use g++ or clang++";
  }
  const auto of_c = kOfC.find(parts[3]);
  options.compiler =
      parts[1].str() + parts[2].str() + (of_c == kOfC.end() ? parts[3].str() : of_c->second) + parts[4].str();
  return {};
}

std::string add_run_arguments(Options& options, Value value) {
  for (std::string& argument : split_list(value)) options.run_arguments.push_back(std::move(argument));
  return {};
}

std::string add_edit(Options& options, Value value) {
  auto edit = parse_edit(value);
  if (!edit) {
    return "--edit takes FILE:LINE:COLUMN+LENGTH=TEXT, such as 'scan.cu:9:3+0=__syncthreads();', not '" + value + "'";
  }
  options.edits.push_back(std::move(*edit));
  return {};
}

std::string set_contracts(Options& options, Value value) {
  if (!value.empty() && value != "strict") return "--contracts takes no value but strict, not '" + value + "'";
  options.contracts = value.empty() ? Contracts::kChecked : Contracts::kStrict;
  return {};
}

std::string set_kernel_list(Options& options, Value value) {
  options.phase = Phase::kKernelList;
  options.quiet_list = value == "quiet";
  return {};
}

auto forward_unknown(bool to_compiler, bool to_linker) {
  return [to_compiler, to_linker](Options& options, Value value) {
    if (value == "false") return std::string();
    options.forward_to_compiler = options.forward_to_compiler || to_compiler;
    options.forward_to_linker = options.forward_to_linker || to_linker;
    return std::string();
  };
}

std::string set_linker_script(Options&, Value value) {
  return value == "gen-lcs" ? "-hls=gen-lcs is not supported by Fencepost: there is no device code to place" : "";
}

std::vector<OptionRule> all_rules() {
  using enum OptionValue;
  std::vector<OptionRule> table = {
      // phases
      {"--compile", "-c", kNone, set_phase(Phase::kCompile)},
      {"--device-c", "-dc", kNone,
       [](Options& options, Value) {
         options.phase = Phase::kCompile;
         options.relocatable = true;
         return std::string();
       }},
      {"--device-w", "-dw", kNone, set_phase(Phase::kCompile)},
      {"--device-link", "-dlink", kNone, set_phase(Phase::kDeviceLink)},
      {"--link", "-link", kNone, set_phase(Phase::kLink)},
      {"--lib", "-lib", kNone, set_phase(Phase::kArchive)},
      {"--preprocess", "-E", kNone, set_phase(Phase::kPreprocess)},
      {"--cuda", "-cuda", kNone,
       [](Options& options, Value) {
         options.phase = Phase::kPreprocess;
         options.preprocess_to_ii = true;
         return std::string();
       }},
      {"--generate-dependencies", "-M", kNone, set_phase(Phase::kDependencies)},
      {"--generate-nonsystem-dependencies", "-MM", kNone,
       [](Options& options, Value) {
         options.phase = Phase::kDependencies;
         options.dependency_flags.emplace_back("-MM");
         return std::string();
       }},
      {"--run", "-run", kNone, set_flag(&Options::run)},
      {"--run-args", "-run-args", kSeparate, add_run_arguments},
      {"--ptx", "-ptx", kNone, set_code_object("ptx")},
      {"--cubin", "-cubin", kNone, set_code_object("cubin")},
      {"--fatbin", "-fatbin", kNone, set_code_object("fatbin")},
      {"--optix-ir", "-optix-ir", kNone, unsupported("-optix-ir", "there is no GPU code to write; use -c")},
      {"--ltoir", "-ltoir", kNone, unsupported("-ltoir", "there is no GPU code to write; use -c")},
      {"--relocatable-link", "-r", kNone, unsupported("-r", "link a program, or archive the objects with -lib")},
      {"--host-linker-script", "-hls", kSeparate, set_linker_script},
      {"--list-gpu-arch", "-arch-ls", kNone, set_text_to(&Options::list, "compute_")},
      {"--list-gpu-code", "-code-ls", kNone, set_text_to(&Options::list, "sm_")},
      {"--shared", "-shared", kNone, set_flag(&Options::shared)},
      // files, preprocessing, dependencies
      {"--output-file", "-o", kSeparate, set_text(&Options::output)},
      {"--output-directory", "-odir", kSeparate, set_text(&Options::output_directory)},
      {"--archiver-binary", "-arbin", kSeparate, set_text(&Options::archiver)},
      {"--include-path", "-I", kJoined, pass_each(&Options::preprocess_flags, "-I")},
      {"--system-include", "-isystem", kJoined, pass_pairs(&Options::preprocess_flags, "-isystem")},
      {"--pre-include", "-include", kSeparate, pass_pairs(&Options::preprocess_flags, "-include")},
      {"--define-macro", "-D", kJoined, pass_each(&Options::preprocess_flags, "-D")},
      {"--undefine-macro", "-U", kJoined, pass_each(&Options::preprocess_flags, "-U")},
      {"--generate-dependencies-with-compile", "-MD", kNone, pass(&Options::dependency_flags, "-MD")},
      {"--generate-nonsystem-dependencies-with-compile", "-MMD", kNone, pass(&Options::dependency_flags, "-MMD")},
      {"--generate-dependency-targets", "-MP", kNone, pass(&Options::dependency_flags, "-MP")},
      {"--dependency-output", "-MF", kSeparate, set_text(&Options::dependency_file)},
      {"--dependency-target-name", "-MT", kSeparate, set_text(&Options::dependency_target)},
      // the host compiler
      {"--x", "-x", kJoined, set_language},
      {"--hip", "", kNone, set_flag(&Options::hip)},
      {"-mwavefrontsize64", "", kNone,
       [](Options& options, Value) {
         options.warp_size = 64;
         return std::string();
       }},
      {"--std", "-std", kSeparate, set_standard},
      {"--optimize", "-O", kOptional, set_optimisation},
      {"--Ofast-compile", "-Ofc", kSeparate, set_fast_compile},
      {"--debug", "-g", kNone, set_flag(&Options::debug)},
      {"--device-debug", "-G", kNone, set_flag(&Options::device_debug)},
      {"--disable-warnings", "-w", kNone, pass(&Options::compile_flags, "-w")},
      {"--Werror", "-Werror", kOptional, set_werror},
      {"-Wall", "", kNone, pass(&Options::compile_flags, "-Wall")},
      {"-Wextra", "", kNone, pass(&Options::compile_flags, "-Wextra")},
      {"--Wreorder", "-Wreorder", kNone, pass(&Options::compile_flags, "-Wreorder")},
      {"--compiler-options", "-Xcompiler", kSeparate, add_compiler_flags},
      {"--compiler-bindir", "-ccbin", kSeparate, use_host_compiler},
      {"--ftemplate-depth", "-ftemplate-depth", kSeparate, pass(&Options::compile_flags, "-ftemplate-depth=")},
      {"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit", kSeparate,
       pass(&Options::compile_flags, "-ftemplate-backtrace-limit=")},
      {"--frandom-seed", "-frandom-seed", kSeparate, pass(&Options::compile_flags, "-frandom-seed=")},
      {"-pthread", "", kNone, pass(&Options::link_flags, "-pthread")},
      // linking
      {"--library-path", "-L", kJoined, pass_each(&Options::link_flags, "-L")},
      {"--library", "-l", kJoined, add_libraries},
      {"--linker-options", "-Xlinker", kSeparate, add_linker_flags},
      {"--archive-options", "-Xarchive", kSeparate, ignore()},
      // Fencepost's own
      {"--cuda-version", "", kSeparate, set_cuda_version},
      {"--shared-runtime", "", kNone, set_flag(&Options::shared_runtime)},  // Of the shared toolkit's nvcc.
      {"--reference", "", kNone, set_flag(&Options::reference)},
      {"--print-passes", "", kNone, set_flag(&Options::print_passes)},
      {"--no-check", "", kNone, set_flag(&Options::check, false)},
      {"--source-map", "", kNone, set_phase(Phase::kSourceMap)},      // For `fencepost`: read_source_map.h
      {"--code-text", "", kSeparate, set_text(&Options::code_text)},  // For NVRTC.
      {"--kernel-list", "", kOptional, set_kernel_list},              // For `fencepost kernel`.
      {"--symbolic", "", kNone, set_phase(Phase::kSymbolic)},         // For `fencepost prove`: symbolic_kernel.h
      {"--edit", "", kSeparate, add_edit},
      {"--contracts", "", kOptional, set_contracts},
      {"--sample", "", kNone, set_second_code(SecondCode::kAlways)},
      {"--no-sample", "", kNone, set_second_code(SecondCode::kNever)},
      {"--record-locals", "", kNone, set_flag(&Options::record_locals)},
      {"--profile", "", kNone, set_flag(&Options::profile)},  // nvcc's own of this name, -pg, is for host profilers.
      {"--coverage", "", kNone, set_flag(&Options::coverage)},
      // the driver
      {"--expt-extended-lambda", "-expt-extended-lambda", kNone, set_flag(&Options::extended_lambda)},
      {"--extended-lambda", "-extended-lambda", kNone, set_flag(&Options::extended_lambda)},
      {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr", kNone, set_flag(&Options::relaxed_constexpr)},
      {"--threads", "-t", kJoined, set_threads},
      {"--verbose", "-v", kNone, set_flag(&Options::verbose)},
      {"--dryrun", "-dryrun", kNone, set_flag(&Options::dry_run)},
      {"--help", "-h", kNone, set_flag(&Options::help)},
      {"--version", "-V", kNone, set_flag(&Options::version)},
      // of a GPU, or of nvcc's own passes: nothing to do here
      {"--gpu-architecture", "-arch", kSeparate,
       [](Options& options, Value value) { return options.architectures.add(value); }},
      {"--gpu-code", "-code", kSeparate, ignore()},
      {"--generate-code", "-gencode", kSeparate,
       [](Options& options, Value value) { return options.architectures.add_generate_code(value); }},
      {"--relocatable-device-code", "-rdc", kSeparate, set_flag(&Options::relocatable)},
      {"--maxrregcount", "-maxrregcount", kSeparate, ignore()},
      {"--generate-line-info", "-lineinfo", kNone, ignore()},
      {"--use_fast_math", "-use_fast_math", kNone, ignore()},
      {"--ftz", "-ftz", kSeparate, ignore()},
      {"--fmad", "-fmad", kSeparate, ignore()},
      {"--prec-div", "-prec-div", kSeparate, ignore()},
      {"--prec-sqrt", "-prec-sqrt", kSeparate, ignore()},
      {"--extra-device-vectorization", "-extra-device-vectorization", kNone, ignore()},
      {"--resource-usage", "-res-usage", kNone, ignore()},
      {"--ptxas-options", "-Xptxas", kSeparate, ignore()},
      {"--nvlink-options", "-Xnvlink", kSeparate, ignore()},
      {"--cudafe-options", "-Xcudafe", kSeparate, ignore()},
      {"--nvlink-cubin", "-nvlink-cubin", kNone, ignore()},
      {"--cudart", "-cudart", kSeparate, ignore()},
      {"--cudadevrt", "-cudadevrt", kSeparate, ignore()},
      {"--keep", "-keep", kNone, set_flag(&Options::keep)},
      {"--keep-dir", "-keep-dir", kSeparate, set_text(&Options::keep_directory)},
      {"--save-temps", "-save-temps", kNone, set_flag(&Options::keep)},
      {"--clean-targets", "-clean", kNone, unsupported("-clean", "remove the files that it wrote")},
      // Of others that begin so, "-mavx2", some are handed on.
      {"--machine", "-m", kSeparate, check_machine},
      {"-m64", "", kNone, ignore()},
      {"-m32", "", kNone, [](Options& options, Value) { return check_machine(options, "32"); }},
      {"-pg", "", kNone, ignore()},
      {"--dlink-time-opt", "-dlto", kNone, ignore()},
      {"--dopt", "-dopt", kSeparate, ignore()},
      {"--default-stream", "-default-stream", kSeparate, set_default_stream},
      {"--split-compile", "-split-compile", kSeparate, ignore()},
      {"--no-host-device-initializer-list", "-nohdinitlist", kNone, ignore()},
      {"--no-host-device-move-forward", "-nohdmoveforward", kNone, ignore()},
      {"--source-in-ptx", "-src-in-ptx", kNone, ignore()},
      {"--restrict", "-restrict", kNone, ignore()},
      {"--no-align-double", "", kNone, ignore()},
      {"--no-compress", "-no-compress", kNone, ignore()},
      {"--no-exceptions", "-noeh", kNone, ignore()},
      {"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler", kNone, forward_unknown(true, false)},
      {"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker", kNone, forward_unknown(false, true)},
      {"--forward-unknown-opts", "-forward-unknown-opts", kNone, forward_unknown(true, true)},
      {"--forward-slash-prefix-opts", "-forward-slash-prefix-opts", kNone, ignore()},
      {"--allow-unsupported-compiler", "-allow-unsupported-compiler", kNone, ignore()},
      {"--display-error-number", "-err-no", kNone, ignore()},
      {"--no-display-error-number", "-no-err-no", kNone, ignore()},
      {"--diag-error", "-diag-error", kSeparate, ignore()},
      {"--diag-suppress", "-diag-suppress", kSeparate, ignore()},
      {"--diag-warn", "-diag-warn", kSeparate, ignore()},
      {"--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets", kNone, ignore()},
      {"--Wno-deprecated-declarations", "-Wno-deprecated-declarations", kNone,
       pass(&Options::compile_flags, "-Wno-deprecated-declarations")},
      {"--Wdefault-stream-launch", "-Wdefault-stream-launch", kNone, ignore()},
      {"--Wext-lambda-captures-this", "-Wext-lambda-captures-this", kNone, ignore()},
      {"--Wmissing-launch-bounds", "-Wmissing-launch-bounds", kNone, ignore()},
      {"--time", "-time", kSeparate, set_text(&Options::time_file)},
      {"--objdir-as-tempdir", "-objtemp", kNone, ignore()},
      {"--target-directory", "-target-dir", kSeparate, ignore()},
      {"--use-local-env", "-use-local-env", kNone, ignore()},
  };
  for (const GpuOption& option : gpu_options()) {
    table.push_back({option.name, option.alias, option.takes_value ? kSeparate : kNone, ignore()});
  }
  return table;
}

const std::vector<OptionRule>& rules() {
  static const std::vector<OptionRule> table = all_rules();
  return table;
}

}  // namespace

// Sanitizers and position-independent code of the user would fight the instrumentation.
std::string forward_to_host_compiler(NvccOptions& options, const std::string& option) {
  if (option.starts_with("-fsanitize="))
    return option + " cannot be combined with Fencepost's own checks; leave it out";
  static const std::set<std::string> dropped = {"-fPIC", "-fpic", "-fPIE", "-fpie", "-pie", "/EHsc"};
  if (dropped.contains(option)) return {};
  if (option.starts_with("-Wl,") || option == "-rdynamic") {
    options.link_flags.push_back(option);
    return {};
  }
  options.compile_flags.push_back(option);
  // CMake reads the folders of libraries from what the linking compiler says with -v.
  static const std::set<std::string> linked = {"-fopenmp", "-pthread", "-v", "-static-libgcc", "-static-libstdc++"};
  if (linked.contains(option) || option.starts_with("-m")) options.link_flags.push_back(option);
  return {};
}

std::string forward_option(NvccOptions& options, const std::string& argument) {
  if (options.forward_to_linker) options.link_flags.push_back(argument);
  return options.forward_to_compiler ? forward_to_host_compiler(options, argument) : std::string();
}

std::vector<std::string> option_spellings() {
  std::vector<std::string> names;
  for (const OptionRule& rule : rules()) {
    names.emplace_back(rule.name);
    if (!rule.alias.empty()) names.emplace_back(rule.alias);
  }
  return names;
}

OptionMatch match_option(std::string_view argument) {
  const std::size_t equals = argument.find('=');
  const std::string_view head = argument.substr(0, equals);
  for (const OptionRule& rule : rules()) {
    for (const std::string_view name : {rule.name, rule.alias}) {
      if (name.empty() || head != name) continue;
      if (equals == std::string_view::npos) return {&rule, std::nullopt};
      return {&rule, std::string(argument.substr(equals + 1))};
    }
  }
  for (const OptionRule& rule : rules()) {
    const bool attachable = rule.value == OptionValue::kJoined || rule.value == OptionValue::kOptional;
    if (attachable && rule.alias.size() == 2 && argument.starts_with(rule.alias)) {
      return {&rule, std::string(argument.substr(2))};
    }
  }
  return {};
}

}  // namespace fencepost::compiler
