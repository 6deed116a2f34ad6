// Which values the variables of a quantifier can have: what makes it a loop.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/contract/syntax.h"

namespace fencepost::compiler::contract {

/// One side of a comparison with the variable.
struct Bound {
  const Expression* value = nullptr;
  bool inclusive = false;
};

struct Bounds {
  std::vector<Bound> lower, upper;  ///< All of them hold where the range does.
  [[nodiscard]] bool complete() const { return !lower.empty() && !upper.empty(); }
};

/// The bounds of the quantifier's variables, one entry for each, in order; valid as long as `quantifier`.
///
/// They come from the conjuncts `e <= i`, `e < i`, `i <= e`, `i < e`, the same with > and >=, and `i == e`, of
/// - the range, if there is one, else
/// - the left sides of `==>` in the body of a \forall or \forall*,
/// - the body of an \exists.
///
/// An `e` names neither the variable itself nor a later one, so that loops in the order of the variables can be made of
/// them; `i < j` with a later `j` gives `i` what bounds `j`. For values outside of the bounds the range is false; for
/// those inside it still has to be evaluated. Variables that are no integers have no bounds.
std::vector<Bounds> bounds_of(const Expression& quantifier);

/// The operands of a (nested) `&&` or `**`, from left to right; the expression itself if it is neither.
std::vector<const Expression*> conjuncts(const Expression& expression);

/// `name` occurs in the expression, and no quantifier in it binds it there.
bool mentions(const Expression& expression, std::string_view name);

}  // namespace fencepost::compiler::contract
