// Inputs for ways of branches that none went, by asking Z3.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/fuzz/inputs/space.h"
#include "cli/fuzz/ways.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli {

/// Thread safety: none.
class FuzzSolver {
 public:
  /// Of kernel `name` in `file`, which is compiled when it is asked for the first time. `block` and `grid`: sizes that
  /// do not vary, where they are numbers, as --block and --grid take them.
  FuzzSolver(std::string file, std::string name, std::vector<std::string> compiler_arguments, const std::string& block,
             const std::string& grid);
  ~FuzzSolver();
  FuzzSolver(const FuzzSolver&) = delete;
  FuzzSolver& operator=(const FuzzSolver&) = delete;

  /// Inputs that may go ways of branches at these lines of the kernel's file, each way asked for once. None if nothing
  /// can be said of the kernel.
  std::vector<FuzzInput> inputs_for(const std::set<std::uint32_t>& lines, const FuzzSpace& space);

 private:
  void read();

  const std::string file_, name_;
  const std::vector<std::string> compiler_arguments_;
  symbolic::FixedDimensions fixed_;
  bool is_read_ = false;
  compiler::SymbolicKernel kernel_;
  std::unique_ptr<symbolic::Ways> ways_;
};

}  // namespace fencepost::cli
