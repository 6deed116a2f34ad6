#include "compiler/driver/environment.h"

#include <array>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

#include "compiler/driver/commands.h"
#include "compiler/driver/hip_options.h"
#include "compiler/driver/options.h"
#include "compiler/driver/process.h"

#ifndef FENCEPOST_VERSION
#define FENCEPOST_VERSION "0.1.0"
#endif

namespace fencepost::compiler {
namespace {

struct Flags {
  const char* variable;
  std::string_view option;  ///< Whose value the variable is; none if it holds options.
  bool in_front;
};

constexpr std::array kNvcc = {Flags{"NVCC_PREPEND_FLAGS", "", true}, Flags{"NVCC_CCBIN", "-ccbin=", true},
                              Flags{"NVCC_APPEND_FLAGS", "", false}};
constexpr std::array kHipcc = {Flags{"HIPCC_COMPILE_FLAGS_APPEND", "", false},
                               Flags{"HIPCC_LINK_FLAGS_APPEND", "", false}};

std::span<const Flags> flags_for(const std::vector<std::string>& arguments) {
  return of_hipcc(arguments) ? std::span<const Flags>(kHipcc) : std::span<const Flags>(kNvcc);
}

std::string_view value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr ? value : "";
}

}  // namespace

std::vector<std::string> with_environment(const std::vector<std::string>& arguments) {
  std::vector<std::string> front, back;
  for (const Flags& flags : flags_for(arguments)) {
    std::vector<std::string>& words = flags.in_front ? front : back;
    const std::string_view value = value_of(flags.variable);
    if (value.empty()) continue;
    if (flags.option.empty()) {
      for (std::string& word : split_words(value)) words.push_back(std::move(word));
    } else {
      words.push_back(std::string(flags.option) + std::string(value));
    }
  }
  front.insert(front.end(), arguments.begin(), arguments.end());
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

std::string variables_with_flags(const std::vector<std::string>& arguments) {
  std::string lines;
  for (const Flags& flags : flags_for(arguments)) {
    const std::string_view value = value_of(flags.variable);
    if (!value.empty()) lines += "#$ " + std::string(flags.variable) + "=\"" + std::string(value) + "\"\n";
  }
  return lines;
}

std::string environment_lines(const Toolchain& toolchain, bool shared_runtime) {
  const std::string& top = shared_runtime ? toolchain.shared_toolkit_directory : toolchain.toolkit_directory;
  const char* path = std::getenv("PATH");
  const auto line = [](const std::string& name, const std::string& value) { return "#$ " + name + "=" + value + "\n"; };
  // The simulated device is of compute capability 9.0.
  return line("_HERE_", top + "/bin") + line("TOP", top) + line("NVVMIR_LIBRARY_DIR", top + "/nvvm/libdevice") +
         line("PATH", top + "/bin:" + (path != nullptr ? path : "")) +
         line("INCLUDES", shell_quoted("-I" + top + "/include")) +
         line("LIBRARIES", shell_quoted(library_option(top))) + line("DEFAULT_ARCH", "-arch compute_90");
}

std::string clangd_configuration(const Toolchain& toolchain) {
  return "If:\n  PathMatch: .*\\.cuh?\nCompileFlags:\n"
         "  Remove: [-forward-unknown-to-host-compiler, --generate-code=*, -gencode*, -arch*, --gpu-architecture=*, "
         "-rdc=*, "
         "-ccbin*, -Xcompiler*, -Xptxas*, -Xcudafe*, -Xfatbin*, --expt-*, --extended-lambda, --options-file, "
         "-lineinfo, "
         "--use_fast_math, -G, -x]\n"
         "  Add: [-xcuda, --cuda-host-only, -nocudainc, -nocudalib, -Wno-unknown-cuda-version, -std=gnu++17, "
         "-Xclang, "
         "-fcuda-allow-variadic-functions, -D__CUDACC__, -D__NVCC__, -I" +
         toolchain.toolkit_directory + "/include, -include, fencepost_editor.h]\n";
}

std::string version_text(const std::string& cuda_version) {
  return "fencepost-nvcc " FENCEPOST_VERSION
         ", which takes the options of nvcc: NVIDIA (R) Cuda compiler driver\n"
         "Cuda compilation tools, release " +
         cuda_version + ", V" + cuda_version + ".0, as understood by Fencepost\n";
}

}  // namespace fencepost::compiler
