// The profile for people.
#pragma once

#include <string>

#include "detector/model/profile.h"
#include "detector/report/text.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// For each kernel its figures, then the lines that cost most: at most five for lanes that wait, five for bank
/// conflicts, five for global memory. Ends with an empty line; empty if no kernel was launched. `symboliser` gives the
/// lines' text.
std::string render_profile(const Profile& profile, Symboliser& symboliser, const TextStyle& style);

}  // namespace fencepost::detector
