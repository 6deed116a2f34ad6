// What only the AST knows of kernels and device variables, put into the IR.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace fencepost::compiler {

/// Writes the named metadata `fencepost.kernels` of `module`, of the kernels that it defines. One operand for each:
///   !{ptr @kernel, !parameter…}, a parameter being
///   !{!"name", i64 bytes, i64 alignment, i64 element bytes, i64 flags (kernel_table.h), !place, i64 bits of the
///   values that an unsigned number or an enumeration can have or 0, !"what it points to" (KernelParameter::pointee)},
///   where it is passed:
///   !{!"ignored"} | !{!"indirect"} | !{!"copied"} (by reference to a copy that is the callee's)
///   | !{!"direct", T undef, i64 offset, …}: one IR parameter for each type and offset, at most two.
void describe_kernels(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                      clang::ASTContext& context, llvm::Module& module);

/// The same in `fencepost.launched`, of kernels that the module only calls: device code launches them.
void describe_launched(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                       clang::ASTContext& context, llvm::Module& module);

/// What __cluster_dims__ and __block_size__ leave at a kernel (sim/include/fencepost_keywords.h).
inline constexpr llvm::StringLiteral kClusterNote = "fencepost_cluster_dims";
inline constexpr llvm::StringLiteral kBlockSizeNote = "fencepost_block_size";
/// What a kernel's __cluster_dims__ says. nullopt: it has none, or they are not positive constants.
std::optional<std::array<std::uint64_t, 3>> cluster_of(const clang::FunctionDecl& kernel,
                                                       const clang::ASTContext& context);
/// Writes the named metadata `fencepost.clusters`: !{ptr @kernel, i64 x, i64 y, i64 z} of those that have it.
void describe_clusters(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                       const clang::ASTContext& context, llvm::Module& module);

/// The first number of a kernel's __launch_bounds__. nullopt: it has none.
std::optional<std::uint64_t> launch_bound_of(const clang::FunctionDecl& kernel, const clang::ASTContext& context);
/// Writes the named metadata `fencepost.launch_bounds`: !{ptr @kernel, i64 most threads of a block} of those that have
/// it.
void describe_launch_bounds(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                            const clang::ASTContext& context, llvm::Module& module);

/// On the host's side, writes `fencepost.stubs`: !{!"name of the kernel", i64 bytes of each parameter…}.
void describe_stubs(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                    clang::ASTContext& context, llvm::Module& module);

/// Writes the named metadata `fencepost.variables`: !{ptr @variable, i64 1 if it is __constant__, 0 if __device__}.
void describe_variables(clang::CodeGenerator& generator, llvm::Module& module);

}  // namespace fencepost::compiler
