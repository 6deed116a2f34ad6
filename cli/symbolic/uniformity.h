// Which values are the same for all threads of a block, or of a warp, that compute them in the same iterations of the
// loops around.
#pragma once

#include <vector>

#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

struct Uniformity {
  std::vector<bool> values;  ///< Of the kernel.
  std::vector<bool> loops;   ///< All threads leave the loop in the same iteration, by the same edge.
};

/// Objects that are never written: what is read from them depends on the address alone.
std::vector<bool> constant_objects(const compiler::SymbolicKernel& kernel, bool may_alias);

/// Where what is read depends on the address alone.
struct FixedContents {
  std::vector<bool> objects;  ///< As constant_objects().
  /// Accesses: reads of the block's shared memory, in intervals in which nobody writes it. All threads of the block
  /// that read an address in one interval read the same.
  std::vector<bool> reads;
};
FixedContents fixed_contents(const compiler::SymbolicKernel& kernel, bool may_alias);

/// The objects that a pointer's object may be; empty: any.
std::vector<int> possible_objects(const compiler::SymbolicKernel& kernel, int value);

enum class UniformFor : std::uint8_t { kBlock, kWarp, kWarpInRow };

/// kWarpInRow: the kernel reads but the first dimension of threadIdx, so that threadIdx.x / 32 is the same for a warp.
Uniformity uniformity_of(const compiler::SymbolicKernel& kernel, const FixedContents& fixed, UniformFor threads);

/// Whether, of those that come to `from`, which all ways to `block` go through, all or none come to `block`, before
/// they come to `from` again.
bool reached_together(const compiler::SymbolicKernel& kernel, const Uniformity& uniformity, int block, int from);

}  // namespace fencepost::cli::symbolic
