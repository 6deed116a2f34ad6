#include "cli/draw/drawing_frame.h"

#include <algorithm>
#include <stdexcept>

#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

using detector::PermissionPattern;
using detector::with_commas;

/// Of a drawing, also if the user's ranges have more: a browser copes with that many, a reader does not.
constexpr std::uint64_t kMaxElements = 8192;
constexpr std::uint64_t kMaxCells = 200'000;

std::uint64_t interval_count(const PermissionPattern& pattern) {
  return pattern.intervals.empty() ? 0 : std::uint64_t{pattern.intervals.back().index} + 1;
}

std::string span(std::uint64_t first, std::uint64_t last) {
  return with_commas(first) + (first == last ? "" : " to " + with_commas(last));
}

std::string option_range(std::uint64_t first, std::uint64_t last) {
  return std::to_string(first) + (first == last ? "" : "-" + std::to_string(last));
}

/// At most `limit` numbers below `total`, beginning a little before `wanted`.
NumberRange window(std::uint64_t total, std::uint64_t limit, std::uint64_t wanted) {
  constexpr std::uint64_t kAlignment = 8;
  if (total <= limit) return {0, total - 1};
  const std::uint64_t first = std::min(wanted - wanted % kAlignment, total - limit);
  return {first, first + limit - 1};
}

/// The lowest element that is used in the intervals that are drawn.
std::uint64_t first_used(const PermissionPattern& pattern, const NumberRange& intervals) {
  std::uint64_t first = pattern.elements;
  for (const detector::PermissionInterval& interval : pattern.intervals) {
    if (intervals.contains(interval.index) && !interval.cells.empty())
      first = std::min(first, interval.cells.front().element);
  }
  return first == pattern.elements ? 0 : first;
}

/// The indices of an element by the array's own dimensions: "[1][4]".
std::string indices(const std::vector<std::uint64_t>& dimensions, std::uint64_t element) {
  std::string text;
  for (auto bound = dimensions.rbegin(); bound != dimensions.rend(); ++bound) {
    text.insert(0, "[" + std::to_string(element % *bound) + "]");
    element /= *bound;
  }
  return text;
}

NumberRange cut_to(const NumberRange& range, std::uint64_t limit) {
  return {range.first, std::min(range.last, range.first + std::max<std::uint64_t>(limit, 1) - 1)};
}

}  // namespace

void check_ranges(const PermissionPattern& pattern, const DrawingRequest& request) {
  if (request.elements && request.elements->first >= pattern.elements) {
    throw std::runtime_error("--elements " + option_range(request.elements->first, request.elements->last) + ": " +
                             pattern.array + " has " + detector::count_of(pattern.elements, "element", "elements") +
                             "; give a range within 0-" + std::to_string(pattern.elements - 1));
  }
  const std::uint64_t count = interval_count(pattern);
  if (request.intervals && request.intervals->first >= count) {
    throw std::runtime_error("--intervals " + option_range(request.intervals->first, request.intervals->last) +
                             ": the block has " + detector::count_of(count, "interval", "intervals") +
                             "; give a range within 0-" + std::to_string(std::max<std::uint64_t>(count, 1) - 1));
  }
}

DrawingFrame frame_of(const PermissionPattern& pattern, const DrawingRequest& request, const DrawingLimits& limits) {
  check_ranges(pattern, request);
  DrawingFrame frame{.pattern = &pattern, .row_length = pattern.elements};
  if (request.columns != 0) {
    frame.row_length = std::min(request.columns, pattern.elements);
    frame.is_regrouped = true;
  } else if (pattern.dimensions.size() > 1) {
    frame.row_length = pattern.dimensions.back();
  }
  frame.is_matrix = frame.row_length < pattern.elements;
  const std::uint64_t all_rows = (pattern.elements + frame.row_length - 1) / frame.row_length;

  const std::uint64_t count = std::max<std::uint64_t>(interval_count(pattern), 1);
  frame.intervals = {0, std::min(count, limits.intervals) - 1};
  if (request.intervals) frame.intervals = {request.intervals->first, std::min(request.intervals->last, count - 1)};

  if (request.elements) {
    const std::uint64_t first = request.elements->first;
    const std::uint64_t last = std::min(request.elements->last, pattern.elements - 1);
    frame.rows = {first / frame.row_length, last / frame.row_length};
    frame.columns = {0, frame.row_length - 1};
    if (frame.rows.count() == 1) frame.columns = {first % frame.row_length, last % frame.row_length};
  } else {
    const std::uint64_t first = first_used(pattern, frame.intervals);
    frame.rows = window(all_rows, limits.rows, first / frame.row_length);
    const bool is_short = !frame.is_matrix && pattern.elements <= limits.whole;
    const std::uint64_t limit = frame.is_matrix ? limits.matrix_columns : is_short ? limits.whole : limits.columns;
    frame.columns = window(frame.row_length, limit, first % frame.row_length);
  }
  const NumberRange columns = frame.columns, rows = frame.rows, intervals = frame.intervals;
  frame.columns = cut_to(frame.columns, kMaxElements);
  frame.rows = cut_to(frame.rows, kMaxElements / frame.columns.count());
  frame.intervals = cut_to(frame.intervals, kMaxCells / (frame.rows.count() * frame.columns.count()));
  // What the user has chosen needs no remark.
  frame.elements_cut = !request.elements || frame.columns.last < columns.last || frame.rows.last < rows.last;
  frame.intervals_cut = !request.intervals || frame.intervals.last < intervals.last;
  return frame;
}

std::optional<std::size_t> DrawingFrame::position_of(std::uint64_t element) const {
  const std::uint64_t row = element / row_length, column = element % row_length;
  if (!rows.contains(row) || !columns.contains(column)) return std::nullopt;
  return static_cast<std::size_t>((row - rows.first) * columns.count() + (column - columns.first));
}

void DrawingFrame::name_cells(Drawing& drawing) const {
  drawing.is_matrix = is_matrix;
  for (std::uint64_t column = columns.first; column <= columns.last; ++column) {
    const std::string number = (is_matrix && is_regrouped ? "+" : "") + std::to_string(column);
    drawing.column_names.push_back(pattern->elements == 1 ? "value" : number);
  }
  const std::vector<std::uint64_t> flat = {pattern->elements};
  const std::vector<std::uint64_t>& own = pattern->dimensions.empty() ? flat : pattern->dimensions;
  const std::vector<std::uint64_t> leading(own.begin(), own.end() - 1);
  for (std::uint64_t row = rows.first; row <= rows.last; ++row) {
    drawing.row_names.push_back(!is_matrix     ? std::string()
                                : is_regrouped ? std::to_string(row * row_length)
                                               : indices(leading, row));
    for (std::uint64_t column = columns.first; column <= columns.last; ++column) {
      const std::uint64_t element = row * row_length + column;
      const bool exists = element < pattern->elements;
      drawing.elements.push_back(exists ? element : Drawing::kNoElement);
      drawing.element_indices.push_back(!exists                  ? std::string()
                                        : pattern->elements == 1 ? std::string()
                                                                 : indices(own, element));
    }
  }
}

std::vector<std::string> DrawingFrame::notes() const {
  std::vector<std::string> notes;
  const std::uint64_t all_intervals = interval_count(*pattern);
  if (elements_cut && !rest_of().empty()) {
    const std::uint64_t next = is_matrix ? (rows.last + 1) * row_length : columns.last + 1;
    const std::uint64_t step = is_matrix ? rows.count() * row_length : columns.count();
    std::string text =
        is_matrix
            ? "Drawn: rows " + span(rows.first, rows.last) + ", columns " + span(columns.first, columns.last) + " of " +
                  with_commas((pattern->elements + row_length - 1) / row_length) + " x " + with_commas(row_length) + "."
            : "Drawn: elements " + span(columns.first, columns.last) + " of " + with_commas(pattern->elements) + ".";
    if (next < pattern->elements) {
      text += " --elements " + option_range(next, std::min(next + step, pattern->elements) - 1) + " draws the next" +
              (is_matrix ? " rows." : " ones.");
    } else {
      text += " --elements 0-" + std::to_string(step - 1) + " draws the first ones.";
    }
    notes.push_back(text);
  }
  if (intervals_cut && intervals.count() < all_intervals) {
    std::string text =
        "Drawn: intervals " + span(intervals.first, intervals.last) + " of " + with_commas(all_intervals) + ".";
    if (intervals.last + 1 < all_intervals) {
      const std::uint64_t last = std::min(intervals.last + intervals.count(), all_intervals - 1);
      text += " --intervals " + option_range(intervals.last + 1, last) + " draws the next ones.";
    }
    notes.push_back(text);
  }
  return notes;
}

std::string DrawingFrame::rest_of() const {
  const std::uint64_t all_rows = (pattern->elements + row_length - 1) / row_length;
  if (columns.count() == row_length && rows.count() == all_rows) return {};
  if (is_matrix) return "elements outside the drawing";
  if (columns.first == 0) return "elements " + span(columns.last + 1, row_length - 1);
  if (columns.last == row_length - 1) return "elements " + span(0, columns.first - 1);
  return "elements " + span(0, columns.first - 1) + " and " + span(columns.last + 1, row_length - 1);
}

}  // namespace fencepost::cli
