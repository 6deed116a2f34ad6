#include "compiler/leniency/shared_variables.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/SemaCUDA.h>

namespace fencepost::compiler {
namespace {

/// Of a variable whose type is known: its constructor or destructor does something.
bool begins_by_constructor(clang::Sema& sema, const clang::VarDecl& variable) {
  const clang::QualType type = sema.getASTContext().getBaseElementType(variable.getType());
  clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
  const clang::SourceLocation place = variable.getLocation();
  if (record == nullptr || !sema.isCompleteType(place, type) || !record->hasDefaultConstructor()) return false;
  clang::CXXConstructorDecl* const constructor = sema.LookupDefaultConstructor(record);
  if (constructor == nullptr || constructor->isDeleted()) return false;
  return !sema.CUDA().isEmptyConstructor(place, constructor) ||
         !sema.CUDA().isEmptyDestructor(place, record->getDestructor());
}

void warn_of(clang::Sema& sema, const clang::VarDecl& variable) {
  if (sema.getDiagnostics().getIgnoreAllWarnings()) return;
  if (sema.getSourceManager().isInSystemHeader(variable.getLocation())) return;
  const unsigned warning = sema.getDiagnostics().getCustomDiagID(
      clang::DiagnosticsEngine::Warning,
      "%0 is not initialised: constructors and destructors of __shared__ variables do not run");
  sema.Diag(variable.getLocation(), warning) << &variable;
}

/// Of an alias clang forms no initialiser, and of a variable in a function it makes no other use of the attribute.
class SharedVariable : public clang::ParsedAttrInfo {
 public:
  SharedVariable() {
    static constexpr Spelling kSpellings[] = {{clang::ParsedAttr::AS_GNU, "fencepost_shared"}};
    Spellings = kSpellings;
  }

  bool diagAppertainsToDecl(clang::Sema& /*sema*/, const clang::ParsedAttr& /*attribute*/,
                            const clang::Decl* /*declaration*/) const override {
    return true;
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& /*attribute*/) const override {
    auto* const variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (variable == nullptr || !variable->getDeclContext()->isFunctionOrMethod() || variable->hasExternalStorage()) {
      return AttributeApplied;
    }
    if (!variable->getType()->isDependentType()) {
      if (!begins_by_constructor(sema, *variable)) return AttributeApplied;
      if (!variable->getDeclContext()->isDependentContext()) warn_of(sema, *variable);
    }
    variable->addAttr(clang::AliasAttr::CreateImplicit(sema.getASTContext(), ""));
    return AttributeApplied;
  }
};

const clang::ParsedAttrInfoRegistry::Add<SharedVariable> kSharedVariable("fencepost_shared", "");

}  // namespace

void SharedVariables::warn(clang::Sema& sema, clang::DeclGroupRef declarations) {
  for (const clang::Decl* const declaration : declarations) {
    const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function == nullptr || !function->isTemplateInstantiation()) continue;
    for (const clang::Decl* const each : function->decls()) {
      const auto* const variable = llvm::dyn_cast<clang::VarDecl>(each);
      if (variable == nullptr || !variable->hasAttr<clang::AliasAttr>()) continue;
      if (begins_by_constructor(sema, *variable) && told_.insert(variable->getLocation()).second) {
        warn_of(sema, *variable);
      }
    }
  }
}

}  // namespace fencepost::compiler
