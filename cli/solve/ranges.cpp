#include "cli/solve/ranges.h"

#include <algorithm>
#include <map>

#include "cli/solve/fit.h"

namespace fencepost::cli::infer {
namespace {

constexpr int kMostCostOfEnd = 14;
constexpr std::size_t kMostPairs = 80;

/// The ranges of the sample's rows; of rows without an element nothing is known.
struct Ranges {
  explicit Ranges(const Candidates& candidates) : some(candidates.sample().size()), none(some), several(some) {
    for (std::size_t i = 0; i < candidates.sample().size(); ++i) add(candidates.row(i).elements, i);
  }

  void add(const std::vector<std::int64_t>& elements, std::size_t row) {
    const bool is_empty = elements.empty();
    const std::int64_t gap = elements.size() > 1 ? elements[1] - elements[0] : 1;
    for (std::size_t k = 1; k < elements.size(); ++k) regular = regular && elements[k] - elements[k - 1] == gap;
    (is_empty ? none : some).insert(row);
    if (elements.size() > 1) {
      several.insert(row);
      neighbours = neighbours && gap == 1;
    }
    first.push_back(is_empty ? 0 : elements.front());
    last.push_back(is_empty ? 0 : elements.back());
    gaps.push_back(gap);
    count.push_back(static_cast<std::int64_t>(elements.size()));
  }

  /// Of all rows that have elements.
  [[nodiscard]] std::optional<std::int64_t> only_length() const {
    std::optional<std::int64_t> length;
    for (std::size_t i = 0; i < count.size(); ++i) {
      if (count[i] != 0 && length.value_or(count[i]) != count[i]) return std::nullopt;
      if (count[i] != 0) length = count[i];
    }
    return length;
  }

  RowSet some, none, several;
  bool regular = true, neighbours = true;
  std::vector<std::int64_t> first, last, gaps, count;
};

}  // namespace

std::vector<Expression> find_ends(const Candidates& candidates, const std::vector<std::int64_t>& target,
                                  const RowSet& rows) {
  if (const auto one = candidates.find_equal(target, rows)) return {*one};
  std::optional<std::int64_t> all;
  bool same = true;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (!rows.contains(i)) continue;
    same = same && all.value_or(target[i]) == target[i];
    all = target[i];
  }
  if (all && same) return {number(*all)};
  struct Upper {
    Linear linear;
    RowSet equal;
  };
  std::vector<Upper> uppers;
  candidates.each_linear(2, [&](const Linear& l) {
    if (l.cost > kMostCostOfEnd) return true;
    RowSet equal(target.size());
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (!rows.contains(i)) continue;
      const std::int64_t value = candidates.value(l, i);
      if (value < target[i]) return true;
      if (value == target[i]) equal.insert(i);
    }
    if (!equal.empty()) uppers.push_back({l, std::move(equal)});
    return true;
  });
  std::ranges::stable_sort(uppers, {}, [](const Upper& u) { return u.linear.cost; });
  std::map<std::size_t, bool> known;
  std::erase_if(uppers, [&](const Upper& u) { return !known.emplace(u.equal.hash(), true).second; });
  if (uppers.size() > kMostPairs) uppers.erase(uppers.begin() + kMostPairs, uppers.end());
  for (std::size_t sum = 0; sum < 2 * uppers.size(); ++sum) {
    for (std::size_t a = 0; a <= sum && a < uppers.size(); ++a) {
      const std::size_t b = sum - a;
      if (b <= a || b >= uppers.size()) continue;
      if (rows.without(uppers[a].equal).without(uppers[b].equal).empty()) {
        return {candidates.expression(uppers[a].linear), candidates.expression(uppers[b].linear)};
      }
    }
  }
  return {};
}

std::optional<std::vector<IndexClause>> fit_range(Candidates& candidates, bool may_exceed) {
  const std::size_t rows = candidates.sample().size();
  Ranges ranges(candidates);
  if (!ranges.regular) return std::nullopt;
  IndexClause clause{.quantified = true};
  const auto first = candidates.find_equal(ranges.first, ranges.some);
  if (!first) return std::nullopt;
  if (ranges.neighbours) {
    std::vector<std::int64_t> behind = ranges.last;
    for (std::int64_t& e : behind) ++e;
    clause.first = *first;
    clause.index = bound();
    clause.ends = find_ends(candidates, behind, ranges.some);
    // So many elements, always.
    if (const auto length = ranges.only_length()) {
      const Expression end = add(*first, number(*length));
      const bool is_simpler = clause.ends.size() != 1 || cost_of(end) < cost_of(clause.ends.front());
      if (is_simpler) clause.ends = {end};
    }
  } else {
    const auto gap = candidates.find_equal(ranges.gaps, ranges.several);
    if (!gap) return std::nullopt;
    clause.first = number(0);
    clause.index = add(multiply(bound(), *gap), *first);
    clause.ends = find_ends(candidates, ranges.count, ranges.some);
  }
  if (clause.ends.empty()) return std::nullopt;
  RowSet out(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    if (ranges.none.contains(i) && !gives({clause}, candidates.row(i), may_exceed)) out.insert(i);
  }
  const auto guard = candidates.find_guard(ranges.some, out);
  if (!guard) return std::nullopt;
  clause.guard = *guard;
  return std::vector<IndexClause>{clause};
}

}  // namespace fencepost::cli::infer
