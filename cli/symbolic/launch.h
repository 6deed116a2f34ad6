// What the threads of one question have in common: the launch's shape and the kernel's arguments.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/symbolic/arithmetic.h"
#include "cli/symbolic/kernel_facts.h"

namespace fencepost::cli::symbolic {

/// Any launch that a device allows: at most 1024 threads a block, 1024 by 1024 by 64 of them, 2^31 - 1 by 65535 by
/// 65535 blocks. A dimension that the kernel never reads is 1. Assumed: a dimension of the grid has fewer than 2^31
/// threads.
class Launch {
 public:
  Launch(const KernelFacts& facts, Arithmetic& arithmetic);

  const Term& block_dim(int dimension) { return block_dim_[static_cast<std::size_t>(dimension)]; }
  const Term& grid_dim(int dimension) { return grid_dim_[static_cast<std::size_t>(dimension)]; }
  /// Of thread 1 or 2.
  const Term& thread_idx(int dimension, int thread);
  /// Of the block `thread` is in; of 0: the one block of both.
  const Term& block_idx(int dimension, int thread);
  /// blockIdx * blockDim, which does not wrap around.
  Term first_of_block(int dimension, int thread);
  Term threads_of_grid(int dimension);
  Term parameter(int value);
  /// The address that a pointer parameter has, if they may point into one allocation.
  Term address(int object);

  /// The two are different threads of one block; of two blocks.
  z3::expr two_threads();
  z3::expr two_blocks();
  /// What was assumed of the grid's size was needed.
  [[nodiscard]] bool assumed_grid() const { return assumed_grid_; }

  /// Values of parameters that a question named.
  [[nodiscard]] const std::map<int, Term>& parameters() const { return parameters_; }

 private:
  const KernelFacts& facts_;
  Arithmetic& arithmetic_;
  std::vector<Term> block_dim_, grid_dim_;
  std::map<std::pair<int, int>, Term> thread_idx_, block_idx_;
  std::map<int, Term> parameters_;
  bool assumed_grid_ = false;
};

}  // namespace fencepost::cli::symbolic
