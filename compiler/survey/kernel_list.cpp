#include "compiler/survey/kernel_list.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/QualTypeNames.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Sema/SemaConsumer.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Demangle/Demangle.h>

#include <memory>
#include <utility>

#include "compiler/frontend/invocation.h"
#include "compiler/frontend/precompiled.h"
#include "compiler/frontend/tree_walk.h"
#include "compiler/leniency/old_names.h"

namespace fencepost::compiler {
namespace {

constexpr const char* kChosen = "fencepost_kernel";

/// Kernels of the user's, each once, and what else the list tells of.
class KernelDeclarations final : public TreeWalk {
 public:
  explicit KernelDeclarations(clang::ASTContext& context) : context_(context) {}

  std::vector<const clang::FunctionDecl*> kernels;
  const clang::VarDecl* chosen = nullptr;
  bool has_main = false;

 private:
  bool enters_declaration(clang::Decl& declaration) override {
    return llvm::isa<clang::TranslationUnitDecl>(declaration) ||
           !context_.getSourceManager().isInSystemHeader(declaration.getLocation());
  }

  void at_declaration(clang::Decl& declaration) override {
    if (const auto* const variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
      if (variable->getIdentifier() != nullptr && variable->getName() == kChosen) chosen = variable;
    }
    const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    if (function == nullptr) return;
    has_main = has_main || function->isMain();
    if (!function->hasAttr<clang::CUDAGlobalAttr>() || function->isTemplateInstantiation()) return;
    if (function->getTemplateSpecializationKind() != clang::TSK_Undeclared) return;
    if (seen_.insert(function->getCanonicalDecl()).second) kernels.push_back(function);
  }

  clang::ASTContext& context_;
  llvm::DenseSet<const clang::FunctionDecl*> seen_;
};

class KernelLister {
 public:
  explicit KernelLister(clang::ASTContext& context)
      : context_(context), policy_(context.getPrintingPolicy()), names_(context.createMangleContext()) {
    policy_.SuppressUnwrittenScope = true;
    policy_.SuppressTagKeyword = true;
    policy_.Bool = true;
  }

  void run(const std::vector<const clang::Decl*>& source, KernelList& list) {
    KernelDeclarations found(context_);
    for (const clang::Decl* const declaration : source) found.walk(*declaration);
    list.has_main = found.has_main;
    for (const clang::FunctionDecl* const kernel : found.kernels) {
      list.kernels.push_back(listed(*kernel));
      if (const auto* const pattern = kernel->getDescribedFunctionTemplate()) add_instances(*pattern, list);
    }
    if (found.chosen == nullptr || found.chosen->getInit() == nullptr) return;
    const clang::Expr* value = found.chosen->getInit()->IgnoreParenImpCasts();
    if (const auto* const address = llvm::dyn_cast<clang::UnaryOperator>(value)) {
      value = address->getSubExpr()->IgnoreParenImpCasts();
    }
    const auto* const reference = llvm::dyn_cast<clang::DeclRefExpr>(value);
    const auto* const kernel =
        reference == nullptr ? nullptr : llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (kernel != nullptr && kernel->hasAttr<clang::CUDAGlobalAttr>()) list.chosen.push_back(listed(*kernel));
  }

 private:
  ListedKernel listed(const clang::FunctionDecl& declared) const {
    const clang::FunctionDecl* const definition = declared.getDefinition();
    const clang::FunctionDecl& kernel = definition != nullptr ? *definition : declared;
    ListedKernel result;
    llvm::raw_string_ostream name(result.name);
    kernel.printQualifiedName(name, policy_);
    result.signature = "void " + kernel.getNameAsString() + "(";
    for (const clang::ParmVarDecl* const parameter : kernel.parameters()) {
      if (parameter != kernel.getParamDecl(0)) result.signature += ", ";
      std::string placeholder = parameter->getNameAsString();
      if (parameter->isParameterPack()) placeholder.insert(0, "...");
      std::string text;
      llvm::raw_string_ostream out(text);
      parameter->getType().print(out, policy_, placeholder);
      result.signature += text;
      result.parameters.push_back(
          {parameter->getNameAsString(), line_of(parameter->getLocation()), type(parameter->getType(), 0)});
    }
    result.signature += ")";
    const clang::PresumedLoc place = context_.getSourceManager().getPresumedLoc(kernel.getLocation());
    if (place.isValid()) result.file = place.getFilename();
    result.line = line_of(kernel.getLocation());
    if (const auto* const pattern = kernel.getDescribedFunctionTemplate()) add_template(*pattern, result);
    if (!kernel.isDependentContext()) result.symbol = symbol_of(kernel);
    return result;
  }

  [[nodiscard]] std::string symbol_of(const clang::FunctionDecl& kernel) const {
    if (!names_->shouldMangleDeclName(&kernel)) return kernel.getNameAsString();
    std::string name;
    llvm::raw_string_ostream out(name);
    names_->mangleName(clang::GlobalDecl(&kernel, clang::KernelReferenceKind::Kernel), out);
    return llvm::demangle(name);
  }

  void add_instances(const clang::FunctionTemplateDecl& pattern, KernelList& list) const {
    for (const clang::FunctionDecl* const instance : pattern.specializations()) {
      if (instance->isDependentContext()) continue;
      const std::string arguments = arguments_of(*instance);
      if (arguments.empty()) continue;
      ListedKernel kernel = listed(*instance);
      kernel.name += "<" + arguments + ">";
      list.instances.push_back(std::move(kernel));
    }
  }

  [[nodiscard]] std::uint32_t line_of(clang::SourceLocation location) const {
    const clang::PresumedLoc place = context_.getSourceManager().getPresumedLoc(location);
    return place.isValid() ? place.getLine() : 0;
  }

  void add_template(const clang::FunctionTemplateDecl& pattern, ListedKernel& result) const {
    llvm::raw_string_ostream head(result.head);
    pattern.getTemplateParameters()->print(head, context_, policy_);
    while (!result.head.empty() && result.head.back() == ' ') result.head.pop_back();
    result.defaults_only = pattern.getTemplateParameters()->getMinRequiredArguments() == 0;
    for (const clang::FunctionDecl* const instance : pattern.specializations()) {
      if (instance->getTemplateSpecializationArgs() != nullptr) result.instances.push_back(arguments_of(*instance));
    }
  }

  /// Of a template's instance: `float, 256`.
  [[nodiscard]] std::string arguments_of(const clang::FunctionDecl& instance) const {
    std::string text;
    const clang::TemplateArgumentList* const arguments = instance.getTemplateSpecializationArgs();
    if (arguments == nullptr) return text;
    llvm::raw_string_ostream out(text);
    for (const clang::TemplateArgument& argument : arguments->asArray()) {
      if (!text.empty()) out << ", ";
      argument.print(policy_, out, /*IncludeType=*/false);
    }
    return text;
  }

  ListedType type(clang::QualType written, unsigned depth) const {
    constexpr unsigned kDeepest = 5;  // Lists point to themselves.
    ListedType result;
    result.constant = context_.getBaseElementType(written).isConstQualified();
    const clang::QualType plain = written.getNonReferenceType().getUnqualifiedType();
    result.name = plain->isDependentType() ? plain.getAsString(policy_)
                                           : clang::TypeName::getFullyQualifiedName(plain, context_, policy_);
    const clang::QualType canonical = plain.getCanonicalType();
    if (canonical->isDependentType() || written->isReferenceType() || depth > kDeepest) return result;
    if (!canonical->isIncompleteType()) result.bytes = context_.getTypeSizeInChars(canonical).getQuantity();
    if (const auto* const pointer = canonical->getAs<clang::PointerType>()) {
      const clang::QualType pointee = plain->getPointeeType();
      if (pointee->isFunctionType()) return result;
      result.kind = ListedType::kPointer;
      if (!pointer->getPointeeType()->isVoidType()) result.of.push_back(type(pointee, depth + 1));
    } else if (const auto* const array = context_.getAsConstantArrayType(canonical)) {
      result.kind = ListedType::kArray;
      result.count = array->getSize().getZExtValue();
      result.of.push_back(type(array->getElementType(), depth + 1));
    } else if (const auto* const record = canonical->getAsCXXRecordDecl()) {
      add_record(*record, depth, result);
    } else {
      add_number(canonical, result);
    }
    return result;
  }

  void add_number(clang::QualType canonical, ListedType& result) const {
    if (const auto* const enumeration = canonical->getAs<clang::EnumType>()) {
      result.enumeration = true;
      canonical = enumeration->getDecl()->getIntegerType().getCanonicalType();
      if (canonical.isNull()) return;
    }
    if (result.bytes > 8) return;
    if (canonical->isBooleanType()) {
      result.number = ListedType::kBool;
    } else if (canonical->isRealFloatingType()) {
      result.number = ListedType::kFloat;
      if (result.bytes < 4) return;
    } else if (canonical->isIntegerType()) {
      result.number = canonical->isSignedIntegerType() ? ListedType::kSigned : ListedType::kUnsigned;
    } else {
      return;
    }
    result.kind = ListedType::kNumber;
  }

  void add_record(const clang::CXXRecordDecl& record, unsigned depth, ListedType& result) const {
    const llvm::StringRef name = record.getIdentifier() != nullptr ? record.getName() : "";
    if (name == "__half" || name == "__nv_bfloat16") {
      result.kind = ListedType::kNumber;
      result.number = name == "__half" ? ListedType::kHalf : ListedType::kBfloat;
      return;
    }
    result.kind = ListedType::kStruct;
    const clang::CXXRecordDecl* const definition = record.getDefinition();
    if (definition == nullptr) {
      result.obstacle = "is declared only";
      return;
    }
    if (definition->isUnion()) result.obstacle = "is a union";
    if (definition->isLambda()) result.obstacle = "is a lambda's type";
    if (definition->isPolymorphic()) result.obstacle = "has virtual functions";
    if (definition->isAbstract()) result.obstacle = "is abstract";
    if (!definition->hasDefaultConstructor() && !definition->isAggregate()) {
      result.obstacle = "has no default constructor";
    }
    add_fields(*definition, depth, result);
  }

  void add_fields(const clang::CXXRecordDecl& record, unsigned depth, ListedType& result) const {
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      const clang::CXXRecordDecl* const of = base.getType()->getAsCXXRecordDecl();
      if (of != nullptr && of->getDefinition() != nullptr) add_fields(*of->getDefinition(), depth, result);
    }
    for (const clang::FieldDecl* const field : record.fields()) {
      if (field->getIdentifier() == nullptr || field->isBitField()) continue;
      if (field->getAccess() == clang::AS_private || field->getAccess() == clang::AS_protected) {
        result.obstacle = "has private members";
        continue;
      }
      result.fields.push_back({field->getNameAsString(), type(field->getType(), depth + 1)});
    }
  }

  clang::ASTContext& context_;
  clang::PrintingPolicy policy_;
  std::unique_ptr<clang::MangleContext> names_;
};

class KernelConsumer : public clang::SemaConsumer {
 public:
  explicit KernelConsumer(KernelList& list) : list_(list) {}

  void InitializeSema(clang::Sema& sema) override { find_old_names(sema); }
  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    source_.insert(source_.end(), declarations.begin(), declarations.end());
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!context.getDiagnostics().hasErrorOccurred()) KernelLister(context).run(source_, list_);
  }

 private:
  std::vector<const clang::Decl*> source_;
  KernelList& list_;
};

class KernelAction : public SideAction<clang::ASTFrontendAction> {
 public:
  KernelAction(const Translation& translation, SourceMends& mends, KernelList& list)
      : SideAction(translation, Side::kHost, mends), list_(list) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<KernelConsumer>(list_);
  }

 private:
  KernelList& list_;
};

/// Keeps the first error, and the first note to it.
class FirstError : public clang::DiagnosticConsumer {
 public:
  explicit FirstError(std::string& text) : text_(text) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    const bool is_error = level >= clang::DiagnosticsEngine::Error;
    const bool wanted = is_error ? text_.empty() : level == clang::DiagnosticsEngine::Note && !text_.empty() && !noted_;
    if (!wanted) return;
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    noted_ = !is_error;
    text_ += (text_.empty() ? "" : ": ") + text.str().str();
  }

 private:
  std::string& text_;
  bool noted_ = false;
};

bool list_once(const std::shared_ptr<clang::CompilerInvocation>& invocation, const Translation& translation,
               bool silent, SourceMends& mends, KernelList& list) {
  list = {};
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(silent ? new FirstError(list.error) : nullptr);
  KernelAction action(translation, mends, list);
  if (compiler.ExecuteAction(action)) return true;
  mends.forget();
  return false;
}

}  // namespace

KernelList list_kernels(const Translation& translation, bool silent) {
  SourceMends mends;
  KernelList list;
  while (true) {
    const std::shared_ptr<clang::CompilerInvocation> invocation = invocation_of(translation, Side::kHost);
    if (!invocation) {
      list.error = "the options make no sense to the compiler";
      return list;
    }
    invocation->getFrontendOpts().ProgramAction = clang::frontend::ParseSyntaxOnly;
    const auto quick = std::make_shared<clang::CompilerInvocation>(*invocation);
    invocation->getDiagnosticOpts().IgnoreWarnings = true;
    bool done = false;
    if (const auto headers = use_parsed_headers(*quick, translation, Side::kHost); !headers.empty()) {
      done = list_once(quick, translation, /*silent=*/true, mends, list);
    }
    if (!done && !mends.pending()) {
      done = list_once(invocation, translation, silent, mends, list);
      if (!done && list.error.empty()) list.error = "it does not compile";
    }
    if (done || !mends.pending()) return list;
    mends.apply();
  }
}

}  // namespace fencepost::compiler
