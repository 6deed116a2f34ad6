#include "compiler/survey/barriers.h"

#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Regex.h>

#include "compiler/frontend/tree_walk.h"

namespace fencepost::compiler {
namespace {

using Visit = llvm::function_ref<void(const clang::Expr& call, const clang::FunctionDecl& callee)>;

class Calls final : public TreeWalk {
 public:
  explicit Calls(Visit visit) : visit_(visit) {}

  [[nodiscard]] bool has_barrier_assembly() const { return has_barrier_assembly_; }

 private:
  bool enters_lambda(clang::LambdaExpr& /*lambda*/) override { return false; }
  void at_statement(clang::Stmt& statement) override {
    if (const auto* const call = llvm::dyn_cast<clang::CallExpr>(&statement)) {
      if (const clang::FunctionDecl* const callee = call->getDirectCallee()) visit_(*call, *callee);
    } else if (const auto* const construction = llvm::dyn_cast<clang::CXXConstructExpr>(&statement)) {
      if (construction->getConstructor() != nullptr) visit_(*construction, *construction->getConstructor());
    } else {
      has_barrier_assembly_ = has_barrier_assembly_ || is_barrier_assembly(statement);
    }
  }

  Visit visit_;
  bool has_barrier_assembly_ = false;
};

/// Those of the runtime that all the others come down to.
bool is_primitive(const clang::FunctionDecl& function) {
  const clang::IdentifierInfo* const name = function.getIdentifier();
  if (name == nullptr || !function.getDeclContext()->getRedeclContext()->isTranslationUnit()) return false;
  return name->isStr("__syncthreads") || name->isStr("__syncthreads_count") || name->isStr("__syncthreads_and") ||
         name->isStr("__syncthreads_or");
}

const clang::Expr* without_wrapping(const clang::Stmt& statement) {
  const auto* const expression = llvm::dyn_cast<clang::Expr>(&statement);
  return expression == nullptr ? nullptr : expression->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
}

}  // namespace

bool for_each_call(const clang::Stmt& body, Visit visit) {
  Calls calls(visit);
  calls.walk(body);
  return calls.has_barrier_assembly();
}

bool is_barrier_assembly(const clang::Stmt& statement) {
  const auto* const assembly = llvm::dyn_cast<clang::GCCAsmStmt>(&statement);
  if (assembly == nullptr) return false;
  static const llvm::Regex barrier(
      R"(^[[:space:]]*(bar|barrier)(\.cta)?\.sync(\.aligned)?[[:space:]]+0[[:space:]]*;?[[:space:]]*$)");
  return barrier.match(assembly->getAsmString()->getString());
}

bool Barriers::is_barrier(const clang::FunctionDecl& function) {
  if (is_primitive(function)) return true;
  const clang::FunctionDecl* defined = nullptr;
  const clang::Stmt* const body = function.getBody(defined);
  const auto* const block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  if (block == nullptr || block->body_empty()) return false;
  const auto [known, is_new] =
      barriers_.try_emplace(defined, false);  // False while it is looked at: recursion is none.
  if (!is_new) return known->second;
  bool all = true, any = false;
  for (const clang::Stmt* const statement : block->body()) {
    const clang::Stmt* part = statement;
    if (const auto* const result = llvm::dyn_cast<clang::ReturnStmt>(part)) part = result->getRetValue();
    if (part == nullptr || llvm::isa<clang::NullStmt>(part)) continue;
    any = true;
    const auto* const call = llvm::dyn_cast_or_null<clang::CallExpr>(without_wrapping(*part));
    const clang::FunctionDecl* const callee = call == nullptr ? nullptr : call->getDirectCallee();
    all = all && (is_barrier_assembly(*part) || (callee != nullptr && is_barrier(*callee)));
  }
  return barriers_[defined] = all && any;
}

bool Barriers::synchronises(const clang::FunctionDecl& function) {
  llvm::SmallPtrSet<const clang::FunctionDecl*, 16> seen;
  llvm::SmallVector<const clang::FunctionDecl*, 16> open = {&function};
  while (!open.empty()) {
    const clang::FunctionDecl* const next = open.pop_back_val();
    const clang::FunctionDecl* defined = nullptr;
    const clang::Stmt* const body = next->getBody(defined);
    const auto known = body == nullptr ? synchronising_.end() : synchronising_.find(defined);
    bool found = is_primitive(*next) || (known != synchronising_.end() && known->second);
    if (!found && (body == nullptr || known != synchronising_.end() || !seen.insert(defined).second)) continue;
    if (!found) {
      found =
          for_each_call(*body, [&](const clang::Expr&, const clang::FunctionDecl& callee) { open.push_back(&callee); });
    }
    if (!found) continue;
    if (const clang::FunctionDecl* const asked = function.getDefinition()) synchronising_[asked] = true;
    return true;
  }
  for (const clang::FunctionDecl* const none : seen) synchronising_[none] = false;
  return false;
}

}  // namespace fencepost::compiler
