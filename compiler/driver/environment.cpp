#include "compiler/driver/environment.h"

#include <cstdlib>

#include "compiler/driver/commands.h"
#include "compiler/driver/process.h"

#ifndef FENCEPOST_VERSION
#define FENCEPOST_VERSION "0.1.0"
#endif

namespace fencepost::compiler {

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
