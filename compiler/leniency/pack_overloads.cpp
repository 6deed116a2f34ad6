#include "compiler/leniency/pack_overloads.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/STLExtras.h>

namespace fencepost::compiler {
namespace {

/// `Traits<Op, Args...>` of a parameter `Traits<Op, Args...> const&`; null if it is no instance of a template.
const clang::TemplateSpecializationType* instance_of(const clang::FunctionTemplateDecl& function, unsigned parameter) {
  const clang::QualType type = function.getTemplatedDecl()->getParamDecl(parameter)->getType();
  return type.getNonReferenceType()->getAs<clang::TemplateSpecializationType>();
}

bool ends_with_pack(const clang::TemplateSpecializationType& instance) {
  const llvm::ArrayRef<clang::TemplateArgument> arguments = instance.template_arguments();
  return !arguments.empty() && arguments.back().isPackExpansion();
}

template <class Predicate>
bool any_instance(const clang::FunctionTemplateDecl& function, Predicate predicate) {
  for (unsigned i = 0; i < function.getTemplatedDecl()->getNumParams(); ++i) {
    const clang::TemplateSpecializationType* const instance = instance_of(function, i);
    if (instance != nullptr && predicate(i, *instance)) return true;
  }
  return false;
}

/// `template <class... Args> … f()`, where only the caller says what the arguments are.
bool takes_only_arguments(const clang::FunctionTemplateDecl& function) {
  return function.getTemplatedDecl()->getNumParams() == 0;
}

bool is_lone_pack(const clang::TemplateParameterList& parameters) {
  return parameters.size() == 1 && parameters.hasParameterPack();
}

bool is_open(const clang::FunctionTemplateDecl& function) {
  if (takes_only_arguments(function)) return is_lone_pack(*function.getTemplateParameters());
  return any_instance(function, [](unsigned, const auto& instance) { return ends_with_pack(instance); });
}

/// Whether some parameter has what `open` has there, without a pack, or neither has any.
bool is_closed_form(const clang::FunctionTemplateDecl& closed, const clang::FunctionTemplateDecl& open) {
  if (closed.getTemplatedDecl()->getNumParams() != open.getTemplatedDecl()->getNumParams()) return false;
  if (takes_only_arguments(open)) {
    return !closed.getTemplateParameters()->hasParameterPack() &&
           closed.getDeclContext()->Equals(open.getDeclContext());
  }
  return any_instance(open, [&](unsigned parameter, const clang::TemplateSpecializationType& instance) {
    const clang::TemplateSpecializationType* const other = instance_of(closed, parameter);
    if (other == nullptr || !ends_with_pack(instance) || ends_with_pack(*other)) return false;
    const clang::TemplateDecl* const pattern = instance.getTemplateName().getAsTemplateDecl();
    const clang::TemplateDecl* const others = other->getTemplateName().getAsTemplateDecl();
    return pattern != nullptr && others != nullptr && pattern->getCanonicalDecl() == others->getCanonicalDecl();
  });
}

void prefer(clang::FunctionTemplateDecl& function) {
  clang::ASTContext& context = function.getASTContext();
  for (clang::FunctionDecl* const declaration : function.getTemplatedDecl()->redecls()) {
    if (declaration->hasAttr<clang::EnableIfAttr>()) continue;
    auto* const always =
        clang::CXXBoolLiteralExpr::Create(context, /*Val=*/true, context.BoolTy, declaration->getLocation());
    declaration->addAttr(clang::EnableIfAttr::CreateImplicit(context, always, ""));
  }
}

}  // namespace

void PackOverloads::AddedVisibleDecl(const clang::DeclContext* context, const clang::Decl* declaration) {
  if (declaration == last_) return;  // Of an inline namespace, which is told twice.
  if (last_ != nullptr) add_template(*last_);
  last_ = nullptr;
  if (!context->isFileContext()) return;
  const auto* const function = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration);
  // Sema's own, which only a listener's interface calls const.
  last_ = const_cast<clang::FunctionTemplateDecl*>(function);
}

void PackOverloads::add_template(clang::FunctionTemplateDecl& declaration) {
  if (declaration.isInvalidDecl()) return;
  Overloads& overloads = overloads_[declaration.getDeclName()];
  if (is_open(declaration)) {
    overloads.open.push_back(&declaration);
    for (clang::FunctionTemplateDecl* const closed : overloads.closed) {
      if (is_closed_form(*closed, declaration)) prefer(*closed);
    }
  } else if (declaration.isThisDeclarationADefinition()) {  // One that follows would be another function.
    overloads.closed.push_back(&declaration);
    const auto is_of = [&](const clang::FunctionTemplateDecl* open) { return is_closed_form(declaration, *open); };
    if (llvm::any_of(overloads.open, is_of)) prefer(declaration);
  }
}

}  // namespace fencepost::compiler
