// What a checked program tells of its launches while they run.
#pragma once

#include "detector/model/options.h"
#include "detector/monitor/monitor.h"

namespace fencepost::detector {

/// On a terminal: a line of progress for launches that take longer than two seconds, unless --quiet. With --verbose: a
/// line for each launch as it ends. Neither costs a launch more than a call. `monitor` must outlive the process' end.
void tell_of_launches(Monitor& monitor, const Options& options);

/// Takes the line of progress away for ever: a report comes. Any thread, also in a signal handler.
void end_launch_progress();

}  // namespace fencepost::detector
