// The elements that one thread keeps for the others.
#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "cli/solve/candidates.h"
#include "cli/solve/fit.h"

namespace fencepost::cli::infer {
namespace {

constexpr std::size_t kMostElements = 1200;
constexpr std::size_t kMostRegions = 60;  // Ways to tell two cases apart.
constexpr std::size_t kMostBesides = 3;   // Elements besides a range.

bool mentions(const Expression& e, std::size_t name) {
  if (e == nullptr) return false;
  if (e->op == Operator::kVariable && e->number == static_cast<std::int64_t>(name)) return true;
  return mentions(e->left, name) || mentions(e->right, name);
}

/// A row for each element of each row: the variables, and the element's number as a further one.
struct Elementwise {
  explicit Elementwise(const Table& from) {
    // No arrays: the thread need not have a permission for the other threads' elements of them.
    std::size_t all = 0;
    for (const Row& row : from.rows) all += static_cast<std::size_t>(std::max<std::int64_t>(0, row.end - row.begin));
    const std::size_t stride = all / kMostElements + 1;
    // A thread's own numbers say nothing here: there is one thread.
    for (std::size_t v = 0; v < from.names.size(); ++v) {
      if (from.uniform[v]) kept.push_back(v);
    }
    for (const std::size_t v : kept) {
      table.names.push_back(from.names[v]);
      table.uniform.push_back(true);
      table.regular.push_back(true);
    }
    table.names.emplace_back("i");
    table.uniform.push_back(false);
    table.regular.push_back(true);
    std::size_t at = 0;
    for (const Row& row : from.rows) {
      for (std::int64_t e = row.begin; e < row.end; ++e) {
        if ((at++ * 0x9e3779b97f4a7c15ULL >> 20) % stride != 0) continue;
        Row one;
        for (const std::size_t v : kept) one.values.push_back(row.values[v]);
        one.values.push_back(e);
        table.rows.push_back(std::move(one));
        is_kept.push_back(std::ranges::binary_search(row.elements, e));
      }
    }
  }

  /// A comparison in the terms of the table that this was made from.
  [[nodiscard]] Expression back(const Expression& e) const {
    if (e->op == Operator::kVariable) {
      const auto v = static_cast<std::size_t>(e->number);
      return v < kept.size() ? variable(kept[v]) : bound();
    }
    if (e->left == nullptr) return e;
    return std::make_shared<ExpressionNode>(
        ExpressionNode{e->op, e->number, back(e->left), e->right ? back(e->right) : nullptr});
  }

  Table table;
  std::vector<std::size_t> kept;  ///< Which of the other table's names.
  std::vector<bool> is_kept;
};

/// The search for one table. A region is what one condition that all threads agree on leaves of it.
class KeptSearch {
 public:
  KeptSearch(const Table& table, Expression first, Expression last)
      : table_(table),
        elementwise_(table),
        candidates_(elementwise_.table, numbers(elementwise_.table.rows.size())),
        first_(std::move(first)),
        last_(std::move(last)),
        in_(elementwise_.table.rows.size()),
        out_(in_),
        everywhere_(in_) {
    for (std::size_t i = 0; i < elementwise_.table.rows.size(); ++i) {
      (elementwise_.is_kept[i] ? in_ : out_).insert(i);
      everywhere_.insert(i);
    }
  }

  std::optional<std::vector<IndexClause>> run() {
    auto best = describe(everywhere_, {});
    int cost = best ? cost_of(*best) : std::numeric_limits<int>::max();
    if (best && best->size() == 1) return best;
    // Two cases, told apart by something that all threads agree on.
    std::vector<RowSet> tried;
    std::size_t halves = 0, wholes = 0;
    const std::vector<Candidates::Atom> atoms = candidates_.atoms();
    for (const Candidates::Atom& atom : atoms) {
      if (!atom.uniform || !atom.rows.meets(in_)) continue;
      const RowSet other = everywhere_.without(atom.rows);
      if (std::ranges::find(tried, other) != tried.end()) continue;
      if ((other.meets(in_) ? halves : wholes)++ >= kMostRegions) continue;
      tried.push_back(atom.rows);
      auto here = describe(atom.rows, atom.comparison);
      if (!here || cost_of(*here) >= cost) continue;
      const auto there = describe(other, opposite(atom.comparison));
      if (!there) continue;
      here->insert(here->end(), there->begin(), there->end());
      if (cost_of(*here) >= cost || !fits(*here)) continue;
      cost = cost_of(*here);
      best = std::move(here);
    }
    return best;
  }

 private:
  static std::vector<std::size_t> numbers(std::size_t count) {
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  static int cost_of(const std::vector<IndexClause>& clauses) {
    int sum = 0;
    for (const IndexClause& clause : clauses) sum += kCostOfClause + infer::cost_of(clause);
    return sum;
  }

  static Comparison opposite(const Comparison& comparison) {
    constexpr Relation kOpposite[] = {Relation::kGreaterEqual, Relation::kGreater,  Relation::kLessEqual,
                                      Relation::kLess,         Relation::kNotEqual, Relation::kEqual};
    return {comparison.left, kOpposite[static_cast<std::size_t>(comparison.relation)], comparison.right};
  }

  [[nodiscard]] bool fits(const std::vector<IndexClause>& clauses) const {
    return std::ranges::all_of(table_.rows, [&](const Row& row) { return gives(clauses, row, table_.may_exceed); });
  }

  /// The range where all of `guard` hold, conditions of the elementwise table.
  [[nodiscard]] IndexClause clause_of(const Guard& guard) const {
    IndexClause clause{.index = bound(), .quantified = true, .first = first_, .ends = {last_}};
    const std::size_t element_name = elementwise_.kept.size();
    for (const Comparison& c : guard) {
      const bool of_element = mentions(c.left, element_name) || mentions(c.right, element_name);
      (of_element ? clause.filter : clause.guard)
          .push_back({elementwise_.back(c.left), c.relation, elementwise_.back(c.right)});
    }
    return clause;
  }

  /// The clauses of a region: one range, or one with a few elements besides.
  std::optional<std::vector<IndexClause>> describe(const RowSet& region, const std::optional<Comparison>& condition) {
    Guard guard;
    if (condition) guard.push_back(*condition);
    const IndexClause all = clause_of(guard);
    Table rest = table_;
    std::erase_if(rest.rows, [&](const Row& row) { return holds(all.guard, row) != true; });
    const auto right = [&](const std::vector<IndexClause>& clauses) {
      return std::ranges::all_of(rest.rows, [&](const Row& row) { return gives(clauses, row, table_.may_exceed); });
    };
    const RowSet in = in_.meet(region), out = out_.meet(region);
    if (in.empty()) return right({}) ? std::optional(std::vector<IndexClause>()) : std::nullopt;
    if (const auto found = candidates_.find_guard(in, out)) {
      Guard both = guard;
      both.insert(both.end(), found->begin(), found->end());
      std::vector<IndexClause> one = {clause_of(both)};
      if (right(one)) return one;
    }
    // Conditions that hold for nothing but what is kept, and for nearly all of it.
    const Candidates::Atom* most = nullptr;
    for (const Candidates::Atom& atom : candidates_.atoms()) {
      if (atom.uniform || atom.rows.meets(out) || !atom.rows.meets(in)) continue;
      if (atom.undefined.has_size() && atom.undefined.meets(region)) continue;
      if (most == nullptr || atom.rows.meet(in).count() > most->rows.meet(in).count()) most = &atom;
    }
    if (most == nullptr) return std::nullopt;
    guard.push_back(most->comparison);
    std::vector<IndexClause> clauses = {clause_of(guard)};
    for (Row& row : rest.rows) {
      std::vector<std::int64_t> given;
      if (!elements_of(clauses.front(), row, given)) return std::nullopt;
      std::erase_if(row.elements, [&](std::int64_t e) { return std::ranges::binary_search(given, e); });
      if (row.elements.size() > kMostBesides) return std::nullopt;
    }
    const auto besides = fit(rest);
    if (!besides) return std::nullopt;
    for (IndexClause clause : *besides) {
      clause.guard.insert(clause.guard.begin(), all.guard.begin(), all.guard.end());
      clauses.push_back(std::move(clause));
    }
    return clauses;
  }

  const Table& table_;
  const Elementwise elementwise_;
  Candidates candidates_;
  Expression first_, last_;
  RowSet in_, out_, everywhere_;
};

}  // namespace

std::optional<std::vector<IndexClause>> fit_kept(const Table& table) {
  if (std::ranges::all_of(table.rows, [](const Row& row) { return row.elements.empty(); })) {
    return std::vector<IndexClause>();
  }
  std::vector<std::size_t> all(table.rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Candidates plain(table, all);
  RowSet rows(all.size());
  std::vector<std::int64_t> begin, end;
  for (std::size_t i = 0; i < all.size(); ++i) {
    rows.insert(i);
    begin.push_back(table.rows[i].begin);
    end.push_back(table.rows[i].end);
  }
  const auto first = plain.find_equal(begin, rows);
  const auto last = plain.find_equal(end, rows);
  if (!first || !last) return std::nullopt;
  return KeptSearch(table, *first, *last).run();
}

}  // namespace fencepost::cli::infer
