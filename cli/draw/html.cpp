#include "cli/draw/html.h"

#include <algorithm>
#include <utility>

#include "cli/draw/html_page.h"
#include "cli/draw/markup.h"

namespace fencepost::cli {
namespace {

/// Tables with more columns than this show only colours and letters.
constexpr std::size_t kMostNamedColumns = 64;
/// Tables with more columns than this, and not so many, have small cells that may take two lines: 16 fit a page.
constexpr std::size_t kMostWideColumns = 12;
/// Tables with more rows than this scroll in their box, too.
constexpr std::size_t kMostFreeRows = 24;
constexpr std::size_t kColumnsPerName = 8;  ///< Of a compact table.

std::string classes_of(const DrawnCell& cell) {
  std::string classes(1, class_of(cell.change()));
  const char right = cell.parts.empty() ? 'R' : cell.parts.front().right;
  if (right == 'W' && cell.change() != Change::kParked) classes += " W";
  if (right == 'A') classes += " W A";
  return classes;
}

/// The parts of a cell; those that have not changed are set apart from those that have.
std::string inner_of(const DrawnCell& cell) {
  if (cell.parts.empty()) return "<s>" + escaped(cell.was) + "</s>";
  std::string text;
  for (const DrawnPart& part : cell.parts) {
    const bool plain = part.change == Change::kHeld && cell.change() == Change::kGained;
    text += (text.empty() ? "" : " ") + (plain ? "<i>" + escaped(part.text) + "</i>" : escaped(part.text));
  }
  return text + (cell.conflict ? " !" : "");
}

/// "<b>3</b> after kogge_stone.cu:24", of which a phone shows "3 :24".
std::string label(const DrawnInterval& interval) {
  const std::string number = "<b>" + std::to_string(interval.index) + "</b> ";
  return number + "<span class=wide>" + escaped(interval.after) + "</span><span class=narrow>" +
         escaped(interval.short_after) + "</span>";
}

/// May be wrapped between threads.
std::string breakable(const std::string& inner) {
  std::string text;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    text += inner[i];
    const bool ends_range = inner[i] == '.' && i > 0 && inner[i - 1] == '.';
    if (inner[i] == ',' || ends_range) text += "<wbr>";
  }
  return text;
}

class HtmlSection {
 public:
  explicit HtmlSection(const Drawing& drawing)
      : drawing_(drawing),
        is_compact_(drawing.columns() > kMostNamedColumns),
        is_dense_(!is_compact_ && drawing.columns() > kMostWideColumns),
        is_tall_(drawing.rows() > kMostFreeRows || (!drawing.is_matrix && drawing.intervals.size() > kMostFreeRows)) {}

  std::string html() const {
    std::string text = std::string("<section") + (is_dense_ ? " class=dense" : "") + ">\n<h1><code>" +
                       escaped(drawing_.array) + "</code> <small>" + escaped(drawing_.what) +
                       (drawing_.declared.empty() ? "" : ", from " + escaped(drawing_.declared)) + "</small></h1>\n";
    text += "<p class=facts><code>" + escaped(drawing_.kernel) + "</code><br>" + escaped(drawing_.where);
    if (!drawing_.barrier_file.empty()) {
      text += "<span class=narrow>; barriers are lines of " + escaped(drawing_.barrier_file) + "</span>";
    }
    text += "</p>\n" + (drawing_.is_matrix ? matrices() : table_of_intervals());
    text += "<p class=told aria-live=polite></p>\n";
    for (const std::string& note : drawing_.notes) text += "<p class=note>" + escaped(note) + "</p>\n";
    return text + "</section>\n";
  }

 private:
  std::string box(const std::string& name) const {
    return std::string("<div class=\"scroll") + (is_tall_ ? " tall" : "") + "\" role=region tabindex=0 aria-label=\"" +
           escaped(name) + "\">\n";
  }

  /// What the script needs to name the cells of a compact table.
  std::string table_tag() const {
    if (!is_compact_) return "<table style=\"--cell:" + std::to_string(characters_of_cell()) + "ch\">\n";
    std::string tag = "<table class=compact";
    if (!drawing_.is_matrix) {
      tag += " data-array=\"" + escaped(drawing_.array) + "\" data-first=\"" + drawing_.column_names.front() + "\"";
    }
    return tag + ">\n";
  }

  std::size_t characters_of_cell() const {
    std::size_t characters = 1;
    for (const DrawnInterval& interval : drawing_.intervals) {
      for (const DrawnCell& cell : interval.cells) {
        const std::size_t own = cell.parts.empty() ? cell.was.size() : cell.text().size() + (cell.conflict ? 2 : 0);
        characters = std::max(characters, own);
      }
    }
    constexpr std::size_t kDense = 8;  // What is longer may be wrapped.
    return is_dense_ ? std::min(characters, kDense) : characters;
  }

  std::string header(const std::string& corner, bool shows_rest, bool shows_symbolic) const {
    std::string row = "<thead><tr><th scope=col>" + corner + "</th>";
    const std::size_t step = is_compact_ ? kColumnsPerName : 1;
    for (std::size_t i = 0; i < drawing_.columns(); i += step) {
      const std::size_t span = std::min(step, drawing_.columns() - i);
      row += "<th scope=" + std::string(span > 1 ? "colgroup colspan=" + std::to_string(span) : "col") + ">" +
             escaped(drawing_.column_names[i]) + "</th>";
    }
    if (shows_rest) row += "<th scope=col class=rest>" + escaped(drawing_.rest_of) + "</th>";
    if (shows_symbolic) row += "<th scope=col class=rest>at any size</th>";
    return row + "</tr></thead>\n";
  }

  std::string cell(const DrawnInterval& interval, std::size_t at) const {
    const DrawnCell& cell = interval.cells[at];
    if (cell.is_blank()) return "<td class=n></td>";
    const std::string begin = "<td class=\"" + classes_of(cell) + "\" title=\"";
    if (is_dense_) return begin + escaped(drawing_.explain(interval, at)) + "\">" + breakable(inner_of(cell)) + "</td>";
    if (!is_compact_) return begin + escaped(drawing_.explain(interval, at)) + "\">" + inner_of(cell) + "</td>";
    // Tens of thousands of cells: each says only what the others do not.
    const std::string title = cell.parts.empty() ? "not used, before: " + cell.was : cell.text();
    const std::string letter = cell.conflict ? "!" : cell.parts.empty() ? "" : std::string(1, cell.parts.front().right);
    return begin + escaped(title) + "\">" + letter + "</td>";
  }

  static std::string symbolic(const DrawnInterval& interval) {
    std::string lines;
    for (const std::string& line : interval.symbolic) lines += (lines.empty() ? "" : "<br>") + escaped(line);
    return lines;
  }

  std::string table_of_intervals() const {
    const bool shows_rest = !drawing_.rest_of.empty();
    std::string text = box("Permissions on " + drawing_.array + " by interval") + table_tag();
    text += header("interval", shows_rest, drawing_.has_symbolic) + "<tbody>\n";
    for (const DrawnInterval& interval : drawing_.intervals) {
      text += "<tr><th scope=row>" + label(interval) + "</th>";
      for (std::size_t i = 0; i < drawing_.columns(); ++i) text += cell(interval, i);
      if (shows_rest) text += "<td class=rest>" + escaped(interval.rest.empty() ? "not used" : interval.rest) + "</td>";
      if (drawing_.has_symbolic) text += "<td class=rest>" + symbolic(interval) + "</td>";
      text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
  }

  std::string matrices() const {
    std::string text = "<div class=panels>\n";
    for (const DrawnInterval& interval : drawing_.intervals) {
      text += "<figure><figcaption>" + label(interval);
      const bool is_blank = std::ranges::all_of(interval.cells, &DrawnCell::is_blank);
      text += is_blank ? ": not used" : "";
      if (!interval.rest.empty()) text += "<br>elsewhere " + escaped(interval.rest);
      if (!interval.symbolic.empty()) text += "<br>" + symbolic(interval);
      text += "</figcaption>" + (is_blank ? std::string() : matrix(interval)) + "</figure>\n";
    }
    return text + "</div>\n";
  }

  std::string matrix(const DrawnInterval& interval) const {
    std::string text = box("Permissions on " + drawing_.array + " in interval " + std::to_string(interval.index)) +
                       table_tag() + header("", false, false) + "<tbody>\n";
    for (std::size_t row = 0; row < drawing_.rows(); ++row) {
      text += "<tr><th scope=row>" + escaped(drawing_.row_names[row]) + "</th>";
      for (std::size_t i = 0; i < drawing_.columns(); ++i) text += cell(interval, row * drawing_.columns() + i);
      text += "</tr>\n";
    }
    return text + "</tbody></table></div>";
  }

  const Drawing& drawing_;
  bool is_compact_, is_dense_, is_tall_;
};

std::string legend_html(const std::vector<Drawing>& drawings) {
  const Legend legend = legend_of(drawings);
  const auto sample = [](const char* classes, const char* text, const char* meaning) {
    return std::string("<li><span class=\"chip ") + classes + "\">" + text + "</span>" + meaning + "</li>";
  };
  std::string text = "<footer>\n<ul class=key>" + sample("h W", "Wt3", "held as before") +
                     sample("g W", "Wt3", "gained") + sample("g", "Rt3", "gained, to read");
  if (legend.has_atomics) text += sample("g W A", "At3", "gained, atomically");
  if (legend.has_lost) text += sample("l", "<s>Wt3</s>", "no longer used");
  if (legend.has_parked) text += sample("p", "(Wt0)", "parked");
  if (legend.has_conflicts) text += sample("x", "Wt0 Wt1 !", "a race");
  text += "</ul>\n<p>" + escaped(legend.letters) + "</p>\n<p>" + escaped(legend.observed) + "</p>\n";
  if (!legend.symbolic.empty()) text += "<p>" + escaped(legend.symbolic) + "</p>\n";
  return text + "<p>Drawn by Fencepost " FENCEPOST_VERSION ".</p>\n</footer>\n";
}

}  // namespace

std::string draw_html(const std::vector<Drawing>& drawings) {
  std::string names;
  for (const Drawing& drawing : drawings) names += (names.empty() ? "" : ", ") + drawing.array;
  std::string page =
      "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
      "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'unsafe-inline'\">\n"
      "<title>Permissions on " +
      escaped(names) + "</title>\n<style>" + std::string(kPageStyle) + "</style>\n</head>\n<body>\n<main>\n";
  for (const Drawing& drawing : drawings) page += HtmlSection(drawing).html();
  return page + legend_html(drawings) + "</main>\n<script>" + std::string(kPageScript) +
         "</script>\n</body>\n</html>\n";
}

}  // namespace fencepost::cli
