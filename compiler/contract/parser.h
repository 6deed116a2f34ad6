// Reads annotations: VerCors' specification language, as far as docs/contracts.md lists it.
#pragma once

#include <vector>

#include "compiler/contract/syntax.h"

namespace fencepost::compiler::contract {

/// Parses the comments between two tokens of the program, in order: a clause may go on from one to the next.
///
/// Clauses directly in front of a `pure` function are that function's; the others are for what follows the annotation.
/// What VerCors has and we do not check comes as Unsupported, or, inside an expression, as a node of kUnsupported.
/// Never fails and never throws: what is no annotation comes as SyntaxError, with a place in one of the texts.
/// Expressions nested deeper than 600 are an error, too. Thread safety: pure function.
Annotation parse_annotation(const std::vector<CommentText>& comments);

/// The expression that `text` is, for tests and for tools that write annotations. Null if it is none.
ExpressionPtr parse_expression(const std::string& text);

}  // namespace fencepost::compiler::contract
