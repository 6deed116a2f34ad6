// The sentences of a finding: what is wrong, and what to do about it.
#pragma once

#include <string>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// One sentence on what is wrong, from the facts in `finding` (its own `message` is not looked at).
std::string message_for(const Finding& finding);

/// One sentence on what to do; likewise.
std::string hint_for(const Finding& finding);

/// Fills `message` and `hint` where they are empty.
void advise(Finding& finding);

}  // namespace fencepost::detector
