// The statements of kernels and device functions, with the loops and branches around them.
#pragma once

#include <cstddef>
#include <vector>

#include "cli/nvcc_brackets.h"
#include "cli/nvcc_declarations.h"

namespace fencepost::cli {

/// A statement that decides how often, or whether, what is inside it runs.
struct Construct {
  bool loop = false;              ///< for, while, do; else if, switch.
  std::size_t keyword = 0;        ///< Token of `for`, `if` ….
  std::size_t parent = kNoToken;  ///< Index of the construct around it; kNoToken directly in the function.
};

struct Statement {
  std::size_t first = 0, last = 0;  ///< Tokens; the last is its `;` or `}`.
  std::size_t function = 0;         ///< Index into the functions that were searched.
  std::size_t around = kNoToken;    ///< Index of the innermost construct around it.
  std::size_t opens = kNoToken;     ///< Index of the construct that it is itself.
  bool in_block = false;            ///< Stands in braces, so that another statement may be put in front of it.
  bool block_end = false;           ///< No statement, but the `}` of a block, in front of which one may be put.
};

struct Statements {
  std::vector<Construct> constructs;
  std::vector<Statement> statements;  ///< In order of `first`; of two that start together, the outer one comes first.
};

/// The statements in the bodies of `functions`. Those of lambdas and of local classes count as parts of the statement
/// that they stand in; `case`, `default` and labels are statements that end with the statement they label. Never fails:
/// code that does not compile gives some statements, too.
Statements find_statements(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions);

}  // namespace fencepost::cli
