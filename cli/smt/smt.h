// Expressions, conditions and clauses as terms of SMT-LIB 2, in integers without bounds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/smt/expression.h"

namespace fencepost::cli::infer {

/// How a table's variables are called for one thread.
struct SmtNames {
  std::vector<std::string> variables;  ///< Terms: "|v.N|", "7".
  std::vector<std::string> arrays;     ///< Functions from integers to integers.
  std::string bound;                   ///< The variable of a quantifier.
};

/// Definitions of `tdiv` and `trem`, which round to zero as C does.
std::string smt_prelude();

std::string smt_number(std::int64_t value);

/// A term, and the terms in it that must not be 0 for it to have a value. nullopt: an operator that has no translation.
struct SmtTerm {
  std::string text;
  std::vector<std::string> divisors;
};
std::optional<SmtTerm> smt_of(const Expression& e, const SmtNames& names);

/// A condition is false if a side has no value.
std::optional<std::string> smt_of(const Comparison& comparison, const SmtNames& names);
std::optional<std::string> smt_of(const Guard& guard, const SmtNames& names);

/// That the clause gives the thread `element`, for some value of the quantifier's variable.
std::optional<std::string> smt_gives(const IndexClause& clause, const SmtNames& names, const std::string& element);

}  // namespace fencepost::cli::infer
