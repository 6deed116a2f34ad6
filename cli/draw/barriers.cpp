#include "cli/draw/barriers.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "detector/model/names.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

using detector::AccessKind;
using detector::BarrierPurpose;
using detector::Colour;
using detector::Location;
using detector::SeparatedPair;

constexpr std::size_t kShownPairs = 5;

bool writes(AccessKind kind) { return kind != AccessKind::kRead && kind != AccessKind::kVolatileRead; }

std::string base_name(const std::string& file) { return std::filesystem::path(file).filename().string(); }

std::string line_text(const Location& location, const std::string& file) {
  if (location.line == 0) return "an unknown line";
  return (location.file == file ? "" : base_name(location.file)) + ":" + std::to_string(location.line);
}

std::string side(AccessKind kind, const Location& location, const std::string& file) {
  return std::string(detector::name_of(kind)) + " at " + line_text(location, file);
}

/// "write at :28 from read at :21 (17 elements)".
std::string pair_text(const SeparatedPair& pair, const std::string& file) {
  std::string first = side(pair.kind_a, pair.a, file), second = side(pair.kind_b, pair.b, file);
  if (!writes(pair.kind_a) && writes(pair.kind_b)) std::swap(first, second);
  return first + " from " + second + " (" + detector::count_of(pair.count, "element", "elements") + ")";
}

/// "Output: write at ..., write at ...", the most frequent pairs first.
std::string pairs_text(const BarrierPurpose& barrier, const TextDrawingStyle& style) {
  std::vector<SeparatedPair> pairs = barrier.separates;
  std::ranges::stable_sort(pairs, [](const SeparatedPair& a, const SeparatedPair& b) { return a.count > b.count; });
  const std::size_t shown = std::min(pairs.size(), kShownPairs);
  const std::string indent(4, ' ');
  std::string result;
  for (std::size_t i = 0; i < shown; ++i) {
    result += indent + (i == 0 ? "separates " : std::string(10, ' '));
    const std::string array = pairs[i].array.empty() ? "unnamed memory" : pairs[i].array;
    result += detector::wrapped(array + ": " + pair_text(pairs[i], barrier.barrier.file), 16, style.width) + "\n";
  }
  if (shown < pairs.size()) {
    result += indent + std::string(10, ' ') + "and " +
              detector::count_of(pairs.size() - shown, "more pair", "more pairs") + "\n";
  }
  return result;
}

}  // namespace

std::string barriers_text(const std::vector<BarrierPurpose>& barriers, const TextDrawingStyle& style) {
  if (barriers.empty()) return "No block crossed a barrier in this run.\n";
  std::string result, kernel;
  std::size_t place_width = 0;
  const auto place = [](const BarrierPurpose& barrier) {
    return barrier.barrier.line == 0 ? std::string("(unknown line)")
                                     : base_name(barrier.barrier.file) + ":" + std::to_string(barrier.barrier.line);
  };
  for (const BarrierPurpose& barrier : barriers) place_width = std::max(place_width, place(barrier).size());
  for (const BarrierPurpose& barrier : barriers) {
    if (barrier.kernel != kernel || result.empty()) {
      kernel = barrier.kernel;
      result += (result.empty() ? "" : "\n") +
                detector::wrapped(detector::cut(kernel, 3 * style.width), 0, style.width) + "\n";
    }
    const std::string name = place(barrier);
    result += "  " + detector::coloured(name, Colour::kPlace, style.colour) +
              std::string(place_width - name.size() + 2, ' ') + "crossed " +
              detector::count_of(barrier.crossings, "time", "times") + "\n";
    if (!barrier.separates.empty()) {
      result += pairs_text(barrier, style);
      continue;
    }
    // The first words fit in any line, so that they can be coloured after the rest was wrapped.
    constexpr std::string_view kNothing = "separates nothing in this run";
    std::string text = detector::wrapped(
        std::string(kNothing) +
            ": without it the same run has no race (a free speed-up if that holds for all your inputs)",
        4, style.width);
    text.replace(0, kNothing.size(), detector::coloured(kNothing, Colour::kWarning, style.colour));
    result += "    " + text + "\n";
  }
  return result;
}

}  // namespace fencepost::cli
