// The report for services that show test results: JUnit's XML, as Jenkins, GitLab and others read it.
#pragma once

#include <string>

#include "detector/model/finding.h"
#include "detector/model/options.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

/// One suite with a case for each kernel that was launched, and one called "program" for what is of no kernel: leaks,
/// wrong calls, races of the host, the exit status. A case has one failure that tells all of its findings at the level
/// `fail_on`, other findings in its output; kernels that --kernel left out are skipped. A run of which nothing was
/// checked, or that ended early, is an error of "program".
std::string render_junit(const detector::Report& report, detector::Symboliser& symboliser, detector::FailOn fail_on);

}  // namespace fencepost::cli
