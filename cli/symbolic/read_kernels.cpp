#include "cli/symbolic/read_kernels.h"

#include <stdexcept>

#include "cli/base/checked_program.h"
#include "compiler/driver/options.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli::symbolic {

int read_kernels(const std::string& file, const std::vector<std::string>& compiler_arguments, ChildOutput output,
                 std::vector<compiler::SymbolicKernel>& kernels) {
  constexpr int kInterruptedCompiler = 128;
  const compiler::TemporaryDirectory directory;
  const std::string written = directory.file("kernels");
  std::vector<std::string> words = {
      beside_this_program("fencepost-nvcc"), "--symbolic", "-x", compiler::device_language(file), file, "-o", written};
  words.insert(words.end(), compiler_arguments.begin(), compiler_arguments.end());
  const ChildEnd end = run_child(words, {}, output);
  if (!end.error.empty()) throw std::runtime_error("cannot run the compiler: " + end.error);
  if (end.signal != 0) throw std::runtime_error("the compiler was ended by signal " + std::to_string(end.signal));
  if (end.status != 0) {
    const bool is_told = end.status == kBadUsage || end.status > kInterruptedCompiler;
    return is_told ? end.status : kDoesNotCompile;
  }
  kernels = compiler::parse_symbolic_kernels(compiler::read_file(written));
  return 0;
}

}  // namespace fencepost::cli::symbolic
