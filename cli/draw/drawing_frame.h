// Which part of a pattern is drawn: the window of elements and intervals, as rows and columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/draw/drawing.h"

namespace fencepost::cli {

struct DrawingFrame {
  const detector::PermissionPattern* pattern = nullptr;
  std::uint64_t row_length = 1;  ///< Elements of a row of the whole array.
  bool is_matrix = false;
  bool is_regrouped = false;  ///< The rows are those of --columns, not the array's own.
  NumberRange rows, columns;  ///< Of the whole array; a flat array has the one row 0.
  NumberRange intervals;
  bool elements_cut = false, intervals_cut = false;  ///< Less is drawn than the user asked for, or there is.

  /// Where the element stands among Drawing::elements; nullopt if it is not drawn.
  [[nodiscard]] std::optional<std::size_t> position_of(std::uint64_t element) const;
  /// Fills in rows, columns and elements with their names.
  void name_cells(Drawing& drawing) const;
  /// What is left out, and the options that show it.
  [[nodiscard]] std::vector<std::string> notes() const;
  /// "elements 64 to 1,023"; "" if all elements are drawn.
  [[nodiscard]] std::string rest_of() const;
};

/// Throws std::runtime_error as make_drawing() does.
DrawingFrame frame_of(const detector::PermissionPattern& pattern, const DrawingRequest& request,
                      const DrawingLimits& limits);
void check_ranges(const detector::PermissionPattern& pattern, const DrawingRequest& request);

}  // namespace fencepost::cli
