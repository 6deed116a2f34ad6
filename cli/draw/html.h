// Drawings of permission patterns as one HTML page.
#pragma once

#include <string>
#include <vector>

#include "cli/draw/drawing.h"

namespace fencepost::cli {

inline constexpr DrawingLimits kHtmlLimits = {
    .whole = 1024, .columns = 1024, .matrix_columns = 64, .rows = 64, .intervals = 64, .characters = 14};

/// A page without anything from elsewhere: tables that scroll inside their own box, for phones and desks, light and
/// dark, by mouse, touch and keyboard. `drawings` must not be empty.
std::string draw_html(const std::vector<Drawing>& drawings);

}  // namespace fencepost::cli
