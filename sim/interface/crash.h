// A crash of the program's host part: the report is written before the process ends.
#pragma once

namespace fencepost::sim {

/// Starts the OS thread that tell_crash() may need, once per process; on it the function is called first.
void prepare_for_crashes(void (*note_own_thread)());

/// From a signal handler: has observers().process->on_host_crash(signal) called, here or, where the crash came in the
/// middle of malloc or free, whose locks this thread then holds for good, on the thread prepared. Returns when that is
/// done. Only the first call does so: one that comes from within it returns at once, one of another thread
/// never. A report that takes longer than half a minute ends the process. Thread safety: any thread.
void tell_crash(int signal);

}  // namespace fencepost::sim
