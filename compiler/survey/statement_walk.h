// The statements of a function's body, with the loops and branches around them, as places in the source.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseMap.h>

#include "compiler/survey/source_map.h"

namespace fencepost::compiler {

/// Offset of the token at `place`, in the one file that was preprocessed.
std::size_t offset_of(clang::SourceLocation place, const clang::ASTContext& context);

/// Adds the statements of `body`, that of function number `function` of the map, and its local variables and returns;
/// to `whole_calls` those that are a call and nothing more, but for a cast: first token of the statement, and of the
/// call.
void walk_statements(const clang::CompoundStmt& body, std::size_t function, const clang::ASTContext& context,
                     SourceMap& map, llvm::DenseMap<std::size_t, std::size_t>& whole_calls);

}  // namespace fencepost::compiler
