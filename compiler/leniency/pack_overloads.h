// Overloaded function templates of which one takes instances of a class template with any further arguments.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <map>
#include <vector>

namespace fencepost::compiler {

/// `f(Traits<Op>)` is more specialized than `f(Traits<Op, Args...>)` (C++, [temp.deduct.type]: a pack expansion among
/// the arguments fits no list without one), as g++ and nvcc have it. clang calls a call of them ambiguous: it compares
/// the lists as far as the shorter one goes. The first is given a condition that always holds, which clang prefers to
/// none where nothing else makes a difference.
class PackOverloads {
 public:
  /// What the declaration holds in namespaces. In the order of the source; before any call that is resolved later.
  void add(clang::Decl& declaration);

 private:
  struct Overloads {
    std::vector<clang::FunctionTemplateDecl*> open;    ///< With a pack in a parameter's type.
    std::vector<clang::FunctionTemplateDecl*> closed;  ///< Defined, without one.
  };

  void add_template(clang::FunctionTemplateDecl& declaration);

  std::map<clang::DeclarationName, Overloads> overloads_;
};

}  // namespace fencepost::compiler
