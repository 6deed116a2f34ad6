#include "cli/draw/text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

using detector::Colour;
using detector::coloured;
using detector::width_of;

constexpr std::string_view kNotUsed = ".", kLost = "-";

std::string_view escape_of(Change change) {
  switch (change) {
    case Change::kHeld:
      return "";
    case Change::kGained:
      return "\033[1;34m";
    case Change::kLost:
      return "\033[2m";
    case Change::kParked:
      return "\033[32m";
    case Change::kConflict:
      return "\033[1;31m";
  }
  return "";
}

std::string painted(std::string_view text, Change change, bool enabled) {
  const std::string_view escape = escape_of(change);
  if (!enabled || escape.empty() || text.empty()) return std::string(text);
  return std::string(escape) + std::string(text) + "\033[0m";
}

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, width_of(text)), ' ');
}

std::string without_blanks_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Rows of cells with their labels, split into bands where they are too wide.
class Table {
 public:
  struct Row {
    std::string label;
    const DrawnCell* cells = nullptr;
  };

  Table(std::string corner, const std::vector<std::string>& columns, const TextDrawingStyle& style)
      : corner_(std::move(corner)), columns_(columns), style_(style) {}

  void add(Row row) { rows_.push_back(std::move(row)); }

  std::string text() const {
    std::size_t label_width = width_of(corner_);
    for (const Row& row : rows_) label_width = std::max(label_width, width_of(row.label));
    const std::size_t cell_width = widest_cell();
    const std::size_t room = style_.width - std::min(style_.width, label_width + 1);
    const std::size_t band = columns_in_band(room / (cell_width + 1));
    std::string result;
    for (std::size_t first = 0; first < columns_.size(); first += band) {
      if (first > 0) result += "\n";
      result += band_text(first, std::min(first + band, columns_.size()), label_width, cell_width);
    }
    return result;
  }

 private:
  std::size_t widest_cell() const {
    std::size_t width = 1;
    for (const std::string& name : columns_) width = std::max(width, width_of(name));
    for (const Row& row : rows_) {
      for (std::size_t i = 0; i < columns_.size(); ++i) width = std::max(width, width_of(plain(row.cells[i])));
    }
    return width;
  }

  std::size_t columns_in_band(std::size_t fitting) const {
    constexpr std::size_t kEight = 8;
    const std::size_t count = columns_.size();
    if (fitting >= count) return count;
    if (fitting >= kEight) return fitting / kEight * kEight;
    // Bands of equal width look better than a last one of a single column.
    const std::size_t most = std::max<std::size_t>(fitting, 1);
    const std::size_t bands = (count + most - 1) / most;
    return (count + bands - 1) / bands;
  }

  std::string plain(const DrawnCell& cell) const {
    if (cell.parts.empty()) return std::string(cell.lost ? kLost : kNotUsed);
    return cell.text() + (cell.conflict && !style_.colour ? "!" : "");
  }

  std::string drawn(const DrawnCell& cell) const {
    if (cell.parts.empty()) return painted(plain(cell), Change::kLost, style_.colour);
    if (!style_.colour) return plain(cell);
    std::string result;
    for (const DrawnPart& part : cell.parts)
      result += (result.empty() ? "" : " ") + painted(part.text, part.change, true);
    return result;
  }

  std::string band_text(std::size_t first, std::size_t last, std::size_t label_width, std::size_t cell_width) const {
    std::string line = padded(corner_, label_width) + " ";
    for (std::size_t i = first; i < last; ++i) line += " " + padded(columns_[i], cell_width);
    std::string result = coloured(without_blanks_at_end(line), Colour::kLabel, style_.colour) + "\n";
    for (const Row& row : rows_) {
      line = padded(row.label, label_width) + " ";
      std::size_t missing = 0;  // Blanks are added before the next cell, so that no line ends with some.
      for (std::size_t i = first; i < last; ++i) {
        line += std::string(missing + 1, ' ') + drawn(row.cells[i]);
        missing = cell_width - width_of(plain(row.cells[i]));
      }
      result += line + "\n";
    }
    return result;
  }

  std::string corner_;
  const std::vector<std::string>& columns_;
  const TextDrawingStyle& style_;
  std::vector<Row> rows_;
};

std::string paragraph(const std::string& text, const TextDrawingStyle& style) {
  return detector::wrapped(text, 0, style.width) + "\n";
}

std::string headline(const Drawing& drawing, const TextDrawingStyle& style) {
  std::string what = ": " + drawing.what;
  if (!drawing.declared.empty()) what += ", " + drawing.declared;
  std::string result = coloured(drawing.array, Colour::kPlace, style.colour) +
                       detector::wrapped(what, width_of(drawing.array), style.width) + "\n";
  constexpr std::size_t kMaxLinesOfKernel = 3;  // Names of instantiated templates can fill a page.
  result += paragraph(detector::cut(drawing.kernel, kMaxLinesOfKernel * style.width), style);
  result += paragraph(drawing.where, style);
  return result;
}

std::string label_of(const DrawnInterval& interval, std::size_t digits, bool full) {
  const std::string index = std::to_string(interval.index);
  return std::string(digits - std::min(digits, index.size()), ' ') + index + "  " +
         (full ? interval.after : interval.short_after);
}

std::size_t digits_of(const Drawing& drawing) {
  return drawing.intervals.empty() ? 1 : std::to_string(drawing.intervals.back().index).size();
}

std::string flat_text(const Drawing& drawing, const TextDrawingStyle& style) {
  const auto table_text = [&](bool full) {
    Table table("interval", drawing.column_names, style);
    for (const DrawnInterval& interval : drawing.intervals) {
      table.add({label_of(interval, digits_of(drawing), full), interval.cells.data()});
    }
    return table.text();
  };
  // The file's name in each row if there is room for it, else once.
  std::string full = table_text(true);
  const std::string brief = table_text(false);
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  if (drawing.barrier_file.empty() || lines(full) <= lines(brief)) return full;
  return paragraph("Barriers are named by their lines in " + drawing.barrier_file + ".", style) + "\n" + brief;
}

std::string matrix_text(const Drawing& drawing, const TextDrawingStyle& style) {
  std::string result;
  for (const DrawnInterval& interval : drawing.intervals) {
    if (!result.empty()) result += "\n";
    const std::string label = "interval " + std::to_string(interval.index) + ", " + interval.after;
    const bool is_blank = std::ranges::all_of(interval.cells, &DrawnCell::is_blank);
    result += coloured(label, Colour::kPlace, style.colour) + (is_blank ? ": not used\n" : "\n");
    if (is_blank) continue;
    Table table("", drawing.column_names, style);
    for (std::size_t row = 0; row < drawing.rows(); ++row) {
      table.add({drawing.row_names[row], interval.cells.data() + row * drawing.columns()});
    }
    result += table.text();
  }
  return result;
}

/// One line for each interval about the elements that are not drawn.
std::string rest_text(const Drawing& drawing, const TextDrawingStyle& style) {
  if (drawing.rest_of.empty()) return {};
  std::string result = "\nNot drawn: " + drawing.rest_of + "\n";
  std::size_t width = 0;
  for (const DrawnInterval& interval : drawing.intervals) {
    width = std::max(width, label_of(interval, digits_of(drawing), drawing.barrier_file.empty()).size());
  }
  for (const DrawnInterval& interval : drawing.intervals) {
    const std::string label = label_of(interval, digits_of(drawing), drawing.barrier_file.empty());
    result += padded(label, width + 2) +
              detector::wrapped(interval.rest.empty() ? "not used" : interval.rest, width + 2, style.width) + "\n";
  }
  return result;
}

}  // namespace

std::string draw_text(const Drawing& drawing, const TextDrawingStyle& style) {
  std::string result = headline(drawing, style) + "\n";
  result += drawing.is_matrix ? matrix_text(drawing, style) : flat_text(drawing, style);
  result += rest_text(drawing, style);
  if (!drawing.notes.empty()) result += "\n";
  for (const std::string& note : drawing.notes) result += paragraph(note, style);
  return result;
}

std::string legend_text(const std::vector<Drawing>& drawings, const TextDrawingStyle& style) {
  const Legend legend = legend_of(drawings);
  std::string marks = legend.has_parked ? "" : " '.': not used.";
  if (legend.has_lost) marks += " '-': no longer used.";
  if (legend.has_conflicts) marks += style.colour ? " Red: a race." : " '!': a race.";
  std::string result = paragraph(legend.letters + marks, style);
  if (style.colour) {
    result += "Compared with the interval before: held, " + painted("gained", Change::kGained, true) + ", " +
              painted("lost", Change::kLost, true) +
              (legend.has_parked ? ", " + painted("parked", Change::kParked, true) : "") + ".\n";
  }
  return result + paragraph(legend.observed, style);
}

TextDrawingStyle drawing_style(int descriptor) {
  TextDrawingStyle style;
  if (isatty(descriptor) != 1) return style;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  style.colour =
      (no_colour == nullptr || *no_colour == '\0') && terminal != nullptr && std::string_view(terminal) != "dumb";
  winsize size{};
  constexpr std::size_t kLeast = 40, kMost = 200;
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
    style.width = std::clamp<std::size_t>(size.ws_col, kLeast, kMost);
  }
  return style;
}

}  // namespace fencepost::cli
