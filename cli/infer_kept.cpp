// The elements that one thread keeps for the others.
#include <algorithm>

#include "cli/infer_candidates.h"
#include "cli/infer_fit.h"

namespace fencepost::cli::infer {
namespace {

constexpr std::size_t kMostElements = 1200;

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

}  // namespace

std::optional<std::vector<IndexClause>> fit_kept(const Table& table) {
  if (std::ranges::all_of(table.rows, [](const Row& row) { return row.elements.empty(); })) {
    return std::vector<IndexClause>();
  }
  std::vector<std::size_t> all(table.rows.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  Candidates plain(table, all);
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

  const Elementwise elementwise(table);
  const std::size_t count = elementwise.table.rows.size();
  all.resize(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  Candidates candidates(elementwise.table, all);
  RowSet in(count), out(count);
  for (std::size_t i = 0; i < count; ++i) (elementwise.is_kept[i] ? in : out).insert(i);
  const std::size_t element_name = elementwise.kept.size();

  const auto clause_of = [&](const Guard& guard) {
    IndexClause clause{.index = bound(), .quantified = true, .first = *first, .ends = {*last}};
    for (const Comparison& c : guard) {
      const bool of_element = mentions(c.left, element_name) || mentions(c.right, element_name);
      (of_element ? clause.filter : clause.guard)
          .push_back({elementwise.back(c.left), c.relation, elementwise.back(c.right)});
    }
    return clause;
  };
  const auto fits = [&](const std::vector<IndexClause>& clauses) {
    return std::ranges::all_of(table.rows, [&](const Row& row) { return gives(clauses, row, table.may_exceed); });
  };
  if (const auto guard = candidates.find_guard(in, out)) {
    std::vector<IndexClause> clauses = {clause_of(*guard)};
    if (fits(clauses)) return clauses;
  }
  // Two cases, told apart by something that all threads agree on.
  const std::vector<Candidates::Atom> atoms = candidates.atoms();
  std::optional<std::vector<IndexClause>> best;
  int cost = 0;
  std::size_t tried = 0;
  for (const Candidates::Atom& atom : atoms) {
    if (!atom.uniform || tried > 60) continue;
    RowSet other(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!atom.rows.contains(i)) other.insert(i);
    }
    if (!atom.rows.meets(in) || !other.meets(in)) continue;
    ++tried;
    const auto here = candidates.find_guard(in.meet(atom.rows), out.meet(atom.rows));
    if (!here) continue;
    const auto there = candidates.find_guard(in.meet(other), out.meet(other));
    if (!there) continue;
    Guard with = *here, without = *there;
    constexpr Relation kOpposite[] = {Relation::kGreaterEqual, Relation::kGreater,  Relation::kLessEqual,
                                      Relation::kLess,         Relation::kNotEqual, Relation::kEqual};
    with.insert(with.begin(), atom.comparison);
    without.insert(
        without.begin(),
        {atom.comparison.left, kOpposite[static_cast<std::size_t>(atom.comparison.relation)], atom.comparison.right});
    std::vector<IndexClause> clauses = {clause_of(with), clause_of(without)};
    const int sum = cost_of(clauses[0]) + cost_of(clauses[1]);
    if ((best && sum >= cost) || !fits(clauses)) continue;
    best = std::move(clauses);
    cost = sum;
  }
  return best;
}

}  // namespace fencepost::cli::infer
