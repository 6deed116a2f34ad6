// The statements of a function's body, with the loops and branches around them, as places in the source.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseSet.h>

#include "compiler/source_map.h"

namespace fencepost::compiler {

/// Offset of the token at `place`, in the one file that was preprocessed.
std::size_t offset_of(clang::SourceLocation place, const clang::ASTContext& context);

/// Adds the statements of `body`, that of function number `function` of the map, and its local variables and returns;
/// to `whole_calls` the first tokens of those that are a call and nothing more.
void walk_statements(const clang::CompoundStmt& body, std::size_t function, const clang::ASTContext& context,
                     SourceMap& map, llvm::DenseSet<std::size_t>& whole_calls);

}  // namespace fencepost::compiler
