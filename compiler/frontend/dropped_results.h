// Calls of CUDA's runtime whose result a program drops: only the AST tells `cudaFree(p);` from `(void)cudaFree(p);`.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/CodeGen/ModuleBuilder.h>

#include <vector>

namespace fencepost::compiler {

/// Finds in `declarations` the statements that are such a call, and marks the calls in their IR:
/// - behind `cudaFree(p);` a call of fencepost_discarded(result): an error is nobody's;
/// - around `(void)cudaStreamQuery(s);` calls of fencepost_drop_answer(true) and (false): nobody asks for the answer.
void mark_dropped_results(const std::vector<const clang::Decl*>& declarations, clang::ASTContext& context,
                          clang::CodeGenerator& generator);

}  // namespace fencepost::compiler
