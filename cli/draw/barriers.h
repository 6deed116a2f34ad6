// The list of a run's barriers, for a terminal.
#pragma once

#include <string>
#include <vector>

#include "cli/draw/text.h"
#include "detector/model/permission_pattern.h"

namespace fencepost::cli {

/// Each barrier with what it is for: the conflicts it separates, the most frequent first, or that it separates nothing.
/// Ends with a newline.
std::string barriers_text(const std::vector<detector::BarrierPurpose>& barriers, const TextDrawingStyle& style);

}  // namespace fencepost::cli
