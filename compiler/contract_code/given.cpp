#include "compiler/contract_code/given.h"

#include <set>
#include <string>
#include <utility>
#include <variant>

#include "compiler/contract_code/translate.h"

namespace fencepost::compiler::contract {
namespace {

using Kind = ExpressionKind;

bool is_variable(const Expression& e, std::string_view name) { return e.kind == Kind::kIdentifier && e.text == name; }

bool names(const Expression& e, std::string_view name) {
  bool found = false;
  for_each(e, [&](const Expression& part) { found = found || is_variable(part, name); });
  return found;
}

void collect(const Expression& e, std::string_view given, std::vector<const Expression*>& conditions,
             std::vector<GivenFact>& facts) {
  if (e.kind != Kind::kBinary) return;
  if (e.text == "&&" || e.text == "**") {
    collect(*e.operands[0], given, conditions, facts);
    collect(*e.operands[1], given, conditions, facts);
  } else if (e.text == "==>") {
    if (names(*e.operands[0], given)) return;
    conditions.push_back(e.operands[0].get());
    collect(*e.operands[1], given, conditions, facts);
    conditions.pop_back();
  } else if (e.text == "==") {
    for (const auto& [told, value] :
         {std::pair{e.operands[0].get(), e.operands[1].get()}, {e.operands[1].get(), e.operands[0].get()}}) {
      if (names(*value, given)) continue;
      GivenFact fact{.conditions = conditions, .value = value};
      fact.length = told->kind == Kind::kCardinality && is_variable(*told->operands[0], given);
      if (told->kind == Kind::kIndex && is_variable(*told->operands[0], given) && !names(*told->operands[1], given)) {
        fact.index = told->operands[1].get();
      }
      if (fact.length || fact.index != nullptr || is_variable(*told, given)) facts.push_back(std::move(fact));
    }
  }
}

}  // namespace

std::vector<GivenFact> facts_of(const Expression& expression, std::string_view given) {
  std::vector<GivenFact> facts;
  std::vector<const Expression*> conditions;
  collect(expression, given, conditions, facts);
  return facts;
}

std::vector<GivenFact> facts_of(const Annotation& annotation, std::string_view given) {
  std::vector<GivenFact> facts;
  for (const Item& item : annotation.items) {
    const auto* clause = std::get_if<Clause>(&item);
    if (clause == nullptr || clause->kind == ClauseKind::kEnsures || clause->kind == ClauseKind::kLoopInvariant) {
      continue;
    }
    for (GivenFact& fact : facts_of(*clause->expression, given)) facts.push_back(std::move(fact));
  }
  return facts;
}

bool can_be_given(const Type& type) {
  const std::string value = value_type(type);
  return value == "int64_t" || (is_sequence(type) && value_type(type.arguments[0]) == "int64_t");
}

}  // namespace fencepost::compiler::contract
