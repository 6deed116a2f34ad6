#include "compiler/frontend/tree_walk.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace fencepost::compiler {

class TreeWalk::Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  explicit Visitor(TreeWalk& walk) : walk_(walk) {}

  // NOLINTBEGIN(readability-identifier-naming): the visitor's names are clang's.
  static bool shouldVisitTemplateInstantiations() { return true; }

  bool TraverseDecl(clang::Decl* declaration) {
    if (declaration == nullptr || !walk_.enters_declaration(*declaration)) return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    if (walk_.enters_lambda(*lambda)) return RecursiveASTVisitor::TraverseLambdaExpr(lambda);
    for (clang::Expr* const capture : lambda->capture_inits()) TraverseStmt(capture);
    return true;
  }
  bool VisitDecl(clang::Decl* declaration) {
    walk_.at_declaration(*declaration);
    return true;
  }
  bool VisitStmt(clang::Stmt* statement) {
    walk_.at_statement(*statement);
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  TreeWalk& walk_;
};

// The visitor itself changes nothing.
void TreeWalk::walk(const clang::Decl& declaration) {
  Visitor(*this).TraverseDecl(const_cast<clang::Decl*>(&declaration));
}
void TreeWalk::walk(const clang::Stmt& statement) { Visitor(*this).TraverseStmt(const_cast<clang::Stmt*>(&statement)); }

}  // namespace fencepost::compiler
