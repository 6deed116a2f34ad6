#include "compiler/frontend/dropped_results.h"

#include <clang/AST/GlobalDecl.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace fencepost::compiler {
namespace {

enum class Dropped { kError, kAnswer };

/// File, line and column at which a call begins, and the function's symbol: all calls of a macro begin where it stands.
using Place = std::tuple<std::string, unsigned, unsigned, std::string>;

constexpr std::array<llvm::StringLiteral, 6> kQuestions = {"cudaStreamQuery", "cudaEventQuery", "cudaEventElapsedTime",
                                                           "cuStreamQuery",   "cuEventQuery",   "cuEventElapsedTime"};

/// A call of an API function that returns an error, and is not there to ask for one.
bool returns_error(const clang::FunctionDecl& function) {
  const llvm::StringRef name = function.getName();
  if (!name.starts_with("cuda") || name == "cudaGetLastError" || name == "cudaPeekAtLastError") return false;
  const auto* const type = function.getReturnType()->getAs<clang::EnumType>();
  return type != nullptr && type->getDecl()->getName() == "cudaError";
}

class Finder : public clang::RecursiveASTVisitor<Finder> {
 public:
  Finder(clang::SourceManager& sources, clang::CodeGenerator& generator) : sources_(sources), generator_(generator) {}

  std::map<Place, Dropped> found;

  static bool shouldVisitTemplateInstantiations() { return true; }

  bool VisitCompoundStmt(clang::CompoundStmt* block) {
    for (clang::Stmt* const statement : block->body()) {
      if (!values_.contains(statement)) take(statement);
    }
    return true;
  }
  /// The last statement of `({ … })` is its value.
  bool VisitStmtExpr(clang::StmtExpr* expression) {
    if (!expression->getSubStmt()->body_empty()) values_.insert(expression->getSubStmt()->body_back());
    return true;
  }
  bool VisitIfStmt(clang::IfStmt* statement) {
    take(statement->getThen());
    take(statement->getElse());
    return true;
  }
  bool VisitForStmt(clang::ForStmt* statement) { return take(statement->getBody()); }
  bool VisitWhileStmt(clang::WhileStmt* statement) { return take(statement->getBody()); }
  bool VisitDoStmt(clang::DoStmt* statement) { return take(statement->getBody()); }
  bool VisitSwitchCase(clang::SwitchCase* statement) { return take(statement->getSubStmt()); }
  bool VisitLabelStmt(clang::LabelStmt* statement) { return take(statement->getSubStmt()); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt* statement) { return take(statement->getBody()); }

 private:
  bool take(clang::Stmt* statement) {
    auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
    if (expression == nullptr) return true;
    expression = expression->IgnoreParens();
    if (auto* const cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(expression)) expression = cleanups->getSubExpr();
    bool cast_away = false;
    while (auto* const cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression)) {
      if (!cast->getType()->isVoidType()) return true;
      cast_away = true;
      expression = cast->getSubExpr()->IgnoreParens();
    }
    const auto* const call = llvm::dyn_cast<clang::CallExpr>(expression);
    const clang::FunctionDecl* const function = call == nullptr ? nullptr : call->getDirectCallee();
    if (function == nullptr || function->getIdentifier() == nullptr) return true;
    const bool is_question = std::ranges::find(kQuestions, function->getName()) != kQuestions.end();
    if (!is_question && (cast_away || !returns_error(*function))) return true;
    const clang::PresumedLoc place = sources_.getPresumedLoc(sources_.getExpansionLoc(call->getBeginLoc()));
    if (place.isInvalid()) return true;
    found[{llvm::sys::path::filename(place.getFilename()).str(), place.getLine(), place.getColumn(),
           generator_.GetMangledName(clang::GlobalDecl(function)).str()}] =
        is_question ? Dropped::kAnswer : Dropped::kError;
    return true;
  }

  clang::SourceManager& sources_;
  clang::CodeGenerator& generator_;
  std::set<const clang::Stmt*> values_;
};

/// Where what follows the call goes.
llvm::Instruction* behind(llvm::CallBase& call) {
  if (auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    return &*invoke->getNormalDest()->getFirstInsertionPt();
  }
  return call.getNextNode();
}

void mark(llvm::CallBase& call, Dropped dropped) {
  llvm::Module& module = *call.getModule();
  llvm::IRBuilder<> builder(&call);
  if (dropped == Dropped::kAnswer) {
    const auto drop = module.getOrInsertFunction("fencepost_drop_answer", builder.getVoidTy(), builder.getInt32Ty());
    builder.CreateCall(drop, {builder.getInt32(1)});
    builder.SetInsertPoint(behind(call));
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    builder.CreateCall(drop, {builder.getInt32(0)});
  } else {
    const auto keep = module.getOrInsertFunction("fencepost_discarded", builder.getVoidTy(), builder.getInt32Ty());
    builder.SetInsertPoint(behind(call));
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    builder.CreateCall(keep, {&call});
  }
}

}  // namespace

void mark_dropped_results(const std::vector<const clang::Decl*>& declarations, clang::ASTContext& context,
                          clang::CodeGenerator& generator) {
  Finder finder(context.getSourceManager(), generator);
  for (const clang::Decl* declaration : declarations) finder.TraverseDecl(const_cast<clang::Decl*>(declaration));
  if (finder.found.empty()) return;
  std::vector<std::pair<llvm::CallBase*, Dropped>> calls;
  for (llvm::Function& function : *generator.GetModule()) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::DILocation* const place = call == nullptr ? nullptr : call->getDebugLoc();
      if (place == nullptr || call->getCalledFunction() == nullptr || !call->use_empty()) continue;
      const auto known = finder.found.find({llvm::sys::path::filename(place->getFilename()).str(), place->getLine(),
                                            place->getColumn(), call->getCalledFunction()->getName().str()});
      if (known != finder.found.end()) calls.emplace_back(call, known->second);
    }
  }
  for (const auto& [call, dropped] : calls) mark(*call, dropped);
}

}  // namespace fencepost::compiler
