// What Debian's archives of clang and LLVM ask for, and fencepost-nvcc does without.
#include <llvm/Passes/PassPlugin.h>
#include <sys/random.h>

#include <cstdint>

/// Polly, an optimiser that is used only when options of its own name it.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "", [](llvm::PassBuilder&) {}};
}

/// Names of temporary files. The C library has it since 2.36 only, which would keep the wheel from older systems.
extern "C" std::uint32_t arc4random() {
  std::uint32_t number = 0;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
  }
  return number;
}
