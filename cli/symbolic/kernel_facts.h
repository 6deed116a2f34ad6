// What is known of a kernel before any question is asked.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/symbolic/arithmetic.h"
#include "cli/symbolic/interval_graph.h"
#include "cli/symbolic/uniformity.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

/// How a value changes from one iteration of a loop to the next: of a phi at the loop's header.
struct LoopForm {
  enum Kind : std::uint8_t {
    kUnknown,
    kAffine,  ///< By the sum of `steps`, each time the same.
    kPowers,  ///< It is one of `values`: a power of two that is doubled or halved, a flag that is switched.
  };
  Kind kind = kUnknown;
  int loop = -1;
  int first = -1;                          ///< The value that it begins with.
  int next = -1;                           ///< The value that it has in the next iteration.
  std::vector<std::pair<int, int>> steps;  ///< +1 or -1, and a value.
  bool no_signed_wrap = false;
  std::vector<Wide> values;
  int bound = -1;  ///< A value that does not change: only with less, as signed, is the loop gone round. -1: none known.
};

/// Invariants of a phi at a loop's header that were proved by induction.
struct Invariants {
  bool not_negative = false;  ///< As signed.
  bool positive = false;
  bool not_below_first = false;  ///< At least what it began with, as signed.
  bool not_above_first = false;
  bool below_bound = false;  ///< Less than LoopForm::bound, or what it began with: it is left before it gets there.
};

/// Sizes of kBlockDim's and kGridDim's dimensions.
using FixedDimensions = std::map<std::pair<compiler::SymbolicOp, int>, std::int64_t>;

struct KernelFacts {
  KernelFacts(const compiler::SymbolicKernel& kernel, bool may_alias, std::set<int> powers_of_two,
              FixedDimensions fixed, Wrapping powers = Wrapping::kExact);

  const compiler::SymbolicKernel& kernel;
  mutable z3::context context;        ///< Of all questions: to make one takes longer than to answer most of them.
  const bool may_alias;               ///< Parameters that are pointers may point into one allocation.
  const std::set<int> powers_of_two;  ///< Values of which it is assumed.
  const FixedDimensions fixed;        ///< What is assumed of the launch; sizes beyond a device's limits are no facts.
  const FixedContents contents;
  Uniformity uniform;
  Uniformity of_warp;             ///< What the lanes of a warp have in common.
  std::vector<int> inner_loop;    ///< Of each block.
  std::map<int, LoopForm> forms;  ///< Of phis at headers.
  std::map<int, Invariants> invariants;
  std::set<int> wrapping;  ///< Values that double a power of two in a loop: that of the highest bit becomes 0.
  /// threadIdx or blockDim, or waits: else that dimension is 1, or it is assumed to be.
  std::vector<bool> reads_block_dim{false, false, false};
  std::vector<bool> reads_grid_dim{false, false, false};

  /// In whichever block: all ways from the entry to `block` go through `top`.
  [[nodiscard]] bool dominates(int top, int block) const;
  /// Computed anew from values that do not change in the loop.
  [[nodiscard]] bool is_invariant(int value, int loop) const;
};

}  // namespace fencepost::cli::symbolic
