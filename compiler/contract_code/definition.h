// What a pure function returns.
#pragma once

#include "compiler/contract/syntax.h"

namespace fencepost::compiler::contract {

/// The function's body; of one without, what its postconditions say of the result: `e` of a conjunct `\result == e` of
/// an `ensures`, `true` of a conjunct `\result`, as lemmas have. Null if they do not say it: calls have no value.
/// The other conjuncts are checked of it at each call, as those of functions with a body are.
const Expression* definition_of(const PureFunction& function);

}  // namespace fencepost::compiler::contract
