// Which kernel of a file is meant.
#pragma once

#include <string>
#include <vector>

#include "cli/kernel/host_program.h"
#include "compiler/survey/kernel_list.h"

namespace fencepost::cli {

/// `dir/scan.cu:ns::scan<float, 256>` taken apart.
struct KernelTarget {
  std::string file;
  std::string name;       ///< `ns::scan`; empty: none was given.
  std::string arguments;  ///< `float, 256`
  bool has_arguments = false;
  std::string types;  ///< `float*, int`, of `scan(float*, int)`, which tells overloads apart.
  bool has_types = false;
};

/// Throws ArgumentError if there is no file in it.
KernelTarget parse_target(const std::string& text);

/// The compiler said what was wrong, or was interrupted: the exit status that follows.
struct CompilerFailed {
  int status = 0;
};

/// Asks the compiler for the kernels of a source; `quiet`: its messages are not wanted. Throws CompilerFailed;
/// std::runtime_error if it cannot be asked.
compiler::KernelList listed_kernels(const std::string& source, bool quiet,
                                    const std::vector<std::string>& compiler_arguments);

struct ChosenKernel {
  compiler::ListedKernel kernel;
  bool has_main = false;  ///< The file has.
  bool overloaded = false;
};

/// Asks the compiler for one. Throws ArgumentError if it is none of them or more than one, and lists them;
/// CompilerFailed; std::runtime_error if the compiler cannot be asked.
ChosenKernel choose_kernel(const KernelTarget& target, const std::vector<std::string>& compiler_arguments);

}  // namespace fencepost::cli
