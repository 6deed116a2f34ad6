// Drawings of permission patterns as one SVG picture, for slides and papers.
#pragma once

#include <string>
#include <vector>

#include "cli/draw/drawing.h"

namespace fencepost::cli {

inline constexpr DrawingLimits kSvgLimits = {
    .whole = 64, .columns = 32, .matrix_columns = 16, .rows = 16, .intervals = 40, .characters = 14};

/// All drawings, one below the other, with the legend. Self-contained; light and dark; each cell tells more when
/// pointed at. `drawings` must not be empty.
std::string draw_svg(const std::vector<Drawing>& drawings);

}  // namespace fencepost::cli
