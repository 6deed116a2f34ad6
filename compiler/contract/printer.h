// Annotations as text, in VerCors' notation.
#pragma once

#include <string>

#include "compiler/contract/syntax.h"

namespace fencepost::compiler::contract {

/// With no more parentheses than needed. parse_expression() of it gives an equal expression, unless a place, a name or
/// a number in it is no such thing.
std::string print(const Expression& expression);
std::string print(const Type& type);

/// One line each, with the `;`. A function's clauses stand on lines in front of it.
std::string print(const Clause& clause);
std::string print(const PureFunction& function);
std::string print(const Statement& statement);

/// All items, one below the other, without the marks of comments.
std::string print(const Annotation& annotation);

/// Equal but for places, sources, and how a name is escaped.
bool equal(const Expression& a, const Expression& b);
bool equal(const Annotation& a, const Annotation& b);

}  // namespace fencepost::compiler::contract
