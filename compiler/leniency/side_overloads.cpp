#include "compiler/leniency/side_overloads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/LangOptions.h>
#include <llvm/ADT/DenseSet.h>

namespace fencepost::compiler {
namespace {

const clang::CXXRecordDecl* instance(const clang::TagDecl& completed) {
  const auto* const record = llvm::dyn_cast<clang::CXXRecordDecl>(&completed);
  return record == nullptr || record->getTemplateInstantiationPattern() == nullptr ? nullptr : record;
}

bool is_of_device_alone(const clang::FunctionDecl& function) {
  return function.hasAttr<clang::CUDADeviceAttr>() && !function.hasAttr<clang::CUDAHostAttr>();
}

}  // namespace

void decide_by_types(const clang::TagDecl& completed) {
  const clang::CXXRecordDecl* const record = instance(completed);
  if (record == nullptr) return;
  clang::ASTContext& context = record->getASTContext();
  if (!context.getLangOpts().CUDAIsDevice) return;
  llvm::DenseSet<clang::DeclarationName> of_device;
  for (const clang::Decl* const member : record->decls()) {
    const auto* const made = llvm::dyn_cast<clang::FunctionTemplateDecl>(member);
    if (made != nullptr && is_of_device_alone(*made->getTemplatedDecl())) of_device.insert(made->getDeclName());
  }
  if (of_device.empty()) return;
  for (clang::CXXMethodDecl* const method : record->methods()) {
    if (of_device.contains(method->getDeclName()) && method->hasAttr<clang::CUDAHostAttr>() &&
        !method->hasAttr<clang::CUDADeviceAttr>())
      method->addAttr(clang::CUDADeviceAttr::CreateImplicit(context));
  }
}

void share_constexpr(const clang::TagDecl& completed) {
  const clang::CXXRecordDecl* const record = instance(completed);
  if (record == nullptr || record->isLambda()) return;
  clang::ASTContext& context = record->getASTContext();
  for (clang::CXXMethodDecl* const method : record->methods()) {
    if (method->isConstexpr() && is_of_device_alone(*method))
      method->addAttr(clang::CUDAHostAttr::CreateImplicit(context));
  }
}

}  // namespace fencepost::compiler
