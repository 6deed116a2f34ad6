// Numbers that counters of atomic additions give: each of them once.
#pragma once

#include "cli/prove/questions.h"

namespace fencepost::cli::symbolic {

/// An atomic addition of a constant whose result is known as a value, to one known object.
bool is_count(const compiler::SymbolicKernel& kernel, const compiler::SymbolicAccess& access);

/// Tells that what two threads, on their ways to these accesses, were given by the same counter differs. In two blocks
/// so does what each of them reads of its shared memory, if nothing but such a number is ever written there: what one
/// thread takes for its block. Returns whether it told of such, which takes for granted that the block has written it.
bool add_counts(const Questions& questions, Scene& scene, const Visit& a, const Visit& b, const IntervalGraph& interval,
                bool between_blocks);

}  // namespace fencepost::cli::symbolic
