#include "compiler/contract_code/bounds.h"

#include <algorithm>
#include <string>

namespace fencepost::compiler::contract {
namespace {

bool is_binary(const Expression& e, std::string_view op) { return e.kind == ExpressionKind::kBinary && e.text == op; }

bool is_integer(const Type& type) {
  if (type.pointers > 0 || !type.arguments.empty()) return false;
  static constexpr std::string_view kOthers[] = {"bool",     "float",  "double", "void", "resource", "process", "frac",
                                                 "rational", "string", "zfrac",  "ref",  "any",      "nothing"};
  return std::ranges::find(kOthers, type.name) == std::end(kOthers);
}

void add_conjuncts(const Expression& expression, std::vector<const Expression*>& found) {
  if (!is_binary(expression, "&&") && !is_binary(expression, "**")) {
    found.push_back(&expression);
    return;
  }
  for (const ExpressionPtr& operand : expression.operands) add_conjuncts(*operand, found);
}

// What is true wherever the quantifier's body matters.
std::vector<const Expression*> conditions(const Expression& quantifier) {
  std::vector<const Expression*> found;
  if (quantifier.operands.size() == 2) {
    add_conjuncts(*quantifier.operands[0], found);
  } else if (quantifier.kind == ExpressionKind::kExists) {
    add_conjuncts(*quantifier.operands[0], found);
  } else {
    for (const Expression* e = quantifier.operands[0].get(); is_binary(*e, "==>"); e = e->operands[1].get()) {
      add_conjuncts(*e->operands[0], found);
    }
  }
  return found;
}

class BoundSearch {
 public:
  explicit BoundSearch(const Expression& quantifier)
      : binders_(quantifier.binders), conditions_(conditions(quantifier)) {}

  std::vector<Bounds> search() {
    std::vector<Bounds> found(binders_.size());
    for (std::size_t i = 0; i < binders_.size(); ++i) {
      if (!is_integer(binders_[i].type)) continue;
      for (const bool lower : {true, false}) {
        visited_.assign(binders_.size(), false);
        collect(lower ? found[i].lower : found[i].upper, i, i, lower);
      }
    }
    return found;
  }

 private:
  // Bounds of variable `of` that variable `user`, which is not later, may have a loop over.
  void collect(std::vector<Bound>& found, std::size_t of, std::size_t user, bool lower) {
    visited_[of] = true;
    for (const Expression* condition : conditions_) {
      if (condition->kind != ExpressionKind::kBinary) continue;
      const std::string& op = condition->text;
      const bool equal = op == "==";
      const bool less = op == "<" || op == "<=";
      if (!equal && !less && op != ">" && op != ">=") continue;
      // The variable stands on this side if the other one is its lower (upper) bound.
      for (const std::size_t side : {0U, 1U}) {
        const bool other_is_lower = less == (side == 1);
        if (!equal && other_is_lower != lower) continue;
        const Expression& variable = *condition->operands[side];
        const Expression& other = *condition->operands[1 - side];
        if (variable.kind != ExpressionKind::kIdentifier || variable.text != binders_[of].name) continue;
        add(found, {&other, equal || op.size() == 2}, of, user, lower);
      }
    }
  }

  void add(std::vector<Bound>& found, Bound bound, std::size_t of, std::size_t user, bool lower) {
    const auto first = binders_.begin() + static_cast<std::ptrdiff_t>(user);
    const auto later =
        std::find_if(first, binders_.end(), [&](const Binder& binder) { return mentions(*bound.value, binder.name); });
    if (later == binders_.end()) {
      found.push_back(bound);
      return;
    }
    const std::size_t index = static_cast<std::size_t>(later - binders_.begin());
    // Only forwards: `i < j && j < i` has no end.
    if (bound.value->kind != ExpressionKind::kIdentifier || index <= of || visited_[index]) return;
    collect(found, index, user, lower);
  }

  const std::vector<Binder>& binders_;
  std::vector<const Expression*> conditions_;
  std::vector<bool> visited_;
};

}  // namespace

std::vector<const Expression*> conjuncts(const Expression& expression) {
  std::vector<const Expression*> found;
  add_conjuncts(expression, found);
  return found;
}

bool mentions(const Expression& expression, std::string_view name) {
  if (expression.kind == ExpressionKind::kIdentifier) return expression.text == name;
  if (std::ranges::any_of(expression.binders, [&](const Binder& binder) { return binder.name == name; })) return false;
  return std::ranges::any_of(expression.operands,
                             [&](const ExpressionPtr& operand) { return operand && mentions(*operand, name); });
}

std::vector<Bounds> bounds_of(const Expression& quantifier) { return BoundSearch(quantifier).search(); }

}  // namespace fencepost::compiler::contract
