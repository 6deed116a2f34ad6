// Which calls of the host led to a call of the runtime.
#pragma once

#include <span>

namespace fencepost::sim {

/// Return addresses in the program's own code, innermost first: `pc`, that of a call which the calling OS thread is in,
/// then those of the calls around it, as far as main() or the begin of the thread, 32 at most. Only `pc` if it is in
/// none, or in a kernel. The same list each time, which is never destroyed. Costs some microseconds. Thread safety:
/// full.
std::span<const void* const> host_stack(const void* pc);

}  // namespace fencepost::sim
