// What a kernel's pointers point to, in the words of sim/interface/kernel_table.h.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Type.h>

#include <string>

namespace fencepost::compiler {

/// The layout of a type, as KernelParameter::pointee has it; empty of one that is not complete, has no members with
/// names, or has more than some hundred.
std::string pointee_layout(clang::QualType type, const clang::ASTContext& context);

}  // namespace fencepost::compiler
