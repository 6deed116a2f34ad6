#include "compiler/driver/commands.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
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

// Our part of CCCL, by `option`.
void append_cccl(Command& command, const Toolchain& toolchain, const std::string& option) {
  for (const std::string& folder : {toolchain.cccl_directory, toolchain.refused_directory + "/cccl"}) {
    append(command, {option, folder});
  }
}

// The major version of the Thrust in `folder`; 0 if there is none.
int thrust_version(const std::filesystem::path& folder) {
  std::ifstream header(folder / "thrust" / "version.h");
  for (std::string line; std::getline(header, line);) {
    std::istringstream words(line);
    std::string define, name;
    int version = 0;
    if (words >> define >> name >> version && define == "#define" && name == "THRUST_VERSION") return version / 100000;
  }
  return 0;
}

// A folder in front of which our part of CCCL goes: NVIDIA's toolkit, which the user names for its other headers (a
// project may have one header of that name, gunrock's own for HIP, say), or a Thrust that needs ours. Any other copy of
// CCCL is used as it is.
bool needs_our_cccl(const std::filesystem::path& folder) {
  std::error_code error;
  const bool is_toolkit = std::filesystem::exists(folder / "cuda_runtime_api.h", error) &&
                          std::filesystem::exists(folder / "driver_types.h", error);
  return is_toolkit || thrust_version(folder) == 1;
}

// The user's flags, but for our own headers under another name (the toolkit's include folder): the compiler would take
// such a folder for the one place of the headers, behind others and, with -isystem, no longer as ours. Our part of CCCL
// goes behind the user's folders, and in front of the system's.
void append_preprocess_flags(Command& command, const NvccOptions& options, const Toolchain& toolchain) {
  const auto ours = [&](const std::string& path) {
    std::error_code error;
    return std::filesystem::equivalent(path, toolchain.include_directory, error) ||
           std::filesystem::equivalent(path, toolchain.cccl_directory, error) ||
           std::filesystem::equivalent(path, toolchain.toolkit_directory + "/include", error);
  };
  bool has_cccl = false;
  const auto add_folder = [&](const std::string& option, const std::string& path) {
    if (ours(path)) return;
    if (!has_cccl && needs_our_cccl(path)) {
      append_cccl(command, toolchain, option);
      has_cccl = true;
    }
    // NCCL is no part of CUDA's toolkit: the user's copy counts.
    if (std::error_code error; std::filesystem::exists(std::filesystem::path(path) / "nccl.h", error)) {
      command.emplace_back("-D__FENCEPOST_NCCL_OF_USER__=1");
    }
    if (option == "-I") {
      command.push_back(option + path);
    } else {
      append(command, {option, path});
    }
  };
  const std::vector<std::string>& flags = options.preprocess_flags;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i].starts_with("-I") && flags[i].size() > 2) {
      add_folder("-I", flags[i].substr(2));
    } else if ((flags[i] == "-isystem" || flags[i] == "-I") && i + 1 < flags.size()) {
      const std::string option = flags[i];
      add_folder(option, flags[++i]);
    } else {
      command.push_back(flags[i]);
    }
  }
  if (!has_cccl) append_cccl(command, toolchain, "-isystem");
}

/// What our headers have for CUDART_VERSION, in plain C++, too.
void append_headers_version(Command& command, const NvccOptions& options) {
  if (options.cuda_version == NvccOptions().cuda_version) return;
  const std::size_t dot = options.cuda_version.find('.');
  const int version = 1000 * std::stoi(options.cuda_version) + 10 * std::stoi(options.cuda_version.substr(dot + 1));
  command.push_back("-D__FENCEPOST_CUDA_VERSION__=" + std::to_string(version));
}

void append_cuda_version(Command& command, const NvccOptions& options) {
  const std::size_t dot = options.cuda_version.find('.');
  const std::string major = options.cuda_version.substr(0, dot);
  const std::string minor = options.cuda_version.substr(dot + 1);
  append(command, {"-D__CUDACC_VER_MAJOR__=" + major, "-D__CUDACC_VER_MINOR__=" + minor,
                   "-D__CUDA_API_VER_MAJOR__=" + major, "-D__CUDA_API_VER_MINOR__=" + minor});
  append_headers_version(command, options);
}

// What nvcc defines and includes.
void append_cuda_preprocessing(Command& command, const NvccOptions& options, const Toolchain& toolchain) {
  command.push_back("-std=" + options.standard);
  append_include_directories(command, toolchain);
  append(command, {"-U_FORTIFY_SOURCE", "-U__CUDA__", "-D__CUDACC__=1", "-D__NVCC__=1", "-D__FENCEPOST__=1",
                   "-D__CUDACC_VER_BUILD__=0"});
  append_cuda_version(command, options);
  if (options.hip) append(command, {"-D__HIP__=1", "-D__HIPCC__=1", "-D__HIP_PLATFORM_AMD__=1"});
  if (options.warp_size != NvccOptions().warp_size) {
    command.push_back("-D__FENCEPOST_WARP_SIZE__=" + std::to_string(options.warp_size));
  }
  if (options.relocatable) command.emplace_back("-D__CUDACC_RDC__=1");
  if (!options.check) command.emplace_back("-D__FENCEPOST_NO_CHECK__=1");
  if (options.refuse_unsupported) command.emplace_back("-D__FENCEPOST_REFUSES__=1");
  if (options.extended_lambda) command.emplace_back("-D__CUDACC_EXTENDED_LAMBDA__=1");
  if (options.relaxed_constexpr) command.emplace_back("-D__CUDACC_RELAXED_CONSTEXPR__=1");
  if (options.device_debug) command.emplace_back("-D__CUDACC_DEBUG__=1");
  append(command, options.architectures.common_definitions());
  append(command, {"-include", "cuda_runtime.h"});                      // Before what the user includes so.
  if (options.hip) append(command, {"-include", "hip/hip_runtime.h"});  // Thrust's for HIP brings it.
  append_preprocess_flags(command, options, toolchain);
  if (options.contracts != Contracts::kComments) append(command, {"-include", "fencepost/contract_value.h"});
  if (options.record_locals) append(command, {"-include", "fencepost/scope.h"});
}

Command host_command(const NvccOptions& options, const Toolchain& toolchain, const Input& source) {
  Command command = {toolchain.compiler,
                     "-x",
                     source.language == Language::kC ? "c" : "c++",
                     "-g",
                     options.shared_runtime ? "-fPIC" : "-fPIE",
                     options.optimisation};
  append_include_directories(command, toolchain);
  append_headers_version(command, options);
  if (source.language == Language::kCxx) command.push_back("-std=" + options.standard);
  append_preprocess_flags(command, options, toolchain);
  append(command, options.compile_flags);
  return command;
}

}  // namespace

Command clang_arguments(const NvccOptions& options, const Toolchain& toolchain) {
  Command arguments;
  if (!toolchain.clang_directory.empty()) append(arguments, {"-resource-dir", toolchain.clang_directory});
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

std::string library_option(const std::string& toolkit) { return "-L" + toolkit + "/lib64"; }

namespace {

/// A shared library, or a program that loads the runtime's.
Command shared_link_command(const NvccOptions& options, const Toolchain& toolchain,
                            const std::vector<std::string>& objects, const std::string& output) {
  const std::string libraries = toolchain.shared_toolkit_directory + "/lib64";
  Command command = {toolchain.compiler, "-o", output};
  if (options.shared) command.emplace_back("-shared");
  append(command, objects);
  append(command, {library_option(toolchain.shared_toolkit_directory), "-Wl,-rpath," + libraries});
  append(command, options.link_flags);
  append(command, {"-Wl,--no-as-needed", "-lfencepost_cuda", "-Wl,--as-needed", "-lrt", "-lpthread", "-ldl"});
  return command;
}

}  // namespace

Command link_command(const NvccOptions& options, const Toolchain& toolchain, const std::vector<std::string>& objects,
                     const std::string& output) {
  if (options.shared_runtime) return shared_link_command(options, toolchain, objects, output);
  Command command = {toolchain.compiler, "-no-pie", "-o", output};
  // LLVM's linker takes half the time; but g++'s own objects of -flto are known to g++'s plugin for the other one
  // alone.
  const auto optimises_late = [](const std::string& flag) { return flag.starts_with("-flto"); };
  if (!toolchain.lld_directory.empty() && std::ranges::none_of(options.link_flags, optimises_late)) {
    append(command, {"-B" + toolchain.lld_directory, "-fuse-ld=lld"});
  }
  append(command, objects);
  // Ours before any -L of the user, who may name the folder of an installed toolkit.
  command.push_back(library_option(toolchain.toolkit_directory));
  if (!toolchain.bundled_directory.empty()) command.push_back("-Wl,-rpath," + toolchain.bundled_directory);
  // CUDA sources call LLVM's OpenMP runtime, which knows the calls of g++'s objects, too, and must be found first.
  if (std::ranges::find(options.link_flags, "-fopenmp") != options.link_flags.end()) {
    append(command, {"-L" FENCEPOST_LLVM_LIBRARIES, "-lomp"});
  }
  append(command, options.link_flags);
  append(command, {"-lcudadevrt", "-lcudart_static", "-lrt", "-lpthread", "-ldl"});
  return command;
}

}  // namespace fencepost::compiler
