#include "cli/draw/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <utility>

#include "cli/draw/markup.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

using detector::width_of;

// Pixels. A character of the usual monospaced fonts is at most 0.61 of its size wide.
constexpr double kMargin = 28, kMaxWidth = 1900, kMinWidth = 620;
constexpr double kGap = 4;
constexpr double kLabelFont = 13, kTextFont = 14;
constexpr double kMonoWidth = 0.61, kSansWidth = 0.52;

/// How large cells are.
struct CellSize {
  double least_width, height, font, padding;
  bool has_two_lines;  ///< A cell's parts stand one below the other.
};
constexpr CellSize kRoomy = {40, 30, 14, 9, false};
/// Of matrices with more columns than kMostRoomyColumns: 16 fit a page.
constexpr CellSize kDense = {30, 30, 11, 4, true};
constexpr std::size_t kMostRoomyColumns = 10;

/// Plain colours instead of variables: programs for slides know few of the ways of CSS.
constexpr std::string_view kStyle = R"(
text{font-family:system-ui,-apple-system,"Segoe UI","Helvetica Neue",Arial,sans-serif;font-size:14px;fill:#1b2530}
.m,.c text{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.bg{fill:#ffffff}
.array{font-size:24px;font-weight:700}
.soft,.col{fill:#5c6875}
.label{font-size:13px}
.col{font-size:13px;text-anchor:middle}
.rule{stroke:#dde3e9;stroke-width:1}
.c rect{fill:#ffffff;stroke:#b4bec9;stroke-width:1.2}
.c text{text-anchor:middle;fill:#1b2530}
.c.d text{font-size:11px}
.c.W rect{fill:#e9edf1;stroke:#94a1ae}
.c.g rect{stroke:#7aa2ef}
.c.g.W rect{fill:#dce8ff;stroke:#3f75dd}
.c .g{fill:#1546b8;font-weight:700}
.c.l rect{fill:none;stroke:#c3ccd5;stroke-dasharray:3 3}
.c.l text{fill:#8894a1;text-decoration:line-through}
.c.p rect{fill:none;stroke:#63b58a;stroke-dasharray:3 3}
.c .p{fill:#12683c}
.c.x rect{fill:#cf2a1f;stroke:#cf2a1f}
.c .x{fill:#ffffff;font-weight:700}
.dot{fill:#c3ccd5}
@media (prefers-color-scheme:dark){
text{fill:#e4eaf0}
.bg{fill:#11161d}
.soft,.col{fill:#97a5b3}
.rule{stroke:#29333e}
.c rect{fill:#11161d;stroke:#53616f}
.c text{fill:#e4eaf0}
.c.W rect{fill:#28323d;stroke:#687786}
.c.g rect{stroke:#3d6bbd}
.c.g.W rect{fill:#17325f;stroke:#5b8fea}
.c .g{fill:#a9caff}
.c.l rect{fill:none;stroke:#3b4753}
.c.l text{fill:#7f8d9b}
.c.p rect{fill:none;stroke:#2f7d56}
.c .p{fill:#79d9a7}
.c.x rect{fill:#d93a3f;stroke:#d93a3f}
.c .x{fill:#ffffff}
.dot{fill:#3b4753}
}
)";

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  std::string_view view = text;
  if (view.ends_with(".0")) view.remove_suffix(2);
  return std::string(view);
}

/// What is written into a cell that is not blank.
std::string shown_text(const DrawnCell& cell) { return cell.parts.empty() ? cell.was : cell.text(); }

class Picture {
 public:
  void text(double x, double y, std::string_view classes, std::string_view text) {
    grow(x, y);
    out_ << "<text x=\"" << number(x) << "\" y=\"" << number(y) << "\" class=\"" << classes << "\">" << escaped(text)
         << "</text>\n";
  }

  void rule(double x, double y, double length) {
    out_ << "<path class=\"rule\" d=\"M" << number(x) << " " << number(y) << "h" << number(length) << "\"/>\n";
  }

  /// `(x, y)` is the upper left corner.
  void cell(double x, double y, double width, const CellSize& size, const DrawnCell& cell,
            const std::string& explanation) {
    grow(x + width, y + size.height);
    const double middle = x + width / 2;
    const bool is_split = size.has_two_lines && cell.parts.size() > 1;
    const double base = y + size.height / 2 + size.font * (is_split ? -0.2 : 0.35);
    if (cell.is_blank()) {
      out_ << "<circle class=\"dot\" cx=\"" << number(middle) << "\" cy=\"" << number(y + size.height / 2)
           << "\" r=\"1.6\"/>\n";
      return;
    }
    const char right = cell.parts.empty() ? ' ' : cell.parts.front().right;
    const double radius = right == 'A' ? size.height / 2 : 5;
    out_ << "<g class=\"c " << class_of(cell.change()) << (right == 'R' || right == ' ' ? "" : " W")
         << (size.has_two_lines ? " d" : "") << "\"><title>" << escaped(explanation) << "</title><rect x=\""
         << number(x) << "\" y=\"" << number(y) << "\" width=\"" << number(width) << "\" height=\""
         << number(size.height) << "\" rx=\"" << number(radius) << "\"/><text x=\"" << number(middle) << "\" y=\""
         << number(base) << "\">";
    if (cell.parts.empty()) out_ << escaped(cell.was);
    for (std::size_t i = 0; i < cell.parts.size(); ++i) {
      out_ << (i > 0 && !is_split ? " " : "") << "<tspan class=\"" << class_of(cell.parts[i].change) << "\"";
      if (i > 0 && is_split) out_ << " x=\"" << number(middle) << "\" dy=\"" << number(size.font * 1.1) << "\"";
      out_ << ">" << escaped(cell.parts[i].text) << "</tspan>";
    }
    out_ << "</text></g>\n";
  }

  void grow(double x, double y) {
    width_ = std::max(width_, x);
    height_ = std::max(height_, y);
  }
  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }
  [[nodiscard]] std::string body() const { return out_.str(); }

 private:
  std::ostringstream out_;
  double width_ = kMinWidth - kMargin, height_ = 0;
};

/// Draws one Drawing from `top_` downwards.
class SvgSection {
 public:
  SvgSection(Picture& picture, const Drawing& drawing, double top)
      : picture_(picture),
        drawing_(drawing),
        size_(drawing.is_matrix && drawing.columns() > kMostRoomyColumns ? kDense : kRoomy),
        y_(top) {
    std::size_t characters = 2;
    for (const DrawnInterval& interval : drawing.intervals) {
      digits_ = std::max(digits_, std::to_string(interval.index).size());
      after_ = std::max(after_, width_of(interval.after));
      rest_ = std::max(rest_, width_of(interval.rest));
      for (const std::string& line : interval.symbolic) symbolic_ = std::max(symbolic_, width_of(line));
      lines_ = std::max(lines_, interval.symbolic.size());
      for (const DrawnCell& cell : interval.cells) characters = std::max(characters, characters_of(cell));
    }
    for (const std::string& name : drawing.column_names) characters = std::max(characters, width_of(name));
    for (const std::string& name : drawing.row_names) row_name_ = std::max(row_name_, width_of(name));
    cell_ = std::max(size_.least_width, static_cast<double>(characters) * size_.font * kMonoWidth + 2 * size_.padding);
  }

  /// Returns where it ends.
  double draw() {
    heading();
    if (drawing_.is_matrix) {
      matrices();
    } else {
      bands();
    }
    for (const std::string& note : drawing_.notes) {
      y_ += 22;
      picture_.text(kMargin, y_, "soft", note);
    }
    return y_;
  }

 private:
  static constexpr double kNumberGap = 14, kLineHeight = 17;

  [[nodiscard]] std::size_t characters_of(const DrawnCell& cell) const {
    if (!size_.has_two_lines || cell.parts.empty()) return width_of(shown_text(cell));
    std::size_t widest = 0;
    for (const DrawnPart& part : cell.parts) widest = std::max(widest, width_of(part.text));
    return widest;
  }

  void heading() {
    y_ += 24;
    picture_.text(kMargin, y_, "array m", drawing_.array);
    const double beside = kMargin + static_cast<double>(width_of(drawing_.array)) * 24 * kMonoWidth + 16;
    picture_.text(beside, y_, "soft", drawing_.what);
    picture_.grow(beside + static_cast<double>(drawing_.what.size()) * kTextFont * kSansWidth, y_);
    constexpr std::size_t kKernelCharacters = 100;
    y_ += 24;
    picture_.text(kMargin, y_, "m label", detector::cut(drawing_.kernel, kKernelCharacters));
    picture_.grow(
        kMargin + static_cast<double>(std::min(kKernelCharacters, width_of(drawing_.kernel))) * kLabelFont * kMonoWidth,
        y_);
    y_ += 20;
    picture_.text(kMargin, y_, "soft",
                  drawing_.where + (drawing_.declared.empty() ? "" : ", array from " + drawing_.declared));
    y_ += 14;
  }

  [[nodiscard]] double label_width() const {
    return static_cast<double>(digits_ + after_) * kLabelFont * kMonoWidth + kNumberGap + 22;
  }

  void label(const DrawnInterval& interval, double x, double baseline) {
    const double number_width = static_cast<double>(digits_) * kLabelFont * kMonoWidth;
    picture_.text(x, baseline, "m label", std::to_string(interval.index));
    picture_.text(x + number_width + kNumberGap, baseline, "m label soft", interval.after);
  }

  /// Rows are intervals; in bands one below the other if there are many columns.
  void bands() {
    const double first_cell = kMargin + label_width();
    const std::size_t count = drawing_.columns();
    auto fitting = static_cast<std::size_t>(std::max(1.0, (kMaxWidth - first_cell - kMargin) / (cell_ + kGap)));
    if (fitting < count && fitting > 8) fitting -= fitting % 8;
    for (std::size_t first = 0; first < count; first += fitting) {
      band(first, std::min(first + fitting, count), first_cell);
    }
  }

  void band(std::size_t first, std::size_t last, double first_cell) {
    const bool shows_rest = last == drawing_.columns() && !drawing_.rest_of.empty();
    const double rest_x = first_cell + static_cast<double>(last - first) * (cell_ + kGap) + 14;
    y_ += 26;
    picture_.text(kMargin, y_, "label soft", "interval");
    for (std::size_t i = first; i < last; ++i) {
      picture_.text(first_cell + static_cast<double>(i - first) * (cell_ + kGap) + cell_ / 2, y_, "col m",
                    drawing_.column_names[i]);
    }
    if (shows_rest) picture_.text(rest_x, y_, "label soft", drawing_.rest_of);
    const bool shows_symbolic = last == drawing_.columns() && drawing_.has_symbolic;
    const double symbolic_x =
        rest_x + (shows_rest
                      ? static_cast<double>(std::max(rest_, width_of(drawing_.rest_of))) * kLabelFont * kSansWidth + 14
                      : 0);
    if (shows_symbolic) picture_.text(symbolic_x, y_, "label soft", "at any size");
    y_ += 10;
    for (const DrawnInterval& interval : drawing_.intervals) {
      const double baseline = y_ + size_.height / 2 + kLabelFont * 0.35;
      label(interval, kMargin, baseline);
      for (std::size_t i = first; i < last; ++i) {
        picture_.cell(first_cell + static_cast<double>(i - first) * (cell_ + kGap), y_, cell_, size_, interval.cells[i],
                      drawing_.explain(interval, i));
      }
      if (shows_rest) {
        picture_.text(rest_x, baseline, "label soft", interval.rest.empty() ? "not used" : interval.rest);
        picture_.grow(rest_x + static_cast<double>(rest_) * kLabelFont * kSansWidth, y_);
      }
      if (shows_symbolic) symbolic(interval, symbolic_x, baseline);
      const double lines = shows_symbolic ? static_cast<double>(interval.symbolic.size()) * kLineHeight : 0;
      y_ += std::max(size_.height, lines) + kGap;
    }
  }

  /// Its lines, the first at `baseline`.
  void symbolic(const DrawnInterval& interval, double x, double baseline) {
    for (const std::string& line : interval.symbolic) {
      picture_.text(x, baseline, "m label", line);
      picture_.grow(x + static_cast<double>(symbolic_) * kLabelFont * kMonoWidth, baseline);
      baseline += kLineHeight;
    }
  }

  /// A small matrix for each interval, as many beside each other as fit.
  void matrices() {
    const double names = static_cast<double>(row_name_) * kLabelFont * kMonoWidth + 12;
    const double cells = std::max(names + static_cast<double>(drawing_.columns()) * (cell_ + kGap), label_width());
    const double panel = std::max(cells, static_cast<double>(symbolic_) * kLabelFont * kMonoWidth) + 28;
    const double height = static_cast<double>(drawing_.rows()) * (size_.height + kGap) + 62 +
                          (drawing_.rest_of.empty() ? 0 : 20) + static_cast<double>(lines_) * kLineHeight;
    double x = kMargin;
    y_ += 16;
    for (const DrawnInterval& interval : drawing_.intervals) {
      if (x > kMargin && x + panel > kMaxWidth) {
        x = kMargin;
        y_ += height;
      }
      matrix(interval, x, names);
      x += panel;
    }
    y_ += height - 10;
  }

  void matrix(const DrawnInterval& interval, double x, double names) {
    double y = y_ + 16;
    label(interval, x, y);
    y += 22;
    for (std::size_t i = 0; i < drawing_.columns(); ++i) {
      picture_.text(x + names + static_cast<double>(i) * (cell_ + kGap) + cell_ / 2, y, "col m",
                    drawing_.column_names[i]);
    }
    y += 8;
    for (std::size_t row = 0; row < drawing_.rows(); ++row) {
      picture_.text(x, y + size_.height / 2 + kLabelFont * 0.35, "m label soft", drawing_.row_names[row]);
      for (std::size_t i = 0; i < drawing_.columns(); ++i) {
        const std::size_t at = row * drawing_.columns() + i;
        picture_.cell(x + names + static_cast<double>(i) * (cell_ + kGap), y, cell_, size_, interval.cells[at],
                      drawing_.explain(interval, at));
      }
      y += size_.height + kGap;
    }
    if (!drawing_.rest_of.empty()) {
      picture_.text(x, y + 14, "label soft", "elsewhere " + (interval.rest.empty() ? "not used" : interval.rest));
      y += 20;
    }
    symbolic(interval, x, y + 14);
  }

  Picture& picture_;
  const Drawing& drawing_;
  const CellSize& size_;
  double y_;
  double cell_ = 0;
  std::size_t digits_ = 1, after_ = 8, rest_ = 0, row_name_ = 0;
  std::size_t symbolic_ = 0, lines_ = 0;  ///< Of DrawnInterval::symbolic: the widest, the most.
};

/// Samples of the cells that occur, then the legend's sentences.
void draw_legend(Picture& picture, const std::vector<Drawing>& drawings, double top) {
  const Legend legend = legend_of(drawings);
  const auto sample = [](const char* text, char right, Change change) {
    return DrawnCell{.parts = {{text, right, change}}, .conflict = change == Change::kConflict};
  };
  std::vector<std::pair<DrawnCell, std::string>> samples = {
      {sample("Wt3", 'W', Change::kHeld), "held as before"},
      {sample("Wt3", 'W', Change::kGained), "gained"},
      {sample("Rt3", 'R', Change::kGained), "gained, to read"},
  };
  if (legend.has_atomics) samples.push_back({sample("At3", 'A', Change::kGained), "gained, atomically"});
  if (legend.has_lost) samples.push_back({DrawnCell{.lost = true, .was = "Wt3"}, "no longer used"});
  if (legend.has_parked) samples.push_back({sample("(Wt0)", 'W', Change::kParked), "parked"});
  if (legend.has_conflicts) samples.push_back({sample("Wt0 Wt1", 'W', Change::kConflict), "a race"});
  double x = kMargin, y = top + 18;
  picture.rule(kMargin, y, picture.width() - kMargin);
  y += 16;
  for (const auto& [cell, meaning] : samples) {
    const double width =
        static_cast<double>(width_of(shown_text(cell))) * kRoomy.font * kMonoWidth + 2 * kRoomy.padding;
    const double text = static_cast<double>(meaning.size()) * kTextFont * kSansWidth;
    if (x > kMargin && x + width + text > picture.width()) {
      x = kMargin;
      y += kRoomy.height + 8;
    }
    picture.cell(x, y, width, kRoomy, cell, meaning);
    picture.text(x + width + 8, y + kRoomy.height / 2 + kTextFont * 0.35, "soft", meaning);
    x += width + text + 34;
  }
  y += kRoomy.height + 6;
  const auto characters = static_cast<std::size_t>((picture.width() - kMargin) / (kTextFont * kSansWidth));
  for (const std::string& sentence : {legend.letters, legend.observed, legend.symbolic}) {
    std::istringstream lines(detector::wrapped(sentence, 0, characters));
    for (std::string line; std::getline(lines, line);) {
      y += 20;
      picture.text(kMargin, y, "soft", line);
    }
  }
}

}  // namespace

std::string draw_svg(const std::vector<Drawing>& drawings) {
  Picture picture;
  double y = kMargin;
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    if (i > 0) y += 34;
    y = SvgSection(picture, drawings[i], y).draw();
  }
  draw_legend(picture, drawings, y);
  const std::string width = number(std::ceil(picture.width() + kMargin));
  const std::string height = number(std::ceil(picture.height() + kMargin));
  const std::string title = "Permissions on " + drawings.front().array + " in " + drawings.front().kernel;
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " +
         width + " " + height + "\" style=\"max-width:100%;height:auto\" role=\"img\">\n<title>" + escaped(title) +
         "</title>\n<style>" + std::string(kStyle) + "</style>\n<rect class=\"bg\" width=\"100%\" height=\"100%\"/>\n" +
         picture.body() + "</svg>\n";
}

}  // namespace fencepost::cli
