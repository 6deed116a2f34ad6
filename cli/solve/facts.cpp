#include "cli/solve/facts.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "cli/solve/candidates.h"

namespace fencepost::cli::infer {
namespace {

constexpr std::size_t kFactSample = 320;
constexpr std::size_t kFactRounds = 5;

bool is_power_of_two(std::int64_t value) {
  return value > 0 && value <= std::int64_t{1} << kLargestPower &&
         std::has_single_bit(static_cast<std::uint64_t>(value));
}

bool is_thread_number(const Table& table, std::size_t v) {
  return is_builtin(table, v) && table.names[v].starts_with("threadIdx");
}

class FactFinder {
 public:
  FactFinder(const Table& table, const std::vector<IndexClause>& clauses, const std::vector<std::size_t>& groups)
      : table_(table), clauses_(clauses), groups_(groups) {}

  std::vector<Fact> run() {
    std::vector<std::size_t> mentioned;
    for (const IndexClause& clause : clauses_) add_variables(clause, mentioned);
    for (std::size_t v = 0; v < table_.names.size(); ++v) {
      if (is_builtin(table_, v) && table_.names[v].starts_with("blockDim")) mentioned.push_back(v);
    }
    std::set<std::size_t> closure(mentioned.begin(), mentioned.end());
    for (const std::size_t v : mentioned) {
      if (!table_.uniform[v] && !is_builtin(table_, v)) define(v, closure);
    }
    std::vector<std::size_t> uniform;
    for (const std::size_t v : closure) {
      if (!table_.uniform[v]) continue;
      if (!is_builtin(table_, v)) facts_.push_back({.kind = FactKind::kSame, .variable = v});
      if (varies(v)) uniform.push_back(v);
    }
    for (const std::size_t v : closure) {
      if (varies(v) && !is_thread_number(table_, v)) compare_with_numbers(v);
    }
    for (const std::size_t a : closure) {
      for (const std::size_t b : uniform) {
        if (a != b && varies(a) && !is_thread_number(table_, a)) compare(a, b);
      }
    }
    add_distinct();
    return std::move(facts_);
  }

 private:
  [[nodiscard]] bool varies(std::size_t v) const {
    return std::ranges::any_of(table_.rows, [&](const Row& r) { return r.values[v] != table_.rows[0].values[v]; });
  }

  /// An expression of variables that all threads agree on, and of the thread's number.
  void define(std::size_t v, std::set<std::size_t>& closure) {
    Table others = table_;
    for (Row& row : others.rows) {
      for (std::size_t o = 0; o < row.values.size(); ++o) {
        if (!table_.uniform[o] && !is_builtin(table_, o)) row.values[o] = 0;
      }
    }
    others.arrays.clear();
    std::vector<std::size_t> sample;
    const std::size_t rows = others.rows.size(), stride = rows / kFactSample + 1;
    for (std::size_t r = 0; r < rows; ++r) {
      if ((r * 0x9e3779b97f4a7c15ULL >> 20) % stride == 0) sample.push_back(r);
    }
    for (std::size_t round = 0; round < kFactRounds && !sample.empty(); ++round) {
      const Candidates candidates(others, sample);
      RowSet all(sample.size());
      std::vector<std::int64_t> target;
      for (std::size_t i = 0; i < sample.size(); ++i) {
        all.insert(i);
        target.push_back(table_.rows[sample[i]].values[v]);
      }
      const auto found = candidates.find_equal(target, all);
      if (!found) break;
      std::size_t wrong = 0;
      for (std::size_t r = 0; r < rows && wrong < 40; ++r) {
        if (value_of(*found, others.rows[r]) == table_.rows[r].values[v]) continue;
        sample.push_back(r);
        ++wrong;
      }
      if (wrong != 0) continue;
      facts_.push_back(
          {.kind = FactKind::kDefinition, .variable = v, .comparison = {variable(v), Relation::kEqual, *found}});
      std::vector<std::size_t> more;
      add_variables(*found, more);
      closure.insert(more.begin(), more.end());
      return;
    }
    undefined_.insert(v);
  }

  bool add_if_true(FactKind kind, const Expression& a, Relation relation, const Expression& b, std::size_t v) {
    Fact fact{.kind = kind, .variable = v, .comparison = {a, relation, b}};
    if (!holds(fact, table_, groups_)) return false;
    facts_.push_back(std::move(fact));
    return true;
  }

  void compare_with_numbers(std::size_t v) {
    if (!table_.uniform[v] && !undefined_.contains(v)) return;
    const Expression x = variable(v);
    if (!table_.names[v].starts_with("blockDim")) {
      (void)(add_if_true(FactKind::kRelation, x, Relation::kGreaterEqual, number(1), v) ||
             add_if_true(FactKind::kRelation, x, Relation::kGreaterEqual, number(0), v));
    }
    Fact power{.kind = FactKind::kPowerOfTwo, .variable = v};
    if (table_.uniform[v] && holds(power, table_, groups_)) facts_.push_back(std::move(power));
  }

  void compare(std::size_t a, std::size_t b) {
    if (!table_.uniform[a] && !undefined_.contains(a)) return;
    const Expression x = variable(a), y = variable(b);
    if (table_.uniform[a]) {
      if (holds({.kind = FactKind::kEqual, .comparison = {x, Relation::kEqual, y}}, table_, groups_)) {
        if (a < b) add_if_true(FactKind::kEqual, x, Relation::kEqual, y, a);
        return;
      }
      (void)(add_if_true(FactKind::kEqual, x, Relation::kEqual, multiply(number(2), y), a) ||
             add_if_true(FactKind::kRelation, x, Relation::kGreaterEqual, multiply(number(2), y), a));
      if (varies_together(a, b)) add_if_true(FactKind::kDivides, remainder(x, y), Relation::kEqual, number(0), a);
    }
    (void)(add_if_true(FactKind::kRelation, x, Relation::kLess, y, a) ||
           add_if_true(FactKind::kRelation, x, Relation::kLessEqual, y, a));
  }

  /// Whether b has other values than 1, of which everything is a multiple.
  [[nodiscard]] bool varies_together(std::size_t a, std::size_t b) const {
    return std::ranges::any_of(table_.rows, [&](const Row& r) { return r.values[b] > 1 && r.values[a] != 0; });
  }

  /// Indices that data decide: that they differ is all that is known.
  void add_distinct() {
    for (const IndexClause& clause : clauses_) {
      if (clause.quantified) continue;
      std::vector<std::size_t> variables;
      add_variables(clause.index, variables);
      const bool opaque = std::ranges::any_of(variables, [&](std::size_t v) { return undefined_.contains(v); });
      if (!opaque && !has_element(clause.index)) continue;
      Fact fact{.kind = FactKind::kDistinct, .expression = clause.index, .guard = clause.guard};
      if (holds(fact, table_, groups_)) facts_.push_back(std::move(fact));
    }
  }

  const Table& table_;
  const std::vector<IndexClause>& clauses_;
  const std::vector<std::size_t>& groups_;
  std::set<std::size_t> undefined_;
  std::vector<Fact> facts_;
};

}  // namespace

std::vector<Fact> facts_of(const Table& table, const std::vector<IndexClause>& clauses,
                           const std::vector<std::size_t>& groups) {
  return FactFinder(table, clauses, groups).run();
}

void add_variables(const Expression& e, std::vector<std::size_t>& variables) {
  if (e == nullptr) return;
  if (e->op == Operator::kVariable) {
    const auto v = static_cast<std::size_t>(e->number);
    if (std::ranges::find(variables, v) == variables.end()) variables.push_back(v);
  }
  add_variables(e->left, variables);
  add_variables(e->right, variables);
}

void add_variables(const IndexClause& clause, std::vector<std::size_t>& variables) {
  for (const Guard* guard : {&clause.guard, &clause.filter}) {
    for (const Comparison& c : *guard) {
      add_variables(c.left, variables);
      add_variables(c.right, variables);
    }
  }
  add_variables(clause.index, variables);
  add_variables(clause.first, variables);
  for (const Expression& e : clause.ends) add_variables(e, variables);
}

void add_variables(const Fact& fact, std::vector<std::size_t>& variables) {
  if (fact.kind == FactKind::kSame || fact.kind == FactKind::kPowerOfTwo) {
    add_variables(variable(fact.variable), variables);
  }
  add_variables(fact.comparison.left, variables);
  add_variables(fact.comparison.right, variables);
  if (fact.expression) add_variables(IndexClause{.guard = fact.guard, .index = fact.expression}, variables);
}

bool holds(const Fact& fact, const Table& table, const std::vector<std::size_t>& groups) {
  if (fact.kind == FactKind::kPowerOfTwo) {
    return std::ranges::all_of(table.rows, [&](const Row& r) { return is_power_of_two(r.values[fact.variable]); });
  }
  if (fact.kind != FactKind::kSame && fact.kind != FactKind::kDistinct) {
    return std::ranges::all_of(table.rows,
                               [&](const Row& r) { return holds(Guard{fact.comparison}, r).value_or(false); });
  }
  std::map<std::size_t, std::set<std::int64_t>> seen;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const Row& row = table.rows[r];
    std::set<std::int64_t>& values = seen[groups[r]];
    if (fact.kind == FactKind::kSame) {
      values.insert(row.values[fact.variable]);
      if (values.size() > 1) return false;
    } else if (holds(fact.guard, row).value_or(false)) {
      const auto value = value_of(fact.expression, row);
      if (!value || !values.insert(*value).second) return false;
    }
  }
  return true;
}

std::string text_of(const Fact& fact, const Table& table) {
  const std::string& name = table.names[fact.variable];
  switch (fact.kind) {
    case FactKind::kSame:
      return name + " is the same for all threads";
    case FactKind::kPowerOfTwo:
      return name + " is a power of two";
    case FactKind::kDistinct: {
      const std::string where = text_of(fact.guard, table);
      return text_of(fact.expression, table) + " differs from thread to thread" +
             (where.empty() ? "" : " where " + where);
    }
    default:
      return text_of(fact.comparison, table);
  }
}

}  // namespace fencepost::cli::infer
