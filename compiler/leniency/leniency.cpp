#include "compiler/leniency/leniency.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticAST.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "compiler/leniency/late_attributes.h"

namespace fencepost::compiler {
namespace {

class LenientConsumer : public clang::DiagnosticConsumer {
 public:
  LenientConsumer(clang::CompilerInstance& compiler, std::vector<unsigned> dropped, SourceMends& mends,
                  std::unique_ptr<clang::DiagnosticConsumer> next)
      : compiler_(compiler), dropped_(std::move(dropped)), mends_(mends), next_(std::move(next)) {}

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override {
    next_->BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override { next_->EndSourceFile(); }
  void finish() override { next_->finish(); }
  bool IncludeInDiagnosticCounts() const override { return next_->IncludeInDiagnosticCounts(); }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    if (level != clang::DiagnosticsEngine::Note) {
      mended_ = is_mended(diagnostic) || is_launch_in_kernel(diagnostic) || is_class_constant(diagnostic) ||
                is_never_constant(diagnostic) || is_newer_name(diagnostic) || is_specialization_of_device(diagnostic) ||
                is_member_of_base(diagnostic) || is_list_in_launch(diagnostic) || is_dependent_type(diagnostic) ||
                is_constexpr_of_device(diagnostic);
      dropping_ = mended_ || llvm::is_contained(dropped_, diagnostic.getID()) || is_other_sides(diagnostic);
    }
    if (level != clang::DiagnosticsEngine::Note && diagnostic.getID() == clang::diag::err_cuda_extern_shared) {
      place_in_shared_memory(diagnostic);
    }
    if (!dropping_) {
      if (level >= clang::DiagnosticsEngine::Error) mends_.add_error(is_of_template());
      next_->HandleDiagnostic(level, diagnostic);
      clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    } else if (!mended_ &&
               (is_users(diagnostic) || is_used_assembly(diagnostic) || is_call_of_device(diagnostic) ||
                is_wrong_attribute(diagnostic) || is_misplaced_attribute(diagnostic) ||
                (diagnostic.getID() == clang::diag::err_ref_bad_target && !is_variable(diagnostic) && leaves_out()))) {
      mends_.add_error(false);
      next_->HandleDiagnostic(clang::DiagnosticsEngine::Error, diagnostic);
      ++NumErrors;
      dropping_ = false;
    }
  }

 private:
  bool is_mended(const clang::Diagnostic& diagnostic) {
    const unsigned number = diagnostic.getID();
    const bool unbound = number == clang::diag::err_bound_member_function;  // `x.f < 2 > (y)` of the member template f.
    const bool unresolved = number == clang::diag::err_ovl_unresolvable;  // `X<T>::f < 2 > (y)`, of one with overloads.
    const bool named = number == clang::diag::err_template_kw_missing;
    const bool type = number == clang::diag::err_missing_dependent_template_keyword;  // `typename X<T>::f<>`
    if ((!named && !type && !unbound && !unresolved) || !diagnostic.hasSourceManager()) return false;
    llvm::SmallString<64> message;  // "… template name 'f'", "… to treat 'f' as a dependent template name"
    diagnostic.FormatDiagnostic(message);
    llvm::StringRef name;
    if (named || type) name = llvm::StringRef(message).rsplit('\'').first.rsplit('\'').second;
    const auto add = [&](bool first) {
      return mends_.add_missing_template(name.str(), first, diagnostic.getLocation(), diagnostic.getSourceManager());
    };
    // Of a member with overloads, `x.f < n > (y)`, its own place is told.
    return unresolved ? add(true) || add(false) : add(unbound);
  }

  /// A kernel that device code names, which clang refuses, or does not find where it has to choose: in a launch.
  bool is_launch_in_kernel(const clang::Diagnostic& diagnostic) {
    const unsigned number = diagnostic.getID();
    const bool refused = number == clang::diag::err_ref_bad_target && !is_variable(diagnostic) && leaves_out() &&
                         diagnostic.getArgSInt(0) == static_cast<int>(clang::CUDAFunctionTarget::Global);
    const bool not_found = number == clang::diag::err_ovl_no_viable_function_in_call && is_of_device();
    return (refused || not_found) && diagnostic.hasSourceManager() &&
           mends_.add_launch(diagnostic.getLocation(), diagnostic.getSourceManager());
  }

  /// `this->`, or a reference that is a parameter, in a constant expression: as of C++23, and in nvcc and g++ ever
  /// since, it need not be known where nothing is read of it.
  bool is_class_constant(const clang::Diagnostic& diagnostic) {
    const unsigned number = diagnostic.getID();
    const bool condition = number == clang::diag::err_constexpr_if_condition_expression_is_not_constant;
    const bool argument = number == clang::diag::err_expr_not_cce;
    const bool asserted = number == clang::diag::err_static_assert_expression_is_not_constant;
    const bool variable = number == clang::diag::err_constexpr_var_requires_const_init;
    return (condition || argument || asserted || variable) && diagnostic.hasSourceManager() &&
           mends_.name_class(diagnostic.getLocation(), references(), diagnostic.getSourceManager());
  }

  /// A variable in a constexpr function that no constant expression may have, before C++23. In a template that is no
  /// error of the function's; it only is not constexpr.
  bool is_never_constant(const clang::Diagnostic& diagnostic) {
    if (diagnostic.getID() != clang::diag::err_constexpr_local_var_non_literal_type) return false;
    const auto* const function = llvm::dyn_cast_or_null<clang::FunctionDecl>(context());
    if (function == nullptr || !diagnostic.hasSourceManager()) return false;
    const clang::FunctionDecl* const pattern = function->getTemplateInstantiationPattern();
    if (pattern == nullptr && !function->isTemplated()) return false;
    return mends_.drop_constexpr(pattern == nullptr ? *function : *pattern, diagnostic.getSourceManager());
  }

  /// `k<<<grid, {16, 16}>>>(…)`
  bool is_list_in_launch(const clang::Diagnostic& diagnostic) {
    return diagnostic.getID() == clang::diag::err_expected_expression && diagnostic.hasSourceManager() &&
           mends_.name_dimensions(diagnostic.getLocation(), diagnostic.getSourceManager());
  }

  /// `f<T::Value>()`, where that turns out to be a type.
  bool is_dependent_type(const clang::Diagnostic& diagnostic) {
    return diagnostic.getID() == clang::diag::err_typename_missing && diagnostic.hasSourceManager() &&
           mends_.add_typename(diagnostic.getLocation(), diagnostic.getSourceManager());
  }

  /// A constexpr function of the device's that the host calls, with --expt-relaxed-constexpr: of a scope around the
  /// call.
  bool is_constexpr_of_device(const clang::Diagnostic& diagnostic) {
    if (diagnostic.getID() != clang::diag::err_ovl_no_viable_function_in_call || !compiler_.hasSema() ||
        !diagnostic.hasSourceManager() || compiler_.getLangOpts().CUDAIsDevice || diagnostic.getNumArgs() == 0 ||
        diagnostic.getArgKind(0) != clang::DiagnosticsEngine::ak_declarationname || !is_constexpr_relaxed(compiler_))
      return false;
    const auto name = clang::DeclarationName::getFromOpaqueInteger(diagnostic.getRawArg(0));
    for (const clang::DeclContext* around = context(); around != nullptr; around = around->getParent()) {
      for (clang::NamedDecl* const named : around->lookup(name)) {
        const clang::FunctionDecl* const function = named->getAsFunction();
        if (function != nullptr && function->isConstexpr() && function->hasAttr<clang::CUDADeviceAttr>() &&
            !function->hasAttr<clang::CUDAHostAttr>())
          return mends_.add_host(function->getLocation(), diagnostic.getSourceManager());
      }
    }
    return false;
  }

  /// `f(x)` in a class template, where `f` turns out to be a member of its base class.
  bool is_member_of_base(const clang::Diagnostic& diagnostic) {
    return diagnostic.getID() == clang::diag::err_found_in_dependent_base && diagnostic.hasSourceManager() &&
           mends_.name_member(diagnostic.getLocation(), diagnostic.getSourceManager());
  }

  /// `template <> __device__ float f(int)`, of a template that is __host__ __device__.
  bool is_specialization_of_device(const clang::Diagnostic& diagnostic) {
    return diagnostic.getID() == clang::diag::err_function_template_spec_no_match && diagnostic.hasSourceManager() &&
           mends_.add_sides(diagnostic.getLocation(), diagnostic.getSourceManager());
  }

  /// A name of the program's that std has, too, since a standard that it does not ask for (`data`, `byte`), behind
  /// `using namespace std`. All are read as C++17.
  bool is_newer_name(const clang::Diagnostic& diagnostic) {
    if (diagnostic.getID() != clang::diag::err_ambiguous_reference || !diagnostic.hasSourceManager() ||
        !compiler_.hasSema() || diagnostic.getArgKind(0) != clang::DiagnosticsEngine::ak_declarationname) {
      return false;
    }
    const auto name = clang::DeclarationName::getFromOpaqueInteger(diagnostic.getRawArg(0));
    clang::NamespaceDecl* const standard = compiler_.getSema().getStdNamespace();
    return standard != nullptr && !standard->lookup(name).empty() &&
           !compiler_.getASTContext().getTranslationUnitDecl()->lookup(name).empty() &&
           mends_.name_global(diagnostic.getLocation(), diagnostic.getSourceManager());
  }

  /// A device function returns nothing in the host's pass, whose preprocessor leaves out what it does: nvcc's host
  /// compiler never sees it.
  [[nodiscard]] bool is_other_sides(const clang::Diagnostic& diagnostic) const {
    const unsigned number = diagnostic.getID();
    if (number != clang::diag::warn_falloff_nonvoid_function &&
        number != clang::diag::warn_maybe_falloff_nonvoid_function)
      return false;
    if (compiler_.getLangOpts().CUDAIsDevice || !compiler_.hasSema() || !diagnostic.getLocation().isFileID())
      return false;
    const clang::FunctionDecl* const function =
        function_at(*compiler_.getASTContext().getTranslationUnitDecl(), diagnostic.getLocation());
    if (function == nullptr || !function->hasAttr<clang::CUDADeviceAttr>() ||
        function->hasAttr<clang::CUDAHostAttr>()) {
      return false;
    }
    const llvm::StringRef body =
        clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(function->getSourceRange()),
                                    compiler_.getSourceManager(), compiler_.getLangOpts());
    return body.contains("#if") || body.contains("# if") || body.contains("NV_");
  }

  /// The function whose body ends there.
  static const clang::FunctionDecl* function_at(const clang::DeclContext& context, clang::SourceLocation end) {
    for (const clang::Decl* declaration : context.noload_decls()) {
      if (const auto* const made_of = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
        declaration = made_of->getTemplatedDecl();
      } else if (const auto* const class_template = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
        declaration = class_template->getTemplatedDecl();
      }
      if (const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
        if (function->getEndLoc() == end) return function;
        continue;
      }
      const auto* const inner = llvm::dyn_cast<clang::DeclContext>(declaration);
      if (inner == nullptr) continue;
      if (const clang::FunctionDecl* const found = function_at(*inner, end)) return found;
    }
    return nullptr;
  }

  [[nodiscard]] const clang::DeclContext* context() const {
    return compiler_.hasSema() ? compiler_.getSema().CurContext : nullptr;
  }
  /// The names of the parameters of the functions around it that are references.
  [[nodiscard]] std::set<std::string> references() const {
    std::set<std::string> names;
    for (const clang::DeclContext* around = context(); around != nullptr; around = around->getParent()) {
      const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(around);
      if (function == nullptr) continue;
      for (const clang::ParmVarDecl* const parameter : function->parameters()) {
        if (parameter->getType()->isReferenceType()) names.insert(parameter->getName().str());
      }
    }
    return names;
  }
  [[nodiscard]] bool is_of_device() const {
    for (const clang::DeclContext* around = context(); around != nullptr; around = around->getParent()) {
      const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(around);
      if (function != nullptr &&
          (function->hasAttr<clang::CUDAGlobalAttr>() || function->hasAttr<clang::CUDADeviceAttr>()))
        return true;
    }
    return false;
  }
  [[nodiscard]] bool is_of_template() const {
    return context() != nullptr && context()->isDependentContext() && context()->isFunctionOrMethod();
  }

  /// The user names a function that we refuse, or an alias (not one of shared_variables.cpp). Libraries ask for types
  /// of such functions, which they find by name when the program runs.
  static bool is_users(const clang::Diagnostic& diagnostic) {
    const unsigned number = diagnostic.getID();
    if (number == clang::diag::err_alias_is_definition) return diagnostic.getLocation().isValid();
    if (number != clang::diag::err_unavailable && number != clang::diag::err_unavailable_message) return false;
    return !diagnostic.hasSourceManager() || !diagnostic.getSourceManager().isInSystemHeader(diagnostic.getLocation());
  }

  /// A call or an operator that fits nothing, or several alike, but in a function of the host in the device's pass:
  /// what it calls there may be declared for the device, by `#if __CUDA_ARCH__`, and nvcc asks in the host's pass alone
  /// who may be called.
  [[nodiscard]] bool is_call_of_device(const clang::Diagnostic& diagnostic) const {
    static constexpr unsigned kCalls[] = {clang::diag::err_ovl_no_viable_function_in_call,
                                          clang::diag::err_ovl_ambiguous_call,
                                          clang::diag::err_ovl_ambiguous_oper_binary,
                                          clang::diag::err_ovl_ambiguous_oper_unary,
                                          clang::diag::err_ovl_no_viable_oper,
                                          clang::diag::err_typecheck_invalid_operands,
                                          clang::diag::err_typecheck_unary_expr};
    if (!llvm::is_contained(kCalls, diagnostic.getID())) return false;
    const bool is_of_host = context() != nullptr && context()->isFunctionOrMethod() && !is_of_device();
    return !compiler_.getLangOpts().CUDAIsDevice || !is_of_host;
  }

  /// `asm("… %8" : …)` with fewer operands, of a function or of an instance of a template, not of the template itself.
  [[nodiscard]] bool is_used_assembly(const clang::Diagnostic& diagnostic) const {
    if (diagnostic.getID() != clang::diag::err_asm_invalid_operand_number || !compiler_.hasSema()) return false;
    const clang::DeclContext* const context = compiler_.getSema().CurContext;
    return context == nullptr || !context->isDependentContext();
  }

  /// An attribute that wants a constant, but `__launch_bounds__` in the host's pass, which asks for none of it: the
  /// number may be known where `__CUDA_ARCH__` is.
  [[nodiscard]] bool is_wrong_attribute(const clang::Diagnostic& diagnostic) const {
    if (diagnostic.getID() != clang::diag::err_attribute_argument_n_type) return false;
    if (compiler_.getLangOpts().CUDAIsDevice || diagnostic.getArgKind(0) != clang::DiagnosticsEngine::ak_attr)
      return true;
    return !llvm::isa<clang::CUDALaunchBoundsAttr>(reinterpret_cast<const clang::Attr*>(diagnostic.getRawArg(0)));
  }

  /// An attribute where none may stand, but one behind CUDA's, `__device__ [[nodiscard]] inline int f();`, which clang
  /// leaves out. In front of these, behind `inline` or a type, nvcc refuses it, too.
  [[nodiscard]] bool is_misplaced_attribute(const clang::Diagnostic& diagnostic) const {
    if (diagnostic.getID() != clang::diag::err_attributes_not_allowed) return false;
    const clang::SourceLocation place = diagnostic.getLocation();
    return !diagnostic.hasSourceManager() || !compiler_.hasPreprocessor() ||
           !is_behind_attribute(place, compiler_.getPreprocessor());
  }

  /// `extern __shared__ Struct s;`: the launch's dynamic memory, as that of an array without a size. clang goes on
  /// without the attribute.
  static void place_in_shared_memory(const clang::Diagnostic& diagnostic) {
    auto* const variable = reinterpret_cast<clang::NamedDecl*>(diagnostic.getRawArg(0));
    variable->addAttr(clang::CUDASharedAttr::CreateImplicit(variable->getASTContext()));
  }

  /// Of a variable nothing is left out.
  static bool is_variable(const clang::Diagnostic& diagnostic) { return diagnostic.getArgSInt(1) == 1; }

  /// A reference across the sides: if the function around it is certain to be compiled, clang refuses it at once and
  /// leaves it out; else it takes it, and refuses it at the end of the source, outside of all functions.
  bool leaves_out() const {
    const clang::Sema& sema = compiler_.getSema();
    return !sema.CodeSynthesisContexts.empty() || (sema.CurContext != nullptr && !sema.CurContext->isTranslationUnit());
  }

  clang::CompilerInstance& compiler_;
  std::vector<unsigned> dropped_;
  SourceMends& mends_;
  std::unique_ptr<clang::DiagnosticConsumer> next_;
  bool dropping_ = false;
  bool mended_ = false;
};

}  // namespace

void be_lenient(clang::CompilerInstance& compiler, const std::vector<unsigned>& diagnostics, SourceMends& mends) {
  clang::DiagnosticsEngine& engine = compiler.getDiagnostics();
  for (const unsigned diagnostic : diagnostics) engine.setSeverity(diagnostic, clang::diag::Severity::Remark, {});
  engine.setClient(new LenientConsumer(compiler, diagnostics, mends, engine.takeClient()), true);
}

bool is_constexpr_relaxed(const clang::CompilerInstance& compiler) {
  return llvm::any_of(compiler.getPreprocessorOpts().Macros, [](const auto& macro) {
    return llvm::StringRef(macro.first).starts_with("__CUDACC_RELAXED_CONSTEXPR__");
  });
}

}  // namespace fencepost::compiler
