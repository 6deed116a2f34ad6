// Whether two annotations say the same, wherever they stand.
#include <algorithm>

#include "compiler/contract/printer.h"

namespace fencepost::compiler::contract {
namespace {

bool same(const Type& a, const Type& b) {
  return a.name == b.name && a.pointers == b.pointers && std::ranges::equal(a.arguments, b.arguments, same);
}

bool same(const ExpressionPtr& a, const ExpressionPtr& b) { return a && b ? equal(*a, *b) : !a && !b; }

bool same(const Clause& a, const Clause& b) { return a.kind == b.kind && same(a.expression, b.expression); }

bool same(const PureFunction& a, const PureFunction& b) {
  const auto same_parameter = [](const Parameter& x, const Parameter& y) {
    return x.name == y.name && same(x.type, y.type);
  };
  const auto same_clause = [](const Clause& x, const Clause& y) { return same(x, y); };
  return a.name == b.name && same(a.type, b.type) && same(a.body, b.body) &&
         std::ranges::equal(a.parameters, b.parameters, same_parameter) &&
         std::ranges::equal(a.clauses, b.clauses, same_clause);
}

bool same(const Statement& a, const Statement& b) {
  return a.kind == b.kind && a.name == b.name && same(a.type, b.type) && same(a.target, b.target) &&
         same(a.length, b.length) && same(a.value, b.value);
}

bool same(const Unsupported& a, const Unsupported& b) { return a.name == b.name && a.source == b.source; }

}  // namespace

bool equal(const Expression& a, const Expression& b) {
  const auto same_binder = [](const Binder& x, const Binder& y) { return x.name == y.name && same(x.type, y.type); };
  const bool kind_has_text = a.kind != ExpressionKind::kNull;  // NULL or nullptr
  return a.kind == b.kind && (!kind_has_text || a.text == b.text) && a.source == b.source && same(a.type, b.type) &&
         std::ranges::equal(a.binders, b.binders, same_binder) &&
         std::ranges::equal(a.operands, b.operands,
                            [](const ExpressionPtr& x, const ExpressionPtr& y) { return same(x, y); });
}

bool equal(const Annotation& a, const Annotation& b) {
  return std::ranges::equal(a.items, b.items, [](const Item& x, const Item& y) {
    if (x.index() != y.index()) return false;
    return std::visit([&]<class T>(const T& of_x) { return same(of_x, std::get<T>(y)); }, x);
  });
}

}  // namespace fencepost::compiler::contract
