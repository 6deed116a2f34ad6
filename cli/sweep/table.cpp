#include "cli/sweep/table.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "cli/sweep/values.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

/// All combinations of these positions on the axes.
struct Group {
  std::vector<std::vector<std::size_t>> positions;  ///< By axis, ascending.
  const std::string* result = nullptr;
};

/// Joins groups that differ on one axis only. False if there are none.
bool join(std::vector<Group>& groups, std::size_t axis) {
  using Rest = std::pair<std::vector<std::vector<std::size_t>>, std::string>;
  std::map<Rest, std::size_t> places;
  std::vector<Group> joined;
  for (Group& group : groups) {
    std::vector<std::size_t> own = std::move(group.positions[axis]);
    group.positions[axis].clear();
    const auto [at, is_new] = places.try_emplace(Rest{group.positions, *group.result}, joined.size());
    if (is_new) joined.push_back(group);
    std::vector<std::size_t>& all = joined[at->second].positions[axis];
    all.insert(all.end(), own.begin(), own.end());
  }
  for (Group& group : joined) std::ranges::sort(group.positions[axis]);
  const bool changed = joined.size() != groups.size();
  groups = std::move(joined);
  return changed;
}

std::vector<Group> groups_of(const SweepGrid& grid, const std::vector<std::string>& results) {
  std::vector<Group> groups;
  for (std::size_t cell = 0; cell < results.size(); ++cell) {
    Group group;
    for (const std::size_t position : grid.positions(cell)) group.positions.push_back({position});
    group.result = &results[cell];
    groups.push_back(std::move(group));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t axis = grid.axes().size(); axis-- > 0;) changed = join(groups, axis) || changed;
  }
  return groups;
}

std::string positions_text(const SweepAxis& axis, const std::vector<std::size_t>& positions) {
  constexpr std::size_t kEasilyRead = 20;
  std::vector<std::string> values;
  for (const std::size_t position : positions) values.push_back(axis.values[position]);
  std::string text = joined_values(values);
  return positions.size() == axis.values.size() && text.size() > kEasilyRead ? "all" : text;
}

}  // namespace

std::string sweep_table(const SweepGrid& grid, const std::vector<std::string>& results) {
  std::vector<std::vector<std::string>> lines(1);
  for (const SweepAxis& axis : grid.axes()) lines.front().push_back(axis.name);
  lines.front().insert(lines.front().end(), {"runs", "result"});
  for (const Group& group : groups_of(grid, results)) {
    std::vector<std::string> line;
    std::size_t runs = grid.runs_of_cell();
    for (std::size_t i = 0; i < grid.axes().size(); ++i) {
      line.push_back(positions_text(grid.axes()[i], group.positions[i]));
      runs *= group.positions[i].size();
    }
    line.insert(line.end(), {detector::with_commas(runs), *group.result});
    lines.push_back(std::move(line));
  }
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], detector::width_of(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      text += line[i] + std::string(widths[i] - detector::width_of(line[i]) + 2, ' ');
    }
    text += line.back() + "\n";
  }
  return text;
}

}  // namespace fencepost::cli
