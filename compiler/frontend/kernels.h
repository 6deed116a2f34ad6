// What only the AST knows of kernels and device variables, put into the IR.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace fencepost::compiler {

/// Writes the named metadata `fencepost.kernels` of `module`, of the kernels that it defines. One operand for each:
///   !{ptr @kernel, !parameter…}, a parameter being
///   !{!"name", i64 bytes, i64 alignment, i64 element bytes, i64 flags (kernel_table.h), !place}, where it is passed:
///   !{!"ignored"} | !{!"indirect"} | !{!"copied"} (by reference to a copy that is the callee's)
///   | !{!"direct", T undef, i64 offset, …}: one IR parameter for each type and offset, at most two.
void describe_kernels(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                      clang::ASTContext& context, llvm::Module& module);

/// On the host's side, writes `fencepost.stubs`: !{!"name of the kernel", i64 bytes of each parameter…}.
void describe_stubs(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                    clang::ASTContext& context, llvm::Module& module);

/// Writes the named metadata `fencepost.variables`: !{ptr @variable, i64 1 if it is __constant__, 0 if __device__}.
void describe_variables(clang::CodeGenerator& generator, llvm::Module& module);

}  // namespace fencepost::compiler
