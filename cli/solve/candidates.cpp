#include "cli/solve/candidates.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fencepost::cli::infer {
namespace {

constexpr int kCostOfData = 4;  // A variable that holds data is rarely what decides.

}  // namespace

Candidates::Candidates(const Table& table, std::vector<std::size_t> sample)
    : table_(table), sample_(std::move(sample)) {
  make_terms();
}

void Candidates::add_term(Expression expression, int extra_cost) {
  Term term{.expression = std::move(expression)};
  term.cost = cost_of(term.expression) + extra_cost;
  bool varies = false;
  for (std::size_t i = 0; i < sample_.size(); ++i) {
    const auto value = value_of(term.expression, row(i));
    if (!value && term.expression->op != Operator::kElement) return;
    term.partial = term.partial || !value;
    term.column.push_back(value.value_or(kNoValue));
    varies = varies || term.column.back() != term.column.front();
  }
  if (!varies && !term.column.empty()) return;  // A number, in these rows.
  if (std::ranges::any_of(terms_, [&](const Term& t) { return t.column == term.column; })) return;
  terms_.push_back(std::move(term));
}

void Candidates::make_terms() {
  std::vector<std::size_t> uniform, varying;
  for (std::size_t v = 0; v < table_.names.size(); ++v) {
    const std::size_t before = terms_.size();
    add_term(variable(v));
    if (terms_.size() == before) continue;
    terms_.back().uniform = table_.uniform[v];
    if (!table_.regular[v]) terms_.back().cost += kCostOfData;
    (table_.uniform[v] ? uniform : varying).push_back(v);
  }
  const Expression two = number(2);
  const auto add_uniform = [&](Expression e) {
    const std::size_t before = terms_.size();
    add_term(std::move(e));
    if (terms_.size() != before) terms_.back().uniform = true;
  };
  for (const std::size_t v : uniform) {
    add_uniform(multiply(two, variable(v)));
    add_uniform(multiply(number(4), variable(v)));
    add_uniform(divide(variable(v), two));
    add_uniform(divide(variable(v), number(4)));
  }
  for (const std::size_t a : uniform) {
    for (const std::size_t b : uniform) {
      if (a < b) add_uniform(multiply(variable(a), variable(b)));
      if (a == b) continue;
      add_uniform(divide(variable(a), variable(b)));
      add_uniform(divide(subtract(add(variable(a), variable(b)), number(1)), variable(b)));
    }
  }
  const std::vector<Term> sizes = [&] {
    std::vector<Term> found;
    for (const Term& term : terms_) {
      if (term.uniform && term.cost <= 3) found.push_back(term);
    }
    return found;
  }();
  for (const std::size_t v : varying) {
    const Expression x = variable(v);
    const int extra = table_.regular[v] ? 0 : kCostOfData;
    add_term(divide(x, two), extra);
    add_term(remainder(x, two), extra);
    add_term(divide(subtract(x, number(1)), two), extra);
    for (const Term& size : sizes) {
      add_term(multiply(size.expression, x), extra);
      add_term(divide(x, size.expression), extra);
      add_term(remainder(x, size.expression), extra);
      add_term(multiply(divide(x, size.expression), size.expression), extra);
    }
  }
  add_parts(uniform, varying);
  for (const std::size_t a : arrays_in_order()) {
    for (const std::size_t v : varying) {
      add_term(element(a, variable(v)));
      add_term(element(a, add(variable(v), number(1))));
    }
  }
  std::ranges::stable_sort(terms_, {}, &Term::cost);
}

/// First the arrays that the kernel leaves as they are; then what was at the entry, which needs no permission.
std::vector<std::size_t> Candidates::arrays_in_order() const {
  const std::size_t given = std::min(table_.first_given, table_.arrays.size());
  std::vector<std::size_t> left_alone, at_entry, changed;
  for (std::size_t a = 0; a < given; ++a) {
    const bool changes = given + a < table_.arrays.size() && std::ranges::any_of(table_.rows, [&](const Row& row) {
                           return row.arrays[given + a].values != nullptr;
                         });
    (changes ? changed : left_alone).push_back(a);
    if (given + a < table_.arrays.size()) at_entry.push_back(given + a);
  }
  for (const auto* more : {&at_entry, &changed}) left_alone.insert(left_alone.end(), more->begin(), more->end());
  return left_alone;
}

/// Where the parts begin and end that n elements are divided into: equal ones, rounded up.
void Candidates::add_parts(const std::vector<std::size_t>& uniform, const std::vector<std::size_t>& varying) {
  const std::size_t before = terms_.size();
  for (const std::size_t n : uniform) {
    for (const std::size_t parts : uniform) {
      if (n == parts) continue;
      const Expression size = divide(subtract(add(variable(n), variable(parts)), number(1)), variable(parts));
      for (const std::size_t v : varying) {
        if (!table_.regular[v]) continue;
        add_term(multiply(variable(v), size));
        add_term(multiply(add(variable(v), number(1)), size));
      }
    }
  }
  for (std::size_t t = before; t < terms_.size(); ++t) terms_[t].only_index = true;
}

Expression Candidates::expression(const Linear& linear) const {
  Expression sum = number(0);
  // What is added comes before what is taken away: N - tid, not -tid + N.
  for (const bool positive : {true, false}) {
    for (std::size_t k = 0; k < Linear::kMostTerms && linear.factors[k] != 0; ++k) {
      const std::int64_t factor = linear.factors[k];
      if ((factor > 0) != positive) continue;
      const Expression part = multiply(number(std::abs(factor)), terms_[linear.terms[k]].expression);
      sum = positive ? add(sum, part) : subtract(sum, part);
    }
  }
  return add(sum, number(linear.constant));
}

void Candidates::each_linear(std::size_t most_terms, const std::function<bool(const Linear&)>& take) const {
  for (const std::int64_t constant : {0, 1, 2, 3}) {
    if (!take({.constant = constant, .cost = 1})) return;
  }
  const auto cost = [&](const Linear& l, std::size_t terms) {
    int sum = (l.constant != 0 ? 2 : 0) + static_cast<int>(terms) - 1;
    for (std::size_t k = 0; k < terms; ++k) {
      sum += terms_[l.terms[k]].cost + (l.factors[k] != 1 && l.factors[k] != -1 ? 2 : 0);
    }
    return sum;
  };
  constexpr std::int64_t kConstants[] = {0, -1, 1, -2, 2};
  for (std::size_t x = 0; x < terms_.size(); ++x) {
    for (const std::int64_t a : {1, 2}) {
      for (const std::int64_t c : kConstants) {
        Linear l{.terms = {x}, .factors = {a}, .constant = c};
        l.cost = cost(l, 1);
        if (!take(l)) return;
      }
    }
  }
  if (most_terms < 2) return;
  constexpr std::size_t kMostInPairs = 60;
  const std::size_t pairs = std::min(terms_.size(), kMostInPairs);
  for (std::size_t x = 0; x < pairs; ++x) {
    for (std::size_t y = x + 1; y < pairs; ++y) {
      for (const auto& [a, b] : {std::pair{1, 1},
                                 {1, -1},
                                 {-1, 1},
                                 {1, 2},
                                 {2, 1},
                                 {2, 2},
                                 {2, -1},
                                 {1, -2},
                                 {-2, 1},
                                 {-1, 2},
                                 {2, -2},
                                 {-2, 2}}) {
        for (const std::int64_t c : {0, -1, 1}) {
          Linear l{.terms = {x, y}, .factors = {a, b}, .constant = c};
          l.cost = cost(l, 2);
          if (!take(l)) return;
        }
      }
    }
  }
  if (most_terms < 3) return;
  // Of four and more parts only those that sweeps over trees have: x + y + 1 * or 2 * z.
  constexpr std::size_t kMost = 36;
  const std::size_t end = std::min(terms_.size(), kMost);
  for (std::size_t x = 0; x < end; ++x) {
    for (std::size_t y = x + 1; y < end; ++y) {
      for (std::size_t z = 0; z < end; ++z) {
        if (z == x || z == y) continue;
        for (const std::int64_t b : {1, -1, 2, -2}) {
          if ((b == 1) && z < y) continue;
          for (const std::int64_t c : {0, -1}) {
            Linear l{.terms = {x, y, z}, .factors = {1, 1, b}, .constant = c};
            l.cost = cost(l, 3);
            if (!take(l)) return;
          }
        }
      }
    }
  }
}

std::optional<Expression> Candidates::find_equal(const std::vector<std::int64_t>& target, const RowSet& rows) const {
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < sample_.size(); ++i) {
    if (rows.contains(i)) wanted.push_back(i);
  }
  std::optional<Linear> best;
  for (const std::size_t most_terms : {std::size_t{2}, Linear::kMostTerms}) {
    each_linear(most_terms, [&](const Linear& l) {
      if (best && best->cost <= l.cost) return true;
      if (std::ranges::all_of(wanted, [&](std::size_t i) { return value(l, i) == target[i]; })) best = l;
      return true;
    });
    if (best) return expression(*best);
  }
  return std::nullopt;
}

}  // namespace fencepost::cli::infer
