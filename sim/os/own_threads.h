// The OS threads of the process that are the runtime's, not the program's.
#pragma once

namespace fencepost::sim {

/// The calling OS thread is one, as long as it lives. May be told again. Thread safety: full.
void note_own_thread();

/// How many threads the program has, the first one included; 0 if it cannot be told. Where a library has threads of its
/// own, such as TBB those of a program's, these count as the program's. Thread safety: full.
unsigned program_threads();

}  // namespace fencepost::sim
