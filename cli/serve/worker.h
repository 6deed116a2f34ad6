// A process for each run: bounds are kept by one that does nothing else.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace fencepost::cli {

/// Forks a process that calls `work`, which is to end soon when its argument says no: after end_worker(), when this
/// process ends, or by Ctrl-C. $TMPDIR is `folder` there; no file of this process is open. Returns 0 if there cannot be
/// one more. This process has one thread.
pid_t start_worker(const std::string& folder, const std::function<void(const std::function<bool()>& goes_on)>& work);

/// Asks it to end.
void end_worker(pid_t worker);

}  // namespace fencepost::cli
