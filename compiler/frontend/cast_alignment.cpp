#include "compiler/frontend/cast_alignment.h"

#include <clang/AST/Expr.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace fencepost::compiler {
namespace {

class Casts : public clang::RecursiveASTVisitor<Casts> {
 public:
  explicit Casts(clang::ASTContext& context) : context_(context) {}

  static bool shouldVisitTemplateInstantiations() { return true; }

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr* cast) {
    const clang::QualType to = cast->getType();
    clang::Expr* const operand = cast->getSubExpr();
    if (!to->isPointerType() || !operand->getType()->isPointerType() || operand->isValueDependent()) return true;
    if (cast->getCastKind() != clang::CK_BitCast) return true;
    const clang::QualType pointee = to->getPointeeType();
    const clang::QualType before = operand->getType()->getPointeeType();
    if (pointee->isIncompleteType() || before->isIncompleteType() || pointee->isFunctionType()) return true;
    if (context_.getTypeAlignInChars(pointee) <= context_.getTypeAlignInChars(before)) return true;
    // `0, e` is e.
    clang::Expr* const nothing =
        clang::IntegerLiteral::Create(context_, llvm::APInt(32, 0), context_.IntTy, operand->getExprLoc());
    cast->setSubExpr(clang::BinaryOperator::Create(context_, nothing, operand, clang::BO_Comma, operand->getType(),
                                                   clang::VK_PRValue, clang::OK_Ordinary, operand->getExprLoc(), {}));
    return true;
  }

 private:
  clang::ASTContext& context_;
};

}  // namespace

void believe_casts(clang::Decl& declaration, clang::ASTContext& context) { Casts(context).TraverseDecl(&declaration); }

}  // namespace fencepost::compiler
