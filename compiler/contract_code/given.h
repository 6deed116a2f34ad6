// `given T x;` of a kernel: a value that the caller chooses, and that the kernel's own clauses `requires` tell.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/contract/syntax.h"

namespace fencepost::compiler::contract {

/// What one thread's clause says of a given variable: `x == e`, `|x| == e`, `x[i] == e`, either way round.
struct GivenFact {
  std::vector<const Expression*> conditions;  ///< Only if these hold.
  const Expression* index = nullptr;          ///< Of an element.
  bool length = false;
  const Expression* value = nullptr;
};

/// The facts about `given` among the conjuncts of an expression, also behind `==>`; those of quantifiers are not looked
/// for, nor those that need the variable itself.
std::vector<GivenFact> facts_of(const Expression& expression, std::string_view given);

/// Those of an annotation's clauses `requires` and `context`.
std::vector<GivenFact> facts_of(const Annotation& annotation, std::string_view given);

/// Integers and sequences of integers can be given.
bool can_be_given(const Type& type);

}  // namespace fencepost::compiler::contract
