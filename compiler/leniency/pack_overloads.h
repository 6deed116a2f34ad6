// Overloaded function templates of which one takes any number of template arguments where the other names them.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTMutationListener.h>
#include <clang/AST/DeclTemplate.h>

#include <map>
#include <vector>

namespace fencepost::compiler {

/// `f(Traits<Op>)` is more specialized than `f(Traits<Op, Args...>)` (C++, [temp.deduct.type]: a pack expansion among
/// the arguments fits no list without one), as g++ and nvcc have it. clang calls a call of them ambiguous: it compares
/// the lists as far as the shorter one goes. So is, for nvcc, `f<A, B>()` than `f<Args...>()`, without parameters that
/// could tell. The first is given a condition that always holds, which clang prefers to none where nothing else makes a
/// difference: before what is declared behind it, in the same namespace too.
class PackOverloads : public clang::ASTMutationListener {
 public:
  void AddedVisibleDecl(const clang::DeclContext* context, const clang::Decl* declaration) override;

 private:
  struct Overloads {
    std::vector<clang::FunctionTemplateDecl*> open;    ///< With a pack that is meant.
    std::vector<clang::FunctionTemplateDecl*> closed;  ///< Defined, without one.
  };

  void add_template(clang::FunctionTemplateDecl& declaration);

  clang::FunctionTemplateDecl* last_ = nullptr;  ///< Whose body, if it has one, is still to come.
  std::map<clang::DeclarationName, Overloads> overloads_;
};

}  // namespace fencepost::compiler
