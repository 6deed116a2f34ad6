#include "compiler/frontend/dropped_results.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "compiler/frontend/tree_walk.h"

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

class Finder final : public TreeWalk {
 public:
  Finder(clang::SourceManager& sources, clang::CodeGenerator& generator) : sources_(sources), generator_(generator) {}

  std::map<Place, Dropped> found;

 private:
  void at_statement(clang::Stmt& statement) override {
    llvm::TypeSwitch<clang::Stmt*>(&statement)
        .Case([&](clang::CompoundStmt* block) {
          for (clang::Stmt* const each : block->body()) {
            if (!values_.contains(each)) take(each);
          }
        })
        .Case([&](clang::StmtExpr* expression) {  // The last statement of `({ … })` is its value.
          const clang::CompoundStmt& block = *expression->getSubStmt();
          if (!block.body_empty()) values_.insert(block.body_back());
        })
        .Case([&](clang::IfStmt* choice) {
          take(choice->getThen());
          take(choice->getElse());
        })
        .Case<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(
            [&](auto* loop) { take(loop->getBody()); })
        .Case<clang::SwitchCase, clang::LabelStmt>([&](auto* label) { take(label->getSubStmt()); });
  }

  void take(clang::Stmt* statement) {
    auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
    if (expression == nullptr) return;
    expression = expression->IgnoreParens();
    if (auto* const cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(expression)) expression = cleanups->getSubExpr();
    bool cast_away = false;
    while (auto* const cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression)) {
      if (!cast->getType()->isVoidType()) return;
      cast_away = true;
      expression = cast->getSubExpr()->IgnoreParens();
    }
    const auto* const call = llvm::dyn_cast<clang::CallExpr>(expression);
    const clang::FunctionDecl* const function = call == nullptr ? nullptr : call->getDirectCallee();
    if (function == nullptr || function->getIdentifier() == nullptr) return;
    const bool is_question = std::ranges::find(kQuestions, function->getName()) != kQuestions.end();
    if (!is_question && (cast_away || !returns_error(*function))) return;
    const clang::PresumedLoc place = sources_.getPresumedLoc(sources_.getExpansionLoc(call->getBeginLoc()));
    if (place.isInvalid()) return;
    found[{llvm::sys::path::filename(place.getFilename()).str(), place.getLine(), place.getColumn(),
           generator_.GetMangledName(clang::GlobalDecl(function)).str()}] =
        is_question ? Dropped::kAnswer : Dropped::kError;
  }

  clang::SourceManager& sources_;
  clang::CodeGenerator& generator_;
  std::set<const clang::Stmt*> values_;
};

/// Where what follows the call goes, and nothing else.
llvm::Instruction* behind(llvm::CallBase& call) {
  if (auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    llvm::BasicBlock* next = invoke->getNormalDest();
    // An early `return` goes to the same block, if nothing is left to do behind the call.
    if (next->getSinglePredecessor() == nullptr) next = llvm::SplitEdge(invoke->getParent(), next);
    return &*next->getFirstInsertionPt();
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
  for (const clang::Decl* declaration : declarations) finder.walk(*declaration);
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
