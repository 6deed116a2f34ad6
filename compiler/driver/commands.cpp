#include "compiler/driver/commands.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace fencepost::compiler {
namespace {

void append(Command& command, const std::vector<std::string>& more) {
  command.insert(command.end(), more.begin(), more.end());
}

void append_output(Command& command, const std::string& output) {
  if (!output.empty()) append(command, {"-o", output});
}

void append_dependencies(Command& command, const NvccOptions& options, const DependencyOutput& output) {
  if (output.file.empty()) return;
  append(command, options.dependency_flags);
  append(command, {"-MF", output.file, "-MT", output.target});
}

// Our CUDA headers, and those we refuse, in front of any of the user's and of NVIDIA's own; behind all, those that a
// package would bring.
void append_include_directories(Command& command, const Toolchain& toolchain) {
  append(command, {"-I" + toolchain.include_directory, "-I" + toolchain.refused_directory});
  append(command, {"-idirafter", toolchain.missing_directory});
}

// The user's flags, but for our own headers under another name (the toolkit's include folder): the compiler would take
// such a folder for the one place of the headers, behind others and, with -isystem, no longer as ours.
void append_preprocess_flags(Command& command, const NvccOptions& options, const Toolchain& toolchain) {
  const auto ours = [&](const std::string& path) {
    std::error_code error;
    return std::filesystem::equivalent(path, toolchain.include_directory, error);
  };
  const std::vector<std::string>& flags = options.preprocess_flags;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i].starts_with("-I") && ours(flags[i].substr(2))) continue;
    if (flags[i] == "-isystem" && i + 1 < flags.size() && ours(flags[i + 1])) {
      ++i;
      continue;
    }
    command.push_back(flags[i]);
  }
}

// What nvcc defines and includes.
void append_cuda_preprocessing(Command& command, const NvccOptions& options, const Toolchain& toolchain) {
  command.push_back("-std=" + options.standard);
  append_include_directories(command, toolchain);
  append(command, {"-U_FORTIFY_SOURCE", "-D__CUDACC__=1", "-D__NVCC__=1", "-D__FENCEPOST__=1",
                   "-D__CUDACC_VER_MAJOR__=12", "-D__CUDACC_VER_MINOR__=8", "-D__CUDACC_VER_BUILD__=0",
                   "-D__CUDA_API_VER_MAJOR__=12", "-D__CUDA_API_VER_MINOR__=8"});
  if (options.relocatable) command.emplace_back("-D__CUDACC_RDC__=1");
  if (!options.check) command.emplace_back("-D__FENCEPOST_NO_CHECK__=1");
  if (options.refuse_unsupported) command.emplace_back("-D__FENCEPOST_REFUSES__=1");
  if (options.extended_lambda) command.emplace_back("-D__CUDACC_EXTENDED_LAMBDA__=1");
  if (options.relaxed_constexpr) command.emplace_back("-D__CUDACC_RELAXED_CONSTEXPR__=1");
  if (options.device_debug) command.emplace_back("-D__CUDACC_DEBUG__=1");
  append(command, options.architectures.common_definitions());
  append_preprocess_flags(command, options, toolchain);
  append(command, {"-include", "cuda_runtime.h"});
  if (options.contracts != Contracts::kComments) append(command, {"-include", "fencepost/contract_value.h"});
  if (options.record_locals) append(command, {"-include", "fencepost/scope.h"});
}

Command host_command(const NvccOptions& options, const Toolchain& toolchain, const Input& source) {
  Command command = {toolchain.compiler,  "-x", source.language == Language::kC ? "c" : "c++", "-g", "-fPIE",
                     options.optimisation};
  append_include_directories(command, toolchain);
  if (source.language == Language::kCxx) command.push_back("-std=" + options.standard);
  append_preprocess_flags(command, options, toolchain);
  append(command, options.compile_flags);
  return command;
}

}  // namespace

Command clang_arguments(const NvccOptions& options, const Toolchain& toolchain) {
  Command arguments;
  append_cuda_preprocessing(arguments, options, toolchain);
  append(arguments, options.compile_flags);
  return arguments;
}

Command clang_dependency_arguments(const NvccOptions& options, const DependencyOutput& output) {
  Command arguments;
  append_dependencies(arguments, options, output);
  // -M and -MM are -MD and -MMD without an object.
  for (std::string& argument : arguments) {
    if (argument == "-MM") argument = "-MMD";
  }
  if (!output.file.empty() && options.dependency_flags.empty()) arguments.insert(arguments.begin(), "-MD");
  return arguments;
}

Command preprocessed_arguments(const NvccOptions& options) {
  Command arguments = {"-std=" + options.standard, "-undef"};
  for (const std::string keyword : {"global", "device", "host", "shared", "constant"}) {
    arguments.push_back("-D__" + keyword + "__=__attribute__((" + keyword + "))");
  }
  append(arguments, options.compile_flags);
  return arguments;
}

Command dependencies_command(const NvccOptions& options, const Toolchain& toolchain, const Input& source,
                             const std::string& output) {
  Command command = host_command(options, toolchain, source);
  if (options.dependency_flags.empty()) command.emplace_back("-M");
  append(command, options.dependency_flags);
  if (!options.dependency_target.empty()) append(command, {"-MT", options.dependency_target});
  command.push_back(source.path);
  append_output(command, output.empty() ? options.dependency_file : output);
  return command;
}

Command compile_host_command(const NvccOptions& options, const Toolchain& toolchain, const Input& source,
                             const std::string& output, const DependencyOutput& dependencies) {
  Command command = host_command(options, toolchain, source);
  append_dependencies(command, options, dependencies);
  append(command, {options.phase == Phase::kPreprocess ? "-E" : "-c", source.path});
  append_output(command, output);
  return command;
}

std::string library_option(const Toolchain& toolchain) { return "-L" + toolchain.toolkit_directory + "/lib64"; }

Command link_command(const NvccOptions& options, const Toolchain& toolchain, const std::vector<std::string>& objects,
                     const std::string& output) {
  Command command = {toolchain.compiler, "-no-pie", "-o", output};
  append(command, objects);
  // Ours before any -L of the user, who may name the folder of an installed toolkit.
  command.push_back(library_option(toolchain));
  // CUDA sources call LLVM's OpenMP runtime, which knows the calls of g++'s objects, too, and must be found first.
  if (std::ranges::find(options.link_flags, "-fopenmp") != options.link_flags.end()) {
    append(command, {"-L" FENCEPOST_LLVM_LIBRARIES, "-lomp"});
  }
  append(command, options.link_flags);
  append(command, {"-lcudadevrt", "-lcudart_static", "-lrt", "-lpthread", "-ldl"});
  return command;
}

}  // namespace fencepost::compiler
