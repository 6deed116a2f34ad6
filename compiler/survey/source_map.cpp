#include "compiler/survey/source_map.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/SemaConsumer.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "compiler/frontend/invocation.h"
#include "compiler/frontend/precompiled.h"
#include "compiler/frontend/tree_walk.h"
#include "compiler/leniency/old_names.h"
#include "compiler/survey/barriers.h"
#include "compiler/survey/statement_walk.h"

namespace fencepost::compiler {
namespace {

/// What the user's files declare: functions and lambdas, also as instances of templates.
class Declarations final : public TreeWalk {
 public:
  explicit Declarations(clang::ASTContext& context) : context_(context) {}

  std::vector<const clang::FunctionDecl*> functions;  ///< Templates first, then their instances.
  std::vector<const clang::LambdaExpr*> lambdas;
  std::vector<const clang::FunctionDecl*> instances;  ///< Lambdas as they are called.
  std::vector<const clang::VarDecl*> variables;
  std::vector<const clang::Decl*> scopes;

 private:
  bool enters_declaration(clang::Decl& declaration) override {
    return llvm::isa<clang::TranslationUnitDecl>(declaration) ||
           !context_.getSourceManager().isInSystemHeader(declaration.getLocation());
  }

  void at_declaration(clang::Decl& declaration) override {
    if (const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
      if (!function->isImplicit() && !function->isDefaulted() && !function->isDeleted()) functions.push_back(function);
    } else if (const auto* const variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
      add(*variable);
    } else if (llvm::isa<clang::NamespaceDecl>(declaration)) {
      scopes.push_back(&declaration);
    } else if (const auto* const linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(&declaration)) {
      if (linkage->hasBraces()) scopes.push_back(linkage);
    } else if (const auto* const type = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration)) {
      if (type->isThisDeclarationADefinition() && !type->isImplicit() && !type->isLambda()) scopes.push_back(type);
    }
  }

  void add(const clang::VarDecl& variable) {
    const bool device = variable.hasAttr<clang::CUDADeviceAttr>() || variable.hasAttr<clang::CUDAConstantAttr>() ||
                        variable.hasAttr<clang::CUDASharedAttr>() || variable.hasAttr<clang::HIPManagedAttr>();
    if (device && !variable.isLocalVarDecl() && variable.getIdentifier() != nullptr) variables.push_back(&variable);
  }

  void at_statement(clang::Stmt& statement) override {
    const auto* const lambda = llvm::dyn_cast<clang::LambdaExpr>(&statement);
    if (lambda == nullptr || !seen_.insert(lambda->getLambdaClass()).second) return;
    lambdas.push_back(lambda);
    const clang::FunctionDecl* const call = lambda->getCallOperator();
    if (const auto* const generic = call->getDescribedFunctionTemplate()) {
      for (const clang::FunctionDecl* const instance : generic->specializations()) instances.push_back(instance);
    } else {
      instances.push_back(call);
    }
  }

  clang::ASTContext& context_;
  llvm::DenseSet<const clang::CXXRecordDecl*> seen_;
};

bool is_device(const clang::FunctionDecl& function) {
  const auto* const device = function.getAttr<clang::CUDADeviceAttr>();
  return device != nullptr && !device->isImplicit();
}

std::string name_of(const clang::FunctionDecl& function) {
  std::string name = function.getQualifiedNameAsString();
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (std::size_t at = name.find(kUnnamed); at != std::string::npos; at = name.find(kUnnamed)) {
    name.erase(at, kUnnamed.size());
  }
  return name;
}

class Mapper {
 public:
  explicit Mapper(clang::ASTContext& context) : context_(context), found_(context) {}

  /// `source`: the declarations of the source itself.
  SourceMap run(const std::vector<const clang::Decl*>& source) {
    for (const clang::Decl* const declaration : source) found_.walk(*declaration);
    add_functions();
    add_statements();
    look_at_calls();
    add_scopes();
    for (const clang::VarDecl* const variable : found_.variables) {
      map_.device_variables.push_back(variable->getNameAsString());
    }
    std::ranges::stable_sort(map_.statements, before);
    for (MappedFunction& function : map_.functions) {
      std::ranges::stable_sort(function.variables, {}, [](const MappedVariable& v) { return v.visible.first; });
    }
    return std::move(map_);
  }

 private:
  struct Entry {
    MappedFunction function;
    const clang::FunctionDecl* declaration = nullptr;
    const clang::Stmt* body = nullptr;
  };

  static bool before(const MappedStatement& a, const MappedStatement& b) {
    if (a.range.first != b.range.first) return a.range.first < b.range.first;
    return a.range.last > b.range.last;
  }

  [[nodiscard]] std::size_t at(clang::SourceLocation place) const { return offset_of(place, context_); }

  /// The first `{` behind a place; the `;` if that comes first.
  [[nodiscard]] std::size_t brace_behind(clang::SourceLocation place) const {
    const clang::SourceManager& sources = context_.getSourceManager();
    clang::SourceLocation next = sources.getFileLoc(place);
    while (true) {
      const auto token = clang::Lexer::findNextToken(next, sources, context_.getLangOpts());
      if (!token || token->isOneOf(clang::tok::l_brace, clang::tok::semi, clang::tok::eof)) {
        return token ? at(token->getLocation()) : kNowhere;
      }
      next = token->getLocation();
    }
  }

  [[nodiscard]] std::size_t begin_of(const clang::FunctionDecl& function) const {
    std::size_t first = at(function.getOuterLocStart());
    const auto earlier = [&](clang::SourceLocation place) {
      if (place.isValid()) first = std::min(first, at(place));
    };
    earlier(function.getBeginLoc());
    for (const clang::Attr* const attribute : function.attrs()) {
      if (!attribute->isImplicit() && !attribute->isInherited()) earlier(attribute->getRange().getBegin());
    }
    if (const auto* const pattern = function.getDescribedFunctionTemplate()) earlier(pattern->getBeginLoc());
    const auto* const linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(function.getLexicalDeclContext());
    if (linkage != nullptr && !linkage->hasBraces()) earlier(linkage->getBeginLoc());
    return first;
  }

  void add_functions() {
    std::vector<Entry> entries;
    llvm::DenseSet<std::size_t> seen;
    for (const clang::FunctionDecl* const declared : found_.functions) {
      if (declared->isTemplateInstantiation() || declared->getLocation().isInvalid()) continue;
      const auto* const around = llvm::dyn_cast<clang::CXXRecordDecl>(declared->getDeclContext());
      if (around != nullptr && around->isLambda()) continue;
      if (!seen.insert(at(declared->getLocation())).second) continue;
      entries.push_back(function_entry(*declared));
    }
    for (const clang::LambdaExpr* const lambda : found_.lambdas) {
      const clang::CompoundStmt* const body = lambda->getCompoundStmtBody();
      if (body == nullptr || !seen.insert(at(body->getLBracLoc())).second) continue;
      Entry entry{.declaration = lambda->getCallOperator(), .body = body};
      entry.function.lambda = true;
      entry.function.device = is_device(*entry.declaration);
      entry.function.whole = {at(lambda->getBeginLoc()), at(body->getRBracLoc())};
      add_parameters(entry);
      entries.push_back(std::move(entry));
    }
    std::ranges::stable_sort(entries, {}, [](const Entry& e) { return e.function.whole.first; });
    for (Entry& entry : entries) add_entry(entry);
    for (std::size_t f = 0; f < entries.size(); ++f) {
      if (entries[f].body != nullptr || entries[f].function.lambda) continue;
      const clang::FunctionDecl* const definition = entries[f].declaration->getDefinition();
      if (definition != nullptr) map_.functions[f].definition = index_of(*definition);
    }
    entries_ = std::move(entries);
  }

  Entry function_entry(const clang::FunctionDecl& declared) {
    Entry entry{.declaration = &declared};
    MappedFunction& function = entry.function;
    function.name = name_of(declared);
    function.kernel = declared.hasAttr<clang::CUDAGlobalAttr>();
    function.device = is_device(declared);
    function.whole = {begin_of(declared), at(declared.getEndLoc())};
    if (declared.doesThisDeclarationHaveABody()) {
      entry.body = declared.getBody();
    } else {
      const auto next = clang::Lexer::findNextToken(context_.getSourceManager().getFileLoc(declared.getEndLoc()),
                                                    context_.getSourceManager(), context_.getLangOpts());
      if (next && next->is(clang::tok::semi)) function.whole.last = at(next->getLocation());
    }
    add_parameters(entry);
    return entry;
  }

  void add_parameters(Entry& entry) {
    const clang::FunctionDecl& declared = *entry.declaration;
    const auto* const block = llvm::dyn_cast_or_null<clang::CompoundStmt>(entry.body);
    if (block != nullptr) {
      entry.function.body_open = at(block->getLBracLoc());
      entry.function.body_close = at(block->getRBracLoc());
    }
    const TextRange visible = {entry.function.body_open, entry.function.body_close};
    llvm::SmallVector<const clang::TemplateParameterList*> headers;
    if (const auto* const pattern = declared.getDescribedFunctionTemplate()) {
      headers.push_back(pattern->getTemplateParameters());
    }
    for (const clang::DeclContext* scope = declared.getDeclContext(); scope != nullptr; scope = scope->getParent()) {
      const auto* const record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
      const auto* const pattern = record == nullptr ? nullptr : record->getDescribedClassTemplate();
      if (pattern != nullptr) headers.insert(headers.begin(), pattern->getTemplateParameters());
    }
    for (const clang::TemplateParameterList* const header : headers) {
      for (const clang::NamedDecl* const one : *header) {
        const auto* const value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(one);
        if (value == nullptr || value->isParameterPack() || value->getIdentifier() == nullptr) continue;
        MappedVariable variable{.name = value->getNameAsString(), .kind = MappedVariable::kTemplateValue};
        variable.visible = visible;
        entry.function.variables.push_back(std::move(variable));
      }
    }
    for (const clang::ParmVarDecl* const one : declared.parameters()) {
      if (one->isParameterPack() || one->getIdentifier() == nullptr) continue;
      MappedVariable variable{.name = one->getNameAsString(), .kind = MappedVariable::kParameter};
      variable.reference = one->getType()->isReferenceType();
      variable.visible = visible;
      entry.function.variables.push_back(std::move(variable));
    }
  }

  void add_entry(const Entry& entry) {
    const std::size_t index = map_.functions.size();
    map_.functions.push_back(entry.function);
    if (entry.function.body_open == kNowhere) return;
    by_body_[entry.function.body_open] = index;
    // A lambda without a word of its own is where it stands.
    MappedFunction& added = map_.functions.back();
    if (!added.lambda || added.device) return;
    for (std::size_t f = index; f-- > 0;) {
      const MappedFunction& around = map_.functions[f];
      if (around.body_open == kNowhere || around.body_open > added.whole.first || around.body_close < added.whole.first)
        continue;
      added.device = around.kernel || around.device;
      return;
    }
  }

  /// Of a function's definition, or an instance of it.
  [[nodiscard]] std::size_t index_of(const clang::FunctionDecl& function) const {
    const clang::FunctionDecl* defined = nullptr;
    const clang::Stmt* body = function.getBody(defined);
    if (body == nullptr) {
      const clang::FunctionDecl* const pattern = function.getTemplateInstantiationPattern();
      body = pattern == nullptr ? nullptr : pattern->getBody(defined);
    }
    const auto* const block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
    if (block == nullptr || context_.getSourceManager().isInSystemHeader(block->getLBracLoc())) return kNowhere;
    const auto known = by_body_.find(at(block->getLBracLoc()));
    return known == by_body_.end() ? kNowhere : known->second;
  }

  void add_statements() {
    for (std::size_t f = 0; f < entries_.size(); ++f) {
      const auto* const block = llvm::dyn_cast_or_null<clang::CompoundStmt>(entries_[f].body);
      if (block != nullptr) walk_statements(*block, f, context_, map_, whole_calls_);
    }
  }

  /// Of templates what counts is what their instances call; of others, what they call themselves.
  void look_at_calls() {
    std::map<std::size_t, bool> sites;  // First token of a call: it is a barrier; absent if it crosses none.
    std::vector<std::pair<std::size_t, std::size_t>> calls;
    llvm::DenseSet<const clang::Stmt*> seen;
    const auto look = [&](const clang::FunctionDecl& function) {
      const clang::Stmt* const body = function.doesThisDeclarationHaveABody() ? function.getBody() : nullptr;
      if (body == nullptr || !seen.insert(body).second) return;
      for_each_call(*body, [&](const clang::Expr& call, const clang::FunctionDecl& callee) {
        const std::size_t place = at(call.getBeginLoc());
        if (barriers_.synchronises(callee)) {
          sites[place] = sites[place] || (llvm::isa<clang::CallExpr>(call) && barriers_.is_barrier(callee));
        }
        if (const std::size_t f = index_of(callee); f != kNowhere) calls.emplace_back(place, f);
        note_operation(call, callee);
      });
    };
    for (const clang::FunctionDecl* const function : found_.functions) look(*function);
    for (const clang::FunctionDecl* const function : found_.instances) look(*function);
    std::ranges::sort(calls);
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
    for (const auto& [place, callee] : calls) map_.calls.push_back({place, callee});
    for (MappedStatement& statement : map_.statements) {
      if (statement.block_end) continue;
      const auto call = whole_calls_.find(statement.range.first);
      const auto alone = call == whole_calls_.end() ? sites.end() : sites.find(call->second);
      const bool is_call = alone != sites.end() && alone->second && statement.opens == kNowhere;
      statement.barrier = statement.barrier || is_call;
      auto site = sites.lower_bound(statement.range.first);
      for (; site != sites.end() && site->first <= statement.range.last; ++site) {
        statement.synchronises = statement.synchronises || !in_lambda(site->first, statement);
      }
      statement.synchronises = statement.synchronises || statement.barrier;
    }
    mark_around_assembly();
    std::ranges::sort(map_.operations, {}, &MappedOperation::at);
  }

  /// The statements around a barrier that is assembly.
  void mark_around_assembly() {
    for (const MappedStatement& barrier : map_.statements) {
      if (!barrier.barrier) continue;
      for (MappedStatement& around : map_.statements) {
        if (around.function == barrier.function && around.range.first <= barrier.range.first &&
            barrier.range.last <= around.range.last && !around.block_end) {
          around.synchronises = true;
        }
      }
    }
  }

  /// What a lambda does, it does where it is called.
  [[nodiscard]] bool in_lambda(std::size_t place, const MappedStatement& statement) const {
    return std::ranges::any_of(map_.functions, [&](const MappedFunction& f) {
      return f.lambda && statement.range.first <= f.whole.first && f.whole.last <= statement.range.last &&
             f.body_open < place && place < f.body_close;
    });
  }

  void note_operation(const clang::Expr& call, const clang::FunctionDecl& callee) {
    if (const auto* const launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&call)) {
      constexpr unsigned kStream = 3;
      const clang::CallExpr* const configuration = launch->getConfig();
      if (configuration != nullptr && configuration->getNumArgs() > kStream) {
        add_operation(at(call.getBeginLoc()), *configuration->getArg(kStream));
      }
      return;
    }
    const auto* const words = llvm::dyn_cast<clang::CallExpr>(&call);
    const clang::IdentifierInfo* const name = callee.getIdentifier();
    if (words == nullptr || name == nullptr || !name->getName().starts_with("cuda")) return;
    for (unsigned i = 0; i < callee.getNumParams() && i < words->getNumArgs(); ++i) {
      if (callee.getParamDecl(i)->getType().getAsString() != "cudaStream_t") continue;
      add_operation(at(call.getBeginLoc()), *words->getArg(i));
      return;
    }
    constexpr const char* kInDefaultStream[] = {"cudaMemcpy",   "cudaMemset",         "cudaMemcpy2D",
                                                "cudaMemset2D", "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol"};
    if (std::ranges::any_of(kInDefaultStream, [&](const char* one) { return name->isStr(one); })) {
      map_.operations.push_back({at(call.getBeginLoc()), {}});
    }
  }

  void add_operation(std::size_t place, const clang::Expr& stream) {
    MappedOperation operation{.at = place};
    if (!llvm::isa<clang::CXXDefaultArgExpr>(stream)) {
      operation.stream = {at(stream.getBeginLoc()), at(stream.getEndLoc())};
    }
    map_.operations.push_back(operation);
  }

  void add_scopes() {
    for (const clang::Decl* const declared : found_.scopes) {
      MappedScope scope;
      if (const auto* const record = llvm::dyn_cast<clang::CXXRecordDecl>(declared)) {
        scope = {at(record->getBraceRange().getBegin()), at(record->getBraceRange().getEnd()), true};
      } else {
        scope.open = brace_behind(declared->getBeginLoc());
        scope.close = at(declared->getEndLoc());
      }
      if (scope.open != kNowhere && scope.close != kNowhere) map_.scopes.push_back(scope);
    }
    std::ranges::stable_sort(map_.scopes, {}, &MappedScope::open);
  }

  clang::ASTContext& context_;
  Declarations found_;
  Barriers barriers_;
  SourceMap map_;
  std::vector<Entry> entries_;                            // As the map's functions.
  std::map<std::size_t, std::size_t> by_body_;            // `{` to the index of the function.
  llvm::DenseMap<std::size_t, std::size_t> whole_calls_;  // See walk_statements.
};

class MapConsumer : public clang::SemaConsumer {
 public:
  MapConsumer(std::optional<SourceMap>& map, bool errors_too) : map_(map), errors_too_(errors_too) {}

  void InitializeSema(clang::Sema& sema) override { find_old_names(sema); }
  /// Not told of headers that were parsed before.
  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    source_.insert(source_.end(), declarations.begin(), declarations.end());
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (errors_too_ || !context.getDiagnostics().hasErrorOccurred()) map_ = Mapper(context).run(source_);
  }

 private:
  std::vector<const clang::Decl*> source_;
  std::optional<SourceMap>& map_;
  bool errors_too_;
};

class MapAction : public SideAction<clang::ASTFrontendAction> {
 public:
  MapAction(const Translation& translation, Side side, bool errors_too, SourceMends& mends)
      : SideAction(translation, side, mends), errors_too_(errors_too) {}

  std::optional<SourceMap> take() { return std::move(map_); }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<MapConsumer>(map_, errors_too_);
  }

 private:
  bool errors_too_;
  std::optional<SourceMap> map_;
};

/// `silent`: errors are not told.
std::optional<SourceMap> run(const std::shared_ptr<clang::CompilerInvocation>& invocation,
                             const Translation& translation, Side side, bool errors_too, bool silent,
                             SourceMends& mends) {
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(silent ? new clang::IgnoringDiagConsumer : nullptr);
  MapAction action(translation, side, errors_too, mends);
  if (!compiler.ExecuteAction(action) && !errors_too) {
    mends.forget();
    return std::nullopt;
  }
  return action.take();
}

std::optional<SourceMap> map_source(const Translation& translation, Side side, const std::string& text, bool errors_too,
                                    SourceMends& mends) {
  const std::shared_ptr<clang::CompilerInvocation> invocation = invocation_of(translation, side);
  if (!invocation) return std::nullopt;
  invocation->getFrontendOpts().ProgramAction = clang::frontend::ParseSyntaxOnly;
  if (errors_too) invocation->getDiagnosticOpts().ErrorLimit = 0;
  const auto buffer = llvm::MemoryBuffer::getMemBuffer(text, translation.source);
  clang::FrontendInputFile& input = invocation->getFrontendOpts().Inputs.front();
  input = clang::FrontendInputFile(*buffer, input.getKind());
  // Silent, but of the parsed headers that a compilation has.
  const auto quick = std::make_shared<clang::CompilerInvocation>(*invocation);
  invocation->getDiagnosticOpts().IgnoreWarnings = true;
  if (const auto headers = use_parsed_headers(*quick, translation, side); !headers.empty()) {
    auto map = run(quick, translation, side, errors_too, /*silent=*/true, mends);
    if (map || mends.pending()) return map;
  }
  return run(invocation, translation, side, errors_too, errors_too, mends);
}

}  // namespace

std::optional<SourceMap> map_source(const Translation& translation, Side side, std::string& text, bool errors_too) {
  SourceMends mends;
  while (true) {
    std::optional<SourceMap> map = map_source(translation, side, text, errors_too, mends);
    if (!mends.pending()) return map;
    mends.apply();
    std::string mended = mends.text_of(translation.source, text);
    if (mended.empty()) return std::nullopt;
    text = std::move(mended);
  }
}

}  // namespace fencepost::compiler
