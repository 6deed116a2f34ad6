// What the processes below a `fencepost check` have left in its folder, as one report.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <utility>

#include "cli/base/child_process.h"
#include "detector/model/finding.h"
#include "detector/report/fingerprint.h"

namespace fencepost::cli {

struct Collected {
  detector::Report report;
  bool lost_findings = false;     ///< A process could not write down what it found.
  bool has_not_compiled = false;  ///< A source does not compile.
};

/// Reads the journals in `folder`. `ends`: of processes whose end is known. At most `most` findings; what `baseline`
/// (may be null) knows does not count. Files and programs below the working directory are named from there. The order
/// of the processes is that of their command lines, then of their starts.
Collected collect(const std::string& folder, const std::map<pid_t, ChildEnd>& ends, std::size_t most,
                  const detector::Baseline* baseline);

/// A process below the check that is still running has a journal there.
bool has_running_process(const std::string& folder);

}  // namespace fencepost::cli
