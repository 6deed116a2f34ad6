#include "cli/solve/fit.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include "cli/solve/candidates.h"
#include "cli/solve/ranges.h"

namespace fencepost::cli::infer {
namespace {

constexpr std::size_t kMostClauses = 4;
constexpr std::size_t kFitSample = 320;
constexpr std::size_t kFitRounds = 6;
constexpr std::size_t kMostSteps = 30;

using Elements = std::vector<std::vector<std::int64_t>>;  // By row of the sample.

bool has(const std::vector<std::int64_t>& elements, std::int64_t e) {
  return std::ranges::find(elements, e) != elements.end();
}

/// In how many rows a candidate is an element that is still to be given. Values are compared in 32 bits, and rows lie
/// together in eights, which compilers turn into vector instructions: this is what most of the time is spent in. Who
/// takes a candidate looks again.
class Hits {
 public:
  static constexpr std::size_t kGlance = 8, kLooks = 24;  ///< The first rows, which are spread over all.

  Hits(const Candidates& candidates, const Elements& left, const std::vector<std::size_t>& rows) {
    std::vector<std::size_t> order;
    const std::size_t looks = std::min(kLooks, rows.size());
    std::vector<bool> taken(rows.size());
    for (std::size_t k = 0; k < looks; ++k) {
      const std::size_t at = (k * 7 + 3) % looks * rows.size() / looks;
      if (!taken[at]) order.push_back(rows[at]);
      taken[at] = true;
    }
    for (std::size_t at = 0; at < rows.size(); ++at) {
      if (!taken[at]) order.push_back(rows[at]);
    }
    padded_ = (order.size() + kEight - 1) / kEight * kEight;
    for (const Term& term : candidates.terms()) {
      for (std::size_t k = 0; k < padded_; ++k) {
        terms_.push_back(k < order.size() ? static_cast<std::uint32_t>(term.column[order[k]]) : 0);
      }
    }
    std::size_t most = 0;
    for (const std::size_t i : order) most = std::max(most, left[i].size());
    for (std::size_t w = 0; w < most; ++w) {
      for (std::size_t k = 0; k < padded_; ++k) {
        const bool exists = k < order.size() && w < left[order[k]].size();
        wanted_.push_back(exists ? static_cast<std::uint32_t>(left[order[k]][w]) : kNothing);
      }
    }
  }

  /// Of rows `begin` to `end` - 1; multiples of eight, or the number of rows.
  [[nodiscard]] std::size_t count(const Linear& l, std::size_t begin, std::size_t end) const {
    std::uint32_t sums[kEight] = {};
    for (std::size_t at = begin; at < end && at < padded_; at += kEight) {
      std::uint32_t values[kEight];
      for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(l.constant);
      for (std::size_t t = 0; t < Linear::kMostTerms && l.factors[t] != 0; ++t) {
        const std::uint32_t* term = &terms_[l.terms[t] * padded_ + at];
        const auto factor = static_cast<std::uint32_t>(l.factors[t]);
        for (std::size_t k = 0; k < kEight; ++k) values[k] += factor * term[k];
      }
      for (std::size_t w = 0; w < wanted_.size(); w += padded_) {
        const std::uint32_t* wanted = &wanted_[w + at];
        for (std::size_t k = 0; k < kEight; ++k) sums[k] += values[k] == wanted[k] ? 1 : 0;
      }
    }
    return std::accumulate(std::begin(sums), std::end(sums), std::size_t{0});
  }

 private:
  static constexpr std::size_t kEight = 8;
  static constexpr std::uint32_t kNothing = 0x8badf00d;  // No index of an array that is kept here.

  std::size_t padded_ = 0;
  std::vector<std::uint32_t> terms_;   // Of each term all rows.
  std::vector<std::uint32_t> wanted_;  // The rows' first elements, their second ones …
};

/// A search for indices with guards, depth first.
class PointSearch {
 public:
  PointSearch(Candidates& candidates, bool may_exceed) : candidates_(candidates), may_exceed_(may_exceed) {}

  std::optional<std::vector<IndexClause>> run() {
    Elements left;
    for (std::size_t i = 0; i < candidates_.sample().size(); ++i) left.push_back(candidates_.row(i).elements);
    for (const std::size_t most_terms : {std::size_t{2}, Linear::kMostTerms}) {
      most_terms_ = most_terms;
      steps_ = most_terms == 2 ? 0 : kMostSteps * 2 / 3;
      step(left, 0);
      // Many clauses for a few sizes are rather a coincidence: longer indices may do with fewer.
      if (best_ && best_->size() <= 2) break;
    }
    return best_;
  }

 private:
  struct Choice {
    Linear linear;
    int rank = 0;
  };

  void step(const Elements& left, int cost) {
    if (best_ && cost >= best_cost_) return;
    std::vector<std::size_t> active;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!left[i].empty()) active.push_back(i);
    }
    if (active.empty()) {
      best_ = chosen_;
      best_cost_ = cost;
      return;
    }
    if (chosen_.size() == kMostClauses) return;
    if (steps_ == kMostSteps) return;
    ++steps_;
    constexpr std::size_t kBreadths[kMostClauses] = {8, 4, 3, 2};
    const std::size_t breadth = kBreadths[chosen_.size()];
    for (const Choice& choice : choices(left, active, breadth)) take(choice.linear, left, cost);
  }

  /// The most promising candidates: those that are right for many of the rows that still lack an element, and simple.
  std::vector<Choice> choices(const Elements& left, const std::vector<std::size_t>& active, std::size_t breadth) const {
    const Hits hits(candidates_, left, active);
    std::vector<Choice> found;
    candidates_.each_linear(most_terms_, [&](const Linear& l) {
      // Nearly all fail at a glance.
      std::size_t count = hits.count(l, 0, Hits::kGlance);
      if (count == 0) return true;
      count += hits.count(l, Hits::kGlance, Hits::kLooks);
      if (active.size() >= Hits::kLooks && count < 3) return true;
      count += hits.count(l, Hits::kLooks, active.size());
      const std::size_t percent = 100 * count / active.size();
      if (percent < 10) return true;
      const int missed = percent == 100 ? 0 : percent >= 60 ? 5 : percent >= 30 ? 9 : 14;
      found.push_back({l, l.cost + missed});
      return true;
    });
    std::ranges::stable_sort(found, {}, &Choice::rank);
    // Candidates that say the same of these rows differ in nothing.
    std::set<std::vector<std::int64_t>> known;
    std::vector<Choice> best;
    for (const Choice& choice : found) {
      if (best.size() == breadth) break;
      std::vector<std::int64_t> column;
      for (std::size_t i = 0; i < left.size(); ++i) column.push_back(candidates_.value(choice.linear, i));
      if (known.insert(std::move(column)).second) best.push_back(choice);
    }
    return best;
  }

  void take(const Linear& linear, const Elements& left, int cost) {
    RowSet in(left.size()), out(left.size());
    Elements rest = left;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const std::int64_t e = candidates_.value(linear, i);
      const Row& row = candidates_.row(i);
      if (has(left[i], e)) {
        in.insert(i);
        std::erase(rest[i], e);
      } else if (!may_exceed_ || e < row.begin || e >= row.end) {
        out.insert(i);
      }
    }
    const auto guard = candidates_.find_guard(in, out, &linear);
    if (!guard) return;
    IndexClause clause{.guard = *guard, .index = candidates_.expression(linear)};
    const int own = cost_of(clause) + kCostOfClause;
    chosen_.push_back(std::move(clause));
    step(rest, cost + own);
    chosen_.pop_back();
  }

  Candidates& candidates_;
  bool may_exceed_;
  std::size_t most_terms_ = 2;
  std::size_t steps_ = 0;
  std::vector<IndexClause> chosen_;
  std::optional<std::vector<IndexClause>> best_;
  int best_cost_ = 0;
};

std::size_t scattered(std::size_t number) { return (number * 0x9e3779b97f4a7c15ULL) >> 20; }

std::vector<std::size_t> first_sample(const Table& table) {
  std::vector<std::size_t> sample;
  const std::size_t rows = table.rows.size();
  // Neither all of a kind (every other thread) nor by chance.
  for (std::size_t r = 0; r < rows; ++r) {
    if (rows <= kFitSample || scattered(r) % rows < kFitSample) sample.push_back(r);
  }
  return sample;
}

std::optional<std::vector<IndexClause>> fit_sample(const Table& table, const std::vector<std::size_t>& sample) {
  Candidates candidates(table, sample);
  const auto most = std::ranges::max(sample, {}, [&](std::size_t r) { return table.rows[r].elements.size(); });
  const std::size_t elements = table.rows[most].elements.size();
  // Three elements are rather a short range than three indices.
  if (elements > 2) {
    if (auto range = fit_range(candidates, table.may_exceed)) return range;
  }
  if (elements > kMostClauses) return std::nullopt;
  if (auto points = PointSearch(candidates, table.may_exceed).run()) return points;
  return elements > 2 ? std::nullopt : fit_range(candidates, table.may_exceed);
}

}  // namespace

bool gives(const std::vector<IndexClause>& clauses, const Row& row, bool may_exceed) {
  std::vector<std::int64_t> given;
  for (const IndexClause& clause : clauses) {
    if (!elements_of(clause, row, given)) return false;
  }
  std::ranges::sort(given);
  if (!may_exceed) return given == row.elements;
  const bool all_exist = std::ranges::all_of(given, [&](std::int64_t e) { return row.begin <= e && e < row.end; });
  return all_exist && std::ranges::includes(given, row.elements);
}

namespace {

/// What a hint gives in each row; empty: something that the table does not want.
using Given = std::vector<std::vector<std::int64_t>>;

Given given_by(const IndexClause& hint, const Table& table) {
  Given given(table.rows.size());
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const Row& row = table.rows[r];
    if (!elements_of(hint, row, given[r])) return {};
    for (const std::int64_t e : given[r]) {
      if (table.may_exceed ? e < row.begin || e >= row.end : !has(row.elements, e)) return {};
    }
  }
  return given;
}

/// Takes hints that give something new, and, but where all only read, nothing that others give, `first` before all.
std::vector<std::size_t> cover(const Table& table, const std::vector<Given>& hints, std::size_t first) {
  Given all(table.rows.size());
  std::vector<std::size_t> taken;
  for (std::size_t k = 0; k <= hints.size(); ++k) {
    const std::size_t h = k == 0 ? first : k - 1;
    if (k > 0 && h == first) continue;
    bool fits = true, is_new = false;
    for (std::size_t r = 0; r < all.size() && fits; ++r) {
      for (const std::int64_t e : hints[h][r]) {
        const bool is_known = has(all[r], e);
        fits = fits && (table.may_exceed || !is_known);
        is_new = is_new || (!is_known && has(table.rows[r].elements, e));
      }
    }
    if (!fits || !is_new) continue;
    for (std::size_t r = 0; r < all.size(); ++r) all[r].insert(all[r].end(), hints[h][r].begin(), hints[h][r].end());
    taken.push_back(h);
  }
  return taken;
}

}  // namespace

std::optional<std::vector<IndexClause>> fit_hints(const Table& table, const std::vector<IndexClause>& hints) {
  std::vector<IndexClause> possible;
  std::vector<Given> given;
  for (const IndexClause& hint : hints) {
    Given own = given_by(hint, table);
    if (own.empty()) continue;
    possible.push_back(hint);
    possible.back().of_source = true;
    given.push_back(std::move(own));
  }
  std::optional<std::vector<IndexClause>> best;
  for (std::size_t first = 0; first < possible.size(); ++first) {
    std::vector<IndexClause> taken;
    for (const std::size_t h : cover(table, given, first)) taken.push_back(possible[h]);
    if (best && best->size() <= taken.size()) continue;
    const bool is_whole = !taken.empty() && std::ranges::all_of(table.rows, [&](const Row& row) {
      return gives(taken, row, table.may_exceed);
    });
    if (is_whole) best = std::move(taken);
  }
  return best;
}

std::optional<std::vector<IndexClause>> fit(const Table& table) {
  if (table.rows.empty()) return std::nullopt;
  if (std::ranges::all_of(table.rows, [](const Row& row) { return row.elements.empty(); })) {
    return std::vector<IndexClause>();
  }
  std::vector<std::size_t> sample = first_sample(table);
  for (std::size_t round = 0; round < kFitRounds; ++round) {
    auto found = fit_sample(table, sample);
    if (!found) return std::nullopt;
    // A formula that some other row contradicts: that row belongs into the sample.
    std::size_t added = 0;
    for (std::size_t r = 0; r < table.rows.size() && added < 40; ++r) {
      if (gives(*found, table.rows[r], table.may_exceed)) continue;
      sample.push_back(r);
      added += 1;
    }
    if (added == 0) return found;
    std::ranges::sort(sample);
  }
  return std::nullopt;
}

}  // namespace fencepost::cli::infer
