#include "compiler/contract_code/definition.h"

#include "compiler/contract_code/bounds.h"
#include "compiler/contract_code/translate.h"

namespace fencepost::compiler::contract {
namespace {

bool is_result(const Expression& e) { return e.kind == ExpressionKind::kResult; }

// `e` needs no call of the function to be known.
bool defines(const Expression& e, const PureFunction& function) {
  bool closed = true;
  for_each(e, [&](const Expression& part) { closed = closed && !is_result(part); });
  return closed && !mentions(e, function.name) && !has_permission(e);
}

const Expression* defined_by(const Expression& conjunct, const PureFunction& function) {
  static const Expression kTrue{.kind = ExpressionKind::kTrue, .text = "true"};
  if (is_result(conjunct)) return function.type.name.starts_with("bool") ? &kTrue : nullptr;
  if (conjunct.kind != ExpressionKind::kBinary || conjunct.text != "==") return nullptr;
  for (const std::size_t side : {0U, 1U}) {
    const Expression& other = *conjunct.operands[1 - side];
    if (is_result(*conjunct.operands[side]) && defines(other, function)) return &other;
  }
  return nullptr;
}

}  // namespace

const Expression* definition_of(const PureFunction& function) {
  if (function.body) return function.body.get();
  for (const Clause& clause : function.clauses) {
    if (clause.kind != ClauseKind::kEnsures) continue;
    for (const Expression* conjunct : conjuncts(*clause.expression)) {
      if (const Expression* found = defined_by(*conjunct, function)) return found;
    }
  }
  return nullptr;
}

}  // namespace fencepost::compiler::contract
