// The alignment that a pointer cast promises.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

namespace fencepost::compiler {

/// `*reinterpret_cast<int2*>(&a[1]) = v` is one access of 8 bytes on a GPU, which faults if `a + 1` is not aligned to
/// 8. clang knows that `a` is an array of `int` and would emit an access that is aligned to 4: each such cast is made
/// one whose operand it does not look through. Before the code of `declaration` is generated.
void believe_casts(clang::Decl& declaration, clang::ASTContext& context);

}  // namespace fencepost::compiler
