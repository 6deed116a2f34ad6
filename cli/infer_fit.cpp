#include "cli/infer_fit.h"

#include <algorithm>
#include <set>

#include "cli/infer_candidates.h"
#include "cli/infer_ranges.h"

namespace fencepost::cli::infer {
namespace {

constexpr std::size_t kMostClauses = 4;
constexpr std::size_t kSample = 320;
constexpr std::size_t kRounds = 6;
constexpr std::size_t kLooks = 24;  // Rows that a candidate is tried on first …
constexpr std::size_t kGlance = 8;  // … and before those.
constexpr std::size_t kMostSteps = 30;
constexpr int kCostOfClause = 6;

using Elements = std::vector<std::vector<std::int64_t>>;  // By row of the sample.

bool has(const std::vector<std::int64_t>& elements, std::int64_t e) {
  return std::ranges::find(elements, e) != elements.end();
}

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
    std::vector<std::size_t> looks;
    for (std::size_t k = 0; k < std::min(kLooks, active.size()); ++k) {
      looks.push_back(active[k * active.size() / std::min(kLooks, active.size())]);
    }
    // Nearly all candidates fail here: what this reads lies together.
    struct Look {
      const std::int64_t* terms = nullptr;
      const std::int64_t *begin = nullptr, *end = nullptr;
    };
    const std::size_t terms = candidates_.terms().size();
    std::vector<std::int64_t> values;
    std::vector<Look> rows;
    values.reserve(looks.size() * terms);
    for (std::size_t k = 0; k < looks.size(); ++k) {
      const std::size_t i = looks[(k * 7 + 3) % looks.size()];
      rows.push_back({values.data() + values.size(), left[i].data(), left[i].data() + left[i].size()});
      for (const Term& term : candidates_.terms()) values.push_back(term.column[i]);
    }
    std::vector<Choice> found;
    candidates_.each_linear(most_terms_, [&](const Linear& l) {
      std::size_t hits = 0;
      for (std::size_t k = 0; k < rows.size() && (hits > 0 || k < kGlance); ++k) {
        std::int64_t value = l.constant;
        for (std::size_t t = 0; t < Linear::kMostTerms && l.factors[t] != 0; ++t) {
          value += l.factors[t] * rows[k].terms[l.terms[t]];
        }
        for (const std::int64_t* e = rows[k].begin; e != rows[k].end; ++e) hits += *e == value ? 1 : 0;
      }
      if (hits == 0 || (looks.size() == kLooks && hits < 3)) return true;
      hits = 0;
      for (const std::size_t i : active) hits += has(left[i], candidates_.value(l, i)) ? 1 : 0;
      const std::size_t percent = 100 * hits / active.size();
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
    if (rows <= kSample || scattered(r) % rows < kSample) sample.push_back(r);
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

std::optional<std::vector<IndexClause>> fit(const Table& table) {
  if (table.rows.empty()) return std::nullopt;
  if (std::ranges::all_of(table.rows, [](const Row& row) { return row.elements.empty(); })) {
    return std::vector<IndexClause>();
  }
  std::vector<std::size_t> sample = first_sample(table);
  for (std::size_t round = 0; round < kRounds; ++round) {
    const auto found = fit_sample(table, sample);
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
