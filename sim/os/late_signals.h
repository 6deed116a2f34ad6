// Signals that come while a launch lasts, which its own thread does not take (held_signals.h).
#pragma once

namespace fencepost::sim {

/// Starts the OS thread that takes them, with `own_handler` known to be the runtime's. Its clock ticks 20 times a
/// second while there are launches. Of a launch that it has seen twice it takes
///  - at once what the program has no handler for: Ctrl-C, Ctrl-Z, SIGTERM;
///  - after a second also what the program handles: its handlers then run on that thread, beside the kernel.
///
/// It blocks what the thread that launched blocked, and no handler runs on it when the launch has ended.
void take_late_signals(void (*own_handler)(int));

/// The calling OS thread is that one.
bool takes_late_signals();

/// The calling OS thread, on which signals are held, begins a launch; it ends it. Launches take turns.
void launch_begins();
void launch_ends();

}  // namespace fencepost::sim
