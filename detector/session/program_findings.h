// The findings for the code of the checked program itself: <fencepost/findings.h>, which refers to these functions
// weakly.
#pragma once

#include "detector/findings/findings.h"

namespace fencepost::detector {

/// From now on the program's code is told of these. Before the first launch.
void give_findings_to_program(Findings& findings);

}  // namespace fencepost::detector
