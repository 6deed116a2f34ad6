#include "cli/smt/smt.h"

#include <array>

namespace fencepost::cli::infer {
namespace {

std::string all_of(const std::vector<std::string>& conditions) {
  if (conditions.empty()) return "true";
  std::string text = "(and";
  for (const std::string& c : conditions) text += " " + c;
  return text + ")";
}

void add_defined(const SmtTerm& term, std::vector<std::string>& conditions) {
  for (const std::string& divisor : term.divisors) conditions.push_back("(distinct " + divisor + " 0)");
}

const char* function_of(Operator op) {
  switch (op) {
    case Operator::kAdd:
      return "+";
    case Operator::kSubtract:
      return "-";
    case Operator::kMultiply:
      return "*";
    case Operator::kDivide:
      return "tdiv";
    case Operator::kRemainder:
      return "trem";
    default:
      return nullptr;
  }
}

}  // namespace

std::string smt_prelude() {
  return "(define-fun tdiv ((a Int) (b Int)) Int (ite (>= a 0) (div a b) (- (div (- a) b))))\n"
         "(define-fun trem ((a Int) (b Int)) Int (ite (>= a 0) (mod a b) (- (mod (- a) b))))\n";
}

std::string smt_number(std::int64_t value) {
  const std::string text = std::to_string(value);
  return value < 0 ? "(- " + text.substr(1) + ")" : text;
}

std::optional<SmtTerm> smt_of(const Expression& e, const SmtNames& names) {
  if (e->op == Operator::kNumber) return SmtTerm{smt_number(e->number), {}};
  if (e->op == Operator::kVariable) return SmtTerm{names.variables[static_cast<std::size_t>(e->number)], {}};
  if (e->op == Operator::kBound) return SmtTerm{names.bound, {}};
  auto left = smt_of(e->left, names);
  if (!left) return std::nullopt;
  if (e->op == Operator::kElement) {
    left->text = "(" + names.arrays[static_cast<std::size_t>(e->number)] + " " + left->text + ")";
    return left;
  }
  const char* function = function_of(e->op);
  const auto right = function != nullptr && e->right ? smt_of(e->right, names) : std::nullopt;
  if (!right) return std::nullopt;
  SmtTerm term{"(" + std::string(function) + " " + left->text + " " + right->text + ")", std::move(left->divisors)};
  term.divisors.insert(term.divisors.end(), right->divisors.begin(), right->divisors.end());
  const bool divides = e->op == Operator::kDivide || e->op == Operator::kRemainder;
  if (divides && e->right->op != Operator::kNumber) term.divisors.push_back(right->text);
  if (divides && e->right->op == Operator::kNumber && e->right->number == 0) return std::nullopt;
  return term;
}

std::optional<std::string> smt_of(const Comparison& comparison, const SmtNames& names) {
  constexpr std::array<const char*, 6> kSigns = {"<", "<=", ">", ">=", "=", "distinct"};
  const auto left = smt_of(comparison.left, names), right = smt_of(comparison.right, names);
  if (!left || !right) return std::nullopt;
  std::vector<std::string> conditions;
  add_defined(*left, conditions);
  add_defined(*right, conditions);
  conditions.push_back("(" + std::string(kSigns[static_cast<std::size_t>(comparison.relation)]) + " " + left->text +
                       " " + right->text + ")");
  return all_of(conditions);
}

std::optional<std::string> smt_of(const Guard& guard, const SmtNames& names) {
  std::vector<std::string> conditions;
  for (const Comparison& comparison : guard) {
    auto text = smt_of(comparison, names);
    if (!text) return std::nullopt;
    conditions.push_back(std::move(*text));
  }
  return all_of(conditions);
}

std::optional<std::string> smt_gives(const IndexClause& clause, const SmtNames& names, const std::string& element) {
  const auto guard = smt_of(clause.guard, names);
  const auto index = smt_of(clause.index, names);
  if (!guard || !index) return std::nullopt;
  std::vector<std::string> conditions = {*guard};
  if (clause.quantified) {
    const auto first = smt_of(clause.first, names);
    const auto filter = smt_of(clause.filter, names);
    if (!first || !filter) return std::nullopt;
    add_defined(*first, conditions);
    conditions.push_back("(<= " + first->text + " " + names.bound + ")");
    for (const Expression& e : clause.ends) {
      const auto end = smt_of(e, names);
      if (!end) return std::nullopt;
      add_defined(*end, conditions);
      conditions.push_back("(< " + names.bound + " " + end->text + ")");
    }
    conditions.push_back(*filter);
  }
  add_defined(*index, conditions);
  conditions.push_back("(= " + element + " " + index->text + ")");
  return all_of(conditions);
}

}  // namespace fencepost::cli::infer
