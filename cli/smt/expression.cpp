#include "cli/smt/expression.h"

#include <array>
#include <limits>
#include <utility>

namespace fencepost::cli::infer {
namespace {

constexpr std::size_t kMostElements = 1 << 20;

Expression make(Operator op, Expression a, Expression b) {
  return std::make_shared<ExpressionNode>(ExpressionNode{op, 0, std::move(a), std::move(b)});
}
bool is_number(const Expression& e, std::int64_t value) { return e->op == Operator::kNumber && e->number == value; }

std::int64_t wrap(std::uint64_t value) { return static_cast<std::int64_t>(value); }

std::optional<std::int64_t> apply(Operator op, std::int64_t a, std::int64_t b) {
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  switch (op) {
    case Operator::kAdd:
      return wrap(x + y);
    case Operator::kSubtract:
      return wrap(x - y);
    case Operator::kMultiply:
      return wrap(x * y);
    case Operator::kDivide:
    case Operator::kRemainder:
      if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return std::nullopt;
      return op == Operator::kDivide ? a / b : a % b;
    case Operator::kShiftRight:
      if (b < 0 || b >= std::numeric_limits<std::int64_t>::digits) return std::nullopt;
      return a >> b;
    default:
      return std::nullopt;
  }
}

int precedence(Operator op) {
  switch (op) {
    case Operator::kShiftRight:
      return 0;
    case Operator::kAdd:
    case Operator::kSubtract:
      return 1;
    case Operator::kMultiply:
    case Operator::kDivide:
    case Operator::kRemainder:
      return 2;
    default:
      return 3;
  }
}

const char* sign_of(Operator op) {
  switch (op) {
    case Operator::kAdd:
      return " + ";
    case Operator::kSubtract:
      return " - ";
    case Operator::kMultiply:
      return " * ";
    case Operator::kDivide:
      return " / ";
    case Operator::kShiftRight:
      return " >> ";
    default:
      return " % ";
  }
}

std::string in_brackets(const std::string& text, bool needed) { return needed ? "(" + text + ")" : text; }

}  // namespace

Expression number(std::int64_t value) {
  return std::make_shared<ExpressionNode>(ExpressionNode{Operator::kNumber, value, nullptr, nullptr});
}
Expression variable(std::size_t index) {
  return std::make_shared<ExpressionNode>(
      ExpressionNode{Operator::kVariable, static_cast<std::int64_t>(index), nullptr, nullptr});
}
Expression bound() { return std::make_shared<ExpressionNode>(ExpressionNode{Operator::kBound, 0, nullptr, nullptr}); }
Expression element(std::size_t array, Expression index) {
  return std::make_shared<ExpressionNode>(
      ExpressionNode{Operator::kElement, static_cast<std::int64_t>(array), std::move(index), nullptr});
}

Expression add(Expression a, Expression b) {
  if (is_number(a, 0)) return b;
  if (is_number(b, 0)) return a;
  if (b->op == Operator::kNumber && b->number < 0) return subtract(std::move(a), number(-b->number));
  if (a->op == Operator::kNumber && b->op != Operator::kNumber) std::swap(a, b);
  return make(Operator::kAdd, std::move(a), std::move(b));
}
Expression subtract(Expression a, Expression b) {
  return is_number(b, 0) ? a : make(Operator::kSubtract, std::move(a), std::move(b));
}
Expression multiply(Expression a, Expression b) {
  if (is_number(a, 1)) return b;
  return is_number(b, 1) ? a : make(Operator::kMultiply, std::move(a), std::move(b));
}
Expression divide(Expression a, Expression b) {
  return is_number(b, 1) ? a : make(Operator::kDivide, std::move(a), std::move(b));
}
Expression remainder(Expression a, Expression b) { return make(Operator::kRemainder, std::move(a), std::move(b)); }
Expression shift_right(Expression a, Expression b) { return make(Operator::kShiftRight, std::move(a), std::move(b)); }

std::optional<std::int64_t> value_of(const Expression& e, const Row& row, std::int64_t bound) {
  switch (e->op) {
    case Operator::kNumber:
      return e->number;
    case Operator::kVariable:
      return row.values[static_cast<std::size_t>(e->number)];
    case Operator::kBound:
      return bound;
    case Operator::kElement: {
      const auto index = value_of(e->left, row, bound);
      const ArrayValues& array = row.arrays[static_cast<std::size_t>(e->number)];
      if (!index || array.values == nullptr) return std::nullopt;
      const auto at = apply(Operator::kAdd, *index, array.first);
      if (*at < 0 || *at >= static_cast<std::int64_t>(array.values->size())) return std::nullopt;
      return (*array.values)[static_cast<std::size_t>(*at)];
    }
    default: {
      const auto a = value_of(e->left, row, bound);
      if (!a) return a;
      const auto b = value_of(e->right, row, bound);
      return b ? apply(e->op, *a, *b) : b;
    }
  }
}

std::string text_of(const Expression& e, const Table& table) {
  switch (e->op) {
    case Operator::kNumber:
      return std::to_string(e->number);
    case Operator::kVariable:
      return table.names[static_cast<std::size_t>(e->number)];
    case Operator::kBound:
      return table.bound_name;
    case Operator::kElement:
      return table.arrays[static_cast<std::size_t>(e->number)] + "[" + text_of(e->left, table) + "]";
    default: {
      // Few know how a shift binds: what it is of stands in brackets.
      const int own = e->op == Operator::kShiftRight ? precedence(Operator::kMultiply) : precedence(e->op);
      const bool left = precedence(e->left->op) < own;
      // a - (b + c), a / (b * c), a * (b / c).
      const bool strict = e->op != Operator::kAdd;
      const bool right = precedence(e->right->op) < own || (strict && precedence(e->right->op) == own);
      return in_brackets(text_of(e->left, table), left) + sign_of(e->op) + in_brackets(text_of(e->right, table), right);
    }
  }
}

bool has_element(const Expression& e) {
  return e != nullptr && (e->op == Operator::kElement || has_element(e->left) || has_element(e->right));
}

int cost_of(const Expression& e) {
  switch (e->op) {
    case Operator::kNumber:
    case Operator::kVariable:
    case Operator::kBound:
      return 1;
    case Operator::kElement:
      return 4 + cost_of(e->left);
    case Operator::kMultiply:  // By a number is easier to read.
      return (e->left->op == Operator::kNumber ? 1 : 2) + cost_of(e->left) + cost_of(e->right);
    case Operator::kDivide:
    case Operator::kRemainder:
    case Operator::kShiftRight:
      return 2 + cost_of(e->left) + cost_of(e->right);
    default:
      return 1 + cost_of(e->left) + cost_of(e->right);
  }
}

bool holds(Relation relation, std::int64_t left, std::int64_t right) {
  switch (relation) {
    case Relation::kLess:
      return left < right;
    case Relation::kLessEqual:
      return left <= right;
    case Relation::kGreater:
      return left > right;
    case Relation::kGreaterEqual:
      return left >= right;
    case Relation::kEqual:
      return left == right;
    default:
      return left != right;
  }
}

Relation opposite(Relation relation) {
  switch (relation) {
    case Relation::kLess:
      return Relation::kGreaterEqual;
    case Relation::kLessEqual:
      return Relation::kGreater;
    case Relation::kGreater:
      return Relation::kLessEqual;
    case Relation::kGreaterEqual:
      return Relation::kLess;
    case Relation::kEqual:
      return Relation::kNotEqual;
    default:
      return Relation::kEqual;
  }
}

std::optional<bool> holds(const Guard& guard, const Row& row, std::int64_t bound) {
  for (const Comparison& comparison : guard) {
    const auto left = value_of(comparison.left, row, bound);
    const auto right = value_of(comparison.right, row, bound);
    if (!left || !right) return std::nullopt;
    if (!holds(comparison.relation, *left, *right)) return false;
  }
  return true;
}

std::string text_of(const Comparison& comparison, const Table& table) {
  constexpr std::array<const char*, 6> kSigns = {" < ", " <= ", " > ", " >= ", " == ", " != "};
  return text_of(comparison.left, table) + kSigns[static_cast<std::size_t>(comparison.relation)] +
         text_of(comparison.right, table);
}

std::string text_of(const Guard& guard, const Table& table) {
  std::string text;
  for (const Comparison& comparison : guard) text += (text.empty() ? "" : " && ") + text_of(comparison, table);
  return text;
}

int cost_of(const Guard& guard) {
  int cost = 0;
  for (const Comparison& comparison : guard) cost += 1 + cost_of(comparison.left) + cost_of(comparison.right);
  return cost;
}

bool elements_of(const IndexClause& clause, const Row& row, std::vector<std::int64_t>& elements) {
  const auto given = holds(clause.guard, row);
  if (!given || !*given) return given.has_value();
  const auto add = [&](std::int64_t i) {
    auto index = value_of(clause.index, row, i);
    if (index && clause.column != nullptr) {
      const auto column = value_of(clause.column, row, i);
      if (!column || *column < 0 || *column >= row.columns) return false;
      *index = *index * row.columns + *column;
    }
    if (index) elements.push_back(*index);
    return index.has_value();
  };
  if (!clause.quantified) return add(0);
  const auto first = value_of(clause.first, row);
  if (!first) return false;
  std::int64_t end = std::numeric_limits<std::int64_t>::max();
  for (const Expression& e : clause.ends) {
    const auto value = value_of(e, row);
    if (!value) return false;
    end = std::min(end, *value);
  }
  if (end > *first && static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(*first) > kMostElements)
    return false;
  for (std::int64_t i = *first; i < end; ++i) {
    const auto passes = holds(clause.filter, row, i);
    if (!passes) return false;
    if (*passes && !add(i)) return false;
  }
  return true;
}

int cost_of(const IndexClause& clause) {
  constexpr int kCostOfSource = 4;
  if (clause.of_source) return kCostOfSource;
  int cost = cost_of(clause.guard) + cost_of(clause.index) + (clause.column ? cost_of(clause.column) : 0);
  if (!clause.quantified) return cost;
  cost += 5 + cost_of(clause.first) + cost_of(clause.filter);
  for (const Expression& e : clause.ends) cost += cost_of(e);
  return cost;
}

}  // namespace fencepost::cli::infer
