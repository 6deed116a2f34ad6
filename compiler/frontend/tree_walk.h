// Walks over clang's AST. clang's own visitor is a template of thousands of functions, which take 10 s to compile for
// each class that derives from it: here it is compiled once, and the classes that look at nodes derive from TreeWalk.
#pragma once

namespace clang {
class Decl;
class LambdaExpr;
class Stmt;
}  // namespace clang

namespace fencepost::compiler {

/// Comes to what the source spells, and to each instance of a template; a node before its children, these in the order
/// of the source.
class TreeWalk {
 public:
  TreeWalk() = default;
  TreeWalk(const TreeWalk&) = delete;
  TreeWalk& operator=(const TreeWalk&) = delete;
  virtual ~TreeWalk() = default;

  void walk(const clang::Decl& declaration);
  void walk(const clang::Stmt& statement);

 protected:
  /// False: neither the declaration nor what it holds is walked over.
  virtual bool enters_declaration(clang::Decl&) { return true; }
  /// False: of the lambda only what its captures begin with.
  virtual bool enters_lambda(clang::LambdaExpr&) { return true; }

  virtual void at_declaration(clang::Decl&) {}
  virtual void at_statement(clang::Stmt&) {}

 private:
  class Visitor;
};

}  // namespace fencepost::compiler
