// Drawings of permission patterns for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/draw/drawing.h"

namespace fencepost::cli {

struct TextDrawingStyle {
  std::size_t width = 72;  ///< No line is wider, except where a single word is.
  bool colour = false;     ///< ANSI escapes; without them a conflict is marked with '!'.
};

/// What a terminal shows of an array unless told otherwise: a few screenfuls.
inline constexpr DrawingLimits kTextLimits = {
    .whole = 32, .columns = 16, .matrix_columns = 16, .rows = 16, .intervals = 40, .characters = 14};

/// The pattern as a table, in bands if it is wide, with its headline, notes and what changed. Ends with a newline.
std::string draw_text(const Drawing& drawing, const TextDrawingStyle& style);

/// The legend that stands once under all drawings of a run, which must not be none. Ends with a newline.
std::string legend_text(const std::vector<Drawing>& drawings, const TextDrawingStyle& style);

/// As wide as the terminal on `descriptor`, or 72; coloured if it is one that wants colour (NO_COLOR, TERM=dumb).
TextDrawingStyle drawing_style(int descriptor);

}  // namespace fencepost::cli
