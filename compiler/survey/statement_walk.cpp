#include "compiler/survey/statement_walk.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "compiler/survey/barriers.h"

namespace fencepost::compiler {
namespace {

/// What stands around a statement.
struct Around {
  std::size_t construct = kNowhere;
  std::size_t scope_end = kNowhere;  ///< Up to where a variable that is declared here can be seen.
  bool in_block = false;
};

class Walk {
 public:
  Walk(std::size_t function, const clang::ASTContext& context, SourceMap& map,
       llvm::DenseMap<std::size_t, std::size_t>& whole_calls)
      : function_(function), context_(context), map_(map), whole_calls_(whole_calls) {}

  void block(const clang::CompoundStmt& body, std::size_t around) {
    const std::size_t close = at(body.getRBracLoc());
    for (const clang::Stmt* const statement : body.body()) walk(*statement, {around, close, true});
    MappedStatement end{.range = {close, close}, .function = function_, .around = around};
    end.in_block = end.block_end = true;
    map_.statements.push_back(end);
  }

 private:
  [[nodiscard]] std::size_t at(clang::SourceLocation place) const { return offset_of(place, context_); }

  [[nodiscard]] std::size_t behind(clang::SourceLocation place) const {
    const auto next = clang::Lexer::findNextToken(context_.getSourceManager().getFileLoc(place),
                                                  context_.getSourceManager(), context_.getLangOpts());
    return next ? at(next->getLocation()) : at(place);
  }

  [[nodiscard]] TextRange range_of(const clang::Stmt& part) const {
    return {at(part.getBeginLoc()), at(part.getEndLoc())};
  }

  /// Returns its last token.
  std::size_t walk(const clang::Stmt& statement, Around around) {
    const std::size_t index = map_.statements.size();
    MappedStatement mapped{.range = {at(statement.getBeginLoc()), kNowhere}, .function = function_};
    mapped.around = around.construct;
    mapped.in_block = around.in_block;
    const clang::Stmt* inner = &statement;
    if (const auto* const attributed = llvm::dyn_cast<clang::AttributedStmt>(inner)) {
      inner = attributed->getSubStmt();
      // A pragma's attribute stands on a line of its own, which is no token.
      const bool pragma = std::ranges::any_of(attributed->getAttrs(), [](const clang::Attr* a) {
        return a->getSyntax() == clang::AttributeCommonInfo::AS_Pragma;
      });
      if (pragma) mapped.range.first = at(inner->getBeginLoc());
    }
    mapped.jump = llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(inner);
    mapped.barrier = is_barrier_assembly(*inner);
    if (const auto* const expression = llvm::dyn_cast<clang::Expr>(inner)) {
      const clang::Expr* const call = expression->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
      if (llvm::isa<clang::CallExpr>(call)) whole_calls_[mapped.range.first] = at(call->getBeginLoc());
    }
    map_.statements.push_back(mapped);
    const std::size_t last = inside(*inner, index, around);
    map_.statements[index].range.last = last;
    return last;
  }

  /// The parts of statement `index`; returns its last token.
  std::size_t inside(const clang::Stmt& s, std::size_t index, const Around& around) {
    using namespace clang;  // NOLINT(google-build-using-namespace): of the many kinds of statements.
    if (const auto* const compound = llvm::dyn_cast<CompoundStmt>(&s)) {
      block(*compound, around.construct);
      return at(compound->getRBracLoc());
    }
    if (const auto* const label = llvm::dyn_cast<LabelStmt>(&s)) return labelled(label->getSubStmt(), index, around, s);
    if (const auto* const label = llvm::dyn_cast<SwitchCase>(&s))
      return labelled(label->getSubStmt(), index, around, s);
    if (const auto* const branch = llvm::dyn_cast<IfStmt>(&s)) return if_statement(*branch, index);
    if (const auto* const branch = llvm::dyn_cast<SwitchStmt>(&s)) {
      const std::size_t construct = open(index, branch->getSwitchLoc(), false, branch->getRParenLoc());
      const std::size_t last = body(branch->getBody(), construct, s);
      variable(branch->getConditionVariable(), last);
      declared_in(branch->getInit(), last);
      return last;
    }
    if (const auto* const loop = llvm::dyn_cast<ForStmt>(&s)) return for_statement(*loop, index);
    if (const auto* const loop = llvm::dyn_cast<CXXForRangeStmt>(&s)) {
      const std::size_t construct = open(index, loop->getForLoc(), true, loop->getRParenLoc());
      map_.constructs[construct].condition.over_range = true;
      const std::size_t last = body(loop->getBody(), construct, s);
      variable(loop->getLoopVariable(), last);
      declared_in(loop->getInit(), last);
      return last;
    }
    if (const auto* const loop = llvm::dyn_cast<WhileStmt>(&s)) {
      const std::size_t construct = open(index, loop->getWhileLoc(), true, loop->getRParenLoc());
      condition(construct, loop->getCond(), loop->getConditionVariable(), at(loop->getLParenLoc()));
      const std::size_t last = body(loop->getBody(), construct, s);
      variable(loop->getConditionVariable(), last);
      return last;
    }
    if (const auto* const loop = llvm::dyn_cast<DoStmt>(&s)) {
      const std::size_t construct = open(index, loop->getDoLoc(), true, loop->getRParenLoc());
      body(loop->getBody(), construct, s);
      if (loop->getCond() != nullptr) condition(construct, loop->getCond(), nullptr, behind(loop->getWhileLoc()));
      return behind(loop->getRParenLoc());
    }
    if (const auto* const attempt = llvm::dyn_cast<CXXTryStmt>(&s)) {
      std::size_t last = walk(*attempt->getTryBlock(), {around.construct, at(s.getEndLoc()), false});
      for (unsigned i = 0; i < attempt->getNumHandlers(); ++i) {
        last = walk(*attempt->getHandler(i)->getHandlerBlock(), {around.construct, at(s.getEndLoc()), false});
      }
      return last;
    }
    if (const auto* const declaration = llvm::dyn_cast<DeclStmt>(&s)) {
      declared_in(declaration, around.scope_end);
      return at(s.getEndLoc());
    }
    if (const auto* const result = llvm::dyn_cast<ReturnStmt>(&s)) returned(*result);
    if (llvm::isa<GotoStmt, IndirectGotoStmt>(s)) map_.functions[function_].jumps = true;
    if (llvm::isa<NullStmt>(s)) return at(s.getEndLoc());
    return behind(s.getEndLoc());  // `;`
  }

  std::size_t labelled(const clang::Stmt* statement, std::size_t index, const Around& around,
                       const clang::Stmt& label) {
    const bool in_block = map_.statements[index].in_block;
    map_.statements[index].in_block = false;
    if (statement == nullptr) return at(label.getEndLoc());
    return walk(*statement, {around.construct, around.scope_end, in_block});
  }

  std::size_t if_statement(const clang::IfStmt& branch, std::size_t index) {
    const std::size_t construct = open(index, branch.getIfLoc(), false, branch.getRParenLoc());
    std::size_t last = body(branch.getThen(), construct, branch);
    if (branch.getElse() != nullptr) last = body(branch.getElse(), construct, branch);
    variable(branch.getConditionVariable(), last);
    declared_in(branch.getInit(), last);
    return last;
  }

  std::size_t for_statement(const clang::ForStmt& loop, std::size_t index) {
    const std::size_t construct = open(index, loop.getForLoc(), true, loop.getRParenLoc());
    // The `;` behind the first part.
    const clang::Stmt* const init = loop.getInit();
    std::size_t semicolon = kNowhere;
    if (init == nullptr) {
      semicolon = behind(loop.getLParenLoc());
    } else {
      semicolon = llvm::isa<clang::DeclStmt, clang::NullStmt>(init) ? at(init->getEndLoc()) : behind(init->getEndLoc());
    }
    condition(construct, loop.getCond(), loop.getConditionVariable(), semicolon);
    const std::size_t last = body(loop.getBody(), construct, loop);
    declared_in(init, last);
    variable(loop.getConditionVariable(), last);
    return last;
  }

  std::size_t body(const clang::Stmt* statement, std::size_t construct, const clang::Stmt& around) {
    if (statement == nullptr) return at(around.getEndLoc());
    if (llvm::isa<clang::CompoundStmt>(statement)) map_.constructs[construct].braces = true;
    return walk(*statement, {construct, at(around.getEndLoc()), false});
  }

  std::size_t open(std::size_t index, clang::SourceLocation keyword, bool loop, clang::SourceLocation close) {
    MappedConstruct construct{.loop = loop, .keyword = at(keyword), .parent = map_.statements[index].around};
    construct.head_close = at(close);
    map_.constructs.push_back(construct);
    return map_.statements[index].opens = map_.constructs.size() - 1;
  }

  void condition(std::size_t construct, const clang::Expr* expression, const clang::VarDecl* declared,
                 std::size_t before) {
    MappedCondition& condition = map_.constructs[construct].condition;
    condition.before = before;
    if (declared != nullptr) {
      condition.declared = declared->getNameAsString();
      if (declared->getInit() == nullptr || declared->getInitStyle() == clang::VarDecl::ListInit) {
        condition.obstacle = "the loop's condition is a declaration with braces";
        return;
      }
      expression = declared->getInit()->IgnoreUnlessSpelledInSource();
      condition.before = kNowhere;
    }
    if (expression != nullptr) condition.tokens = range_of(*expression);
  }

  void declared_in(const clang::Stmt* statement, std::size_t scope_end) {
    const auto* const declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(statement);
    if (declaration == nullptr) return;
    for (const clang::Decl* const one : declaration->decls()) {
      const auto* const declared = llvm::dyn_cast<clang::VarDecl>(one);
      variable(declared, scope_end, at(declaration->getEndLoc()));
    }
  }

  void variable(const clang::VarDecl* declared, std::size_t scope_end, std::size_t end = kNowhere) {
    if (declared == nullptr) return;
    if (const auto* const parts = llvm::dyn_cast<clang::DecompositionDecl>(declared)) {
      for (const clang::BindingDecl* const part : parts->bindings()) {
        add(part->getNameAsString(), *declared, scope_end, end);
      }
    } else if (declared->getIdentifier() != nullptr) {
      add(declared->getNameAsString(), *declared, scope_end, end);
    }
  }

  void add(std::string name, const clang::VarDecl& declared, std::size_t scope_end, std::size_t end) {
    MappedVariable one{.name = std::move(name)};
    if (declared.hasAttr<clang::CUDASharedAttr>()) one.kind = MappedVariable::kShared;
    one.array = declared.getType()->isArrayType();
    one.reference = declared.getType()->isReferenceType();
    one.visible = {at(declared.getEndLoc()), scope_end};
    one.declared_to = end;
    map_.functions[function_].variables.push_back(std::move(one));
  }

  void returned(const clang::ReturnStmt& result) {
    if (result.getRetValue() == nullptr) return;
    const clang::Expr* const value = result.getRetValue()->IgnoreUnlessSpelledInSource();
    MappedReturn one{.value = {behind(result.getReturnLoc()), at(result.getEndLoc())}};
    one.braces = llvm::isa<clang::InitListExpr>(value) ||
                 context_.getSourceManager().getCharacterData(
                     context_.getSourceManager().getFileLoc(result.getRetValue()->getBeginLoc()))[0] == '{';
    map_.functions[function_].returns.push_back(one);
  }

  std::size_t function_;
  const clang::ASTContext& context_;
  SourceMap& map_;
  llvm::DenseMap<std::size_t, std::size_t>& whole_calls_;
};

}  // namespace

std::size_t offset_of(clang::SourceLocation place, const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::SourceLocation in_file = sources.getFileLoc(place);
  return in_file.isValid() ? sources.getFileOffset(in_file) : kNowhere;
}

void walk_statements(const clang::CompoundStmt& body, std::size_t function, const clang::ASTContext& context,
                     SourceMap& map, llvm::DenseMap<std::size_t, std::size_t>& whole_calls) {
  Walk(function, context, map, whole_calls).block(body, kNowhere);
}

}  // namespace fencepost::compiler
