#include "compiler/frontend/cast_alignment.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include "compiler/frontend/tree_walk.h"

namespace fencepost::compiler {
namespace {

class Casts final : public TreeWalk {
 public:
  explicit Casts(clang::ASTContext& context) : context_(context) {}

 private:
  void at_statement(clang::Stmt& statement) override {
    if (auto* const cast = llvm::dyn_cast<clang::ExplicitCastExpr>(&statement)) believe(cast);
  }

  void believe(clang::ExplicitCastExpr* cast) {
    const clang::QualType to = cast->getType();
    clang::Expr* const operand = cast->getSubExpr();
    if (!to->isPointerType() || !operand->getType()->isPointerType() || operand->isValueDependent()) return;
    if (cast->getCastKind() != clang::CK_BitCast) return;
    const clang::QualType pointee = to->getPointeeType();
    const clang::QualType before = operand->getType()->getPointeeType();
    if (pointee->isIncompleteType() || before->isIncompleteType() || pointee->isFunctionType()) return;
    if (context_.getTypeAlignInChars(pointee) <= context_.getTypeAlignInChars(before)) return;
    // `(void)0, e` is e.
    const clang::SourceLocation location = operand->getExprLoc();
    clang::Expr* const zero = clang::IntegerLiteral::Create(context_, llvm::APInt(32, 0), context_.IntTy, location);
    clang::Expr* const nothing =
        clang::CStyleCastExpr::Create(context_, context_.VoidTy, clang::VK_PRValue, clang::CK_ToVoid, zero, nullptr, {},
                                      context_.getTrivialTypeSourceInfo(context_.VoidTy, location), location, location);
    cast->setSubExpr(clang::BinaryOperator::Create(context_, nothing, operand, clang::BO_Comma, operand->getType(),
                                                   clang::VK_PRValue, clang::OK_Ordinary, location, {}));
  }

  clang::ASTContext& context_;
};

}  // namespace

void believe_casts(clang::Decl& declaration, clang::ASTContext& context) { Casts(context).walk(declaration); }

}  // namespace fencepost::compiler
