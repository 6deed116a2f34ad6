#include "compiler/leniency/old_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Sema/ExternalSemaSource.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>

namespace fencepost::compiler {
namespace {

class OldNames : public clang::ExternalSemaSource {
 public:
  explicit OldNames(clang::Sema& sema) : sema_(sema) {}

  bool LookupUnqualified(clang::LookupResult& result, clang::Scope* /*scope*/) override {
    const clang::IdentifierInfo* const name = result.getLookupName().getAsIdentifierInfo();
    if (name == nullptr || !(name->isStr("texture") || name->isStr("surface"))) return false;
    clang::ASTContext& context = sema_.getASTContext();
    const auto spaces =
        context.getTranslationUnitDecl()->lookup(clang::DeclarationName(&context.Idents.get("fencepost_rt")));
    for (clang::NamedDecl* const space : spaces) {
      auto* const inside = llvm::dyn_cast<clang::NamespaceDecl>(space);
      if (inside == nullptr) continue;
      for (clang::NamedDecl* const found : inside->lookup(result.getLookupName())) result.addDecl(found);
    }
    result.resolveKind();
    return !result.empty();
  }

 private:
  clang::Sema& sema_;
};

}  // namespace

void find_old_names(clang::Sema& sema) { sema.addExternalSource(new OldNames(sema)); }

}  // namespace fencepost::compiler
