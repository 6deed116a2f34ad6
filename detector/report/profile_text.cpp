#include "detector/report/profile_text.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "detector/text/text_layout.h"

namespace fencepost::detector {
namespace {

constexpr std::size_t kShownLines = 5;

/// With one decimal; small differences from a bound must show.
std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string percent(double share) {
  const double value = 100 * share;
  return (value < 100 && value > 99.9 ? "99.9" : value == 100 ? "100" : decimal(value)) + " %";
}

std::string line_or_function(const Location& location) {
  if (location.line == 0) return location.function.empty() ? "(unknown line)" : location.function;
  return location.file + ":" + std::to_string(location.line);
}

/// The lines with the greatest `cost`, greatest first, without those that cost nothing.
template <class Cost>
std::vector<const LineProfile*> dearest(const KernelProfile& kernel, Cost cost) {
  std::vector<const LineProfile*> lines;
  for (const LineProfile& line : kernel.lines) {
    if (cost(line.counts) != 0) lines.push_back(&line);
  }
  std::ranges::stable_sort(lines, [&](const auto* a, const auto* b) { return cost(a->counts) > cost(b->counts); });
  lines.resize(std::min(lines.size(), kShownLines));
  return lines;
}

std::uint64_t idle_lanes(const ProfileCounts& counts) { return counts.lanes.idle(); }
std::uint64_t excess_passes(const ProfileCounts& counts) { return counts.shared.excess(); }
std::uint64_t excess_sectors(const ProfileCounts& counts) { return counts.global.excess(); }

std::string lanes_text(const ProfileCounts& counts) {
  return percent(counts.lanes.efficiency()) + " of lanes active in " +
         count_of(counts.lanes.steps, "warp step", "warp steps");
}

std::string shared_text(const ProfileCounts& counts) {
  return count_of(counts.shared.accesses, "warp access", "warp accesses") + ", conflict degree " +
         decimal(counts.shared.conflict_degree());
}

std::string global_text(const ProfileCounts& counts) {
  return count_of(counts.global.requests, "warp access", "warp accesses") + ", " +
         decimal(counts.global.sectors_per_request()) + " sectors each, " + percent(counts.global.efficiency()) +
         " needed";
}

class ProfileText {
 public:
  ProfileText(Symboliser& symboliser, const TextStyle& style) : symboliser_(symboliser), style_(style) {}

  std::string render(const KernelProfile& kernel) {
    text_.clear();
    const std::string launches = ", " + count_of(kernel.launches, "launch", "launches");
    const std::size_t room = style_.columns - std::min(style_.columns / 2, launches.size() + 9);
    text_ += "profile: " + coloured(cut(kernel.kernel, room), Colour::kPlace, style_.colour) + launches + "\n";

    const auto idle = dearest(kernel, idle_lanes);
    const auto conflicts = dearest(kernel, excess_passes);
    const auto sectors = dearest(kernel, excess_sectors);
    row("SIMT efficiency", lanes_text(kernel.total), idle);
    row("shared memory", kernel.total.shared.accesses == 0 ? "not used" : shared_text(kernel.total), conflicts);
    row("global memory", kernel.total.global.requests == 0 ? "not used" : global_text(kernel.total), sectors);
    if (kernel.cut != 0) {
      row("cut",
          count_of(kernel.cut, "interval of a warp was", "intervals of a warp were") +
              " too long: only the beginning is counted",
          {});
    }
    list("idle lanes", idle, lanes_text);
    list("bank conflicts", conflicts, shared_text);
    list("scattered in global memory", sectors, global_text);
    return text_ + "\n";
  }

 private:
  void row(const std::string& label, std::string value, const std::vector<const LineProfile*>& lines) {
    if (!lines.empty()) value += "; worst " + line_or_function(lines.front()->location);
    text_ += "  " + coloured(label, Colour::kLabel, style_.colour) + std::string(17 - label.size(), ' ') +
             wrapped(value, 19, style_.columns) + "\n";
  }

  template <class Figures>
  void list(const std::string& title, const std::vector<const LineProfile*>& lines, Figures figures) {
    if (lines.empty()) return;
    text_ += "  " + coloured(title, Colour::kLabel, style_.colour) + "\n";
    for (const LineProfile* line : lines) {
      const std::string source = symboliser_.source_text(line->location).value_or("");
      const std::string place = "    " + line_or_function(line->location);
      text_ += coloured(place, Colour::kPlace, style_.colour);
      if (const std::size_t begin = source.find_first_not_of(" \t"); begin != std::string::npos) {
        const std::size_t used = width_of(place) + 2;
        if (used + 20 <= style_.columns) text_ += "  " + cut(source.substr(begin), style_.columns - used);
      }
      text_ += "\n      " + figures(line->counts) + "\n";
    }
  }

  Symboliser& symboliser_;
  const TextStyle& style_;
  std::string text_;
};

}  // namespace

std::string render_profile(const Profile& profile, Symboliser& symboliser, const TextStyle& style) {
  if (profile.kernels.empty()) return {};
  if (!profile.has_blocks) {
    return "profile: nothing counted, because the program was compiled without it: fencepost-nvcc --profile\n\n";
  }
  std::string text;
  for (const KernelProfile& kernel : profile.kernels) text += ProfileText(symboliser, style).render(kernel);
  return text;
}

}  // namespace fencepost::detector
