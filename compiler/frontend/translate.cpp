#include "compiler/frontend/translate.h"

#include <unistd.h>

#include <clang/Basic/Diagnostic.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/frontend/cast_alignment.h"
#include "compiler/frontend/dropped_results.h"
#include "compiler/frontend/invocation.h"
#include "compiler/frontend/kernels.h"
#include "compiler/frontend/precompiled.h"
#include "compiler/leniency/leniency.h"
#include "compiler/leniency/old_names.h"
#include "compiler/leniency/pack_overloads.h"
#include "compiler/leniency/shared_variables.h"
#include "compiler/leniency/side_overloads.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::compiler {
namespace {

/// Something was refused that clang itself goes on after, or is to be read again (compiler/leniency).
bool is_refused(const clang::CompilerInstance& compiler, const SourceMends& mends) {
  return compiler.getDiagnosticClient().getNumErrors() != 0 || mends.pending();
}

/// Behind clang's own consumer, which has made the IR complete: adds to it what only the AST knows.
class Annotator : public clang::SemaConsumer {
 public:
  Annotator(clang::CompilerInstance& compiler, clang::CodeGenAction& action, Side side, const SourceMends& mends)
      : compiler_(compiler), action_(action), side_(side), mends_(mends) {}

  void InitializeSema(clang::Sema& sema) override { find_old_names(sema); }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (const clang::Decl* declaration : declarations) collect(declaration);
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    clang::CodeGenerator& generator = *action_.getCodeGenerator();
    if (context.getDiagnostics().hasErrorOccurred() || is_refused(compiler_, mends_) ||
        generator.GetModule() == nullptr)
      return;
    std::erase_if(kernels_, [](const clang::FunctionDecl* kernel) { return takes_unknown(*kernel); });
    if (side_ == Side::kHost) {
      drop_device_assembly(generator);
      mark_dropped_results(of_user_, context, generator);
      describe_stubs(kernels_, generator, context, *generator.GetModule());
    } else {
      mark_device_functions(generator);
      describe_kernels(kernels_, generator, context, *generator.GetModule());
      describe_launched(kernels_, generator, context, *generator.GetModule());
      describe_clusters(kernels_, generator, context, *generator.GetModule());
      describe_launch_bounds(kernels_, generator, context, *generator.GetModule());
      describe_variables(generator, *generator.GetModule());
    }
  }

 private:
  void collect(const clang::Decl* declaration) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
      for (const clang::Decl* inner : llvm::cast<clang::DeclContext>(declaration)->decls()) collect(inner);
      return;
    }
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      if (function->hasAttr<clang::CUDAGlobalAttr>() && !function->isDependentContext()) add_kernel(*function);
      // `extern __global__ void k();` in a function that launches it.
      for (const clang::Decl* local : function->decls()) {
        const auto* declared = llvm::dyn_cast<clang::FunctionDecl>(local);
        if (declared != nullptr && declared->hasAttr<clang::CUDAGlobalAttr>()) add_kernel(*declared);
      }
    }
    if (!is_library(declaration)) of_user_.push_back(declaration);
  }

  void add_kernel(const clang::FunctionDecl& kernel) {
    kernels_.push_back(&kernel);
    check_size(kernel);
    for (const auto* note : kernel.specific_attrs<clang::AnnotateAttr>()) {
      if (note->getAnnotation() == kBlockSizeNote) {
        refuse(kernel, "__block_size__ with a size of clusters is not supported by Fencepost: use __cluster_dims__");
      } else if (note->getAnnotation() == kClusterNote && !cluster_of(kernel, kernel.getASTContext())) {
        refuse(kernel, "__cluster_dims__ takes one to three positive constants");
      }
    }
  }

  void refuse(const clang::FunctionDecl& kernel, llvm::StringRef why) {
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    diagnostics.Report(kernel.getLocation(), diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) << why;
  }

  /// Whether the class of a parameter is only declared: here the kernel is neither defined nor launched.
  static bool takes_unknown(const clang::FunctionDecl& kernel) {
    return llvm::any_of(kernel.parameters(),
                        [](const clang::ParmVarDecl* parameter) { return parameter->getType()->isIncompleteType(); });
  }

  void check_size(const clang::FunctionDecl& kernel) {
    // Of a class with an error in it clang knows no size. A declaration may have one that its definition knows.
    if (compiler_.getDiagnostics().hasErrorOccurred() || takes_unknown(kernel)) return;
    std::uint64_t bytes = 0;
    for (const clang::ParmVarDecl* const parameter : kernel.parameters()) {
      const clang::TypeInfo type = kernel.getASTContext().getTypeInfo(parameter->getType());
      bytes = llvm::alignTo(bytes, type.Align / 8) + type.Width / 8;
    }
    if (bytes <= kMostParameterBytes) return;
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    diagnostics.Report(kernel.getLocation(),
                       diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                   "the parameters of this kernel take %0 bytes; CUDA's limit is %1"))
        << static_cast<unsigned>(bytes) << static_cast<unsigned>(kMostParameterBytes);
  }

  bool is_library(const clang::Decl* declaration) const {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    const clang::SourceLocation place = sources.getExpansionLoc(declaration->getLocation());
    if (sources.isInSystemHeader(place)) return true;
    // Functions of our own headers are for both sides without saying so.
    const clang::FunctionDecl* const function = declaration->getAsFunction();
    const auto* const host = function == nullptr ? nullptr : function->getAttr<clang::CUDAHostAttr>();
    return host != nullptr && host->isImplicit();
  }

  /// A library's __device__ function is compiled for the host, too, which does not know its assembly and never runs it.
  static void drop_device_assembly(clang::CodeGenerator& generator) {
    for (llvm::Function& function : *generator.GetModule()) {
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call == nullptr || !call->isInlineAsm()) continue;
        const clang::Decl* const declared = generator.GetDeclForMangledName(function.getName());
        const auto* const device = declared == nullptr ? nullptr : declared->getAttr<clang::CUDADeviceAttr>();
        // What is for both sides has the assembly of this one here.
        if (device == nullptr || device->isImplicit() || declared->hasAttr<clang::CUDAHostAttr>()) break;
        llvm::IRBuilder<>(call).CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
        call->replaceAllUsesWith(llvm::PoisonValue::get(call->getType()));
        call->eraseFromParent();
      }
    }
  }

  /// What is declared __device__, and defined by another file, is told from a function of the runtime's or the host's.
  static void mark_device_functions(clang::CodeGenerator& generator) {
    for (llvm::Function& function : *generator.GetModule()) {
      const clang::Decl* const declared = generator.GetDeclForMangledName(function.getName());
      if (declared == nullptr) continue;
      if (!function.isDeclaration()) {
        // clang takes device code for complete: an explicit instantiation is nobody else's.
        const clang::FunctionDecl* const instance = declared->getAsFunction();
        if (instance != nullptr && function.hasInternalLinkage() &&
            instance->getTemplateSpecializationKind() == clang::TSK_ExplicitInstantiationDefinition) {
          function.setLinkage(llvm::GlobalValue::WeakODRLinkage);
        }
        continue;
      }
      const auto* const device = declared->getAttr<clang::CUDADeviceAttr>();
      const auto* const host = declared->getAttr<clang::CUDAHostAttr>();
      if (device != nullptr && !device->isImplicit() && (host == nullptr || !host->isImplicit())) {
        function.addFnAttr("fencepost-device");
      }
    }
  }

  clang::CompilerInstance& compiler_;
  clang::CodeGenAction& action_;
  Side side_;
  const SourceMends& mends_;
  std::vector<const clang::FunctionDecl*> kernels_;
  std::vector<const clang::Decl*> of_user_;
};

/// clang's own consumer until something is refused: of what was left out it cannot make code.
class UntilRefused : public clang::MultiplexConsumer {
 public:
  UntilRefused(clang::CompilerInstance& compiler, const SourceMends& mends,
               std::vector<std::unique_ptr<clang::ASTConsumer>> code)
      : MultiplexConsumer(std::move(code)), compiler_(compiler), mends_(mends) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    return is_refused(compiler_, mends_) || MultiplexConsumer::HandleTopLevelDecl(declarations);
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!is_refused(compiler_, mends_)) MultiplexConsumer::HandleTranslationUnit(context);
  }

 private:
  clang::CompilerInstance& compiler_;
  const SourceMends& mends_;
};

/// Which bodies of functions are parsed.
enum class Bodies { kAll, kOfThisSide };

class Overloads : public PackOverloads {
 public:
  explicit Overloads(const clang::CompilerInstance& compiler) : relaxed_(is_constexpr_relaxed(compiler)) {}

  void CompletedTagDefinition(const clang::TagDecl* declaration) override {
    decide_by_types(*declaration);
    if (relaxed_) share_constexpr(*declaration);
  }

 private:
  bool relaxed_;
};

/// In front of clang's own consumer, which makes the IR.
class AstEditor : public clang::ASTConsumer {
 public:
  AstEditor(clang::CompilerInstance& compiler, Bodies bodies)
      : compiler_(compiler), bodies_(bodies), overloads_(compiler) {}

  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const clang::FunctionDecl* const function = declaration->getAsFunction();
    if (bodies_ == Bodies::kAll || function == nullptr) return false;
    return function->hasAttr<clang::CUDAGlobalAttr>() ||
           (function->hasAttr<clang::CUDADeviceAttr>() && !function->hasAttr<clang::CUDAHostAttr>());
  }

  clang::ASTMutationListener* GetASTMutationListener() override { return &overloads_; }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    if (bodies_ == Bodies::kOfThisSide) {
      for (clang::Decl* const declaration : declarations) give_body(declaration);
    }
    shared_variables_.warn(compiler_.getSema(), declarations);
    const clang::SourceManager& sources = compiler_.getSourceManager();
    for (clang::Decl* const declaration : declarations) {
      if (sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()))) continue;
      believe_casts(*declaration, compiler_.getASTContext());
    }
    return true;
  }

 private:
  /// A kernel whose body was left out has a stub on this side all the same.
  void give_body(clang::Decl* declaration) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
      for (clang::Decl* const inner : llvm::cast<clang::DeclContext>(declaration)->decls()) give_body(inner);
      return;
    }
    auto* const kernel = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (kernel == nullptr || !kernel->hasSkippedBody() || !kernel->hasAttr<clang::CUDAGlobalAttr>()) return;
    const clang::SourceLocation place = kernel->getLocation();
    kernel->setHasSkippedBody(false);
    kernel->setBody(clang::CompoundStmt::Create(compiler_.getASTContext(), {}, {}, place, place));
  }

  clang::CompilerInstance& compiler_;
  Bodies bodies_;
  SharedVariables shared_variables_;
  Overloads overloads_;
};

class TranslateAction : public SideAction<clang::EmitLLVMOnlyAction> {
 public:
  TranslateAction(const Translation& translation, Side side, Bodies bodies, llvm::LLVMContext& context,
                  SourceMends& mends)
      : SideAction(translation, side, mends, &context), bodies_(bodies) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::unique_ptr<clang::ASTConsumer> code = EmitLLVMOnlyAction::CreateASTConsumer(compiler, file);
    if (code == nullptr) return code;
    std::vector<std::unique_ptr<clang::ASTConsumer>> all;
    all.push_back(std::make_unique<AstEditor>(compiler, bodies_));
    std::vector<std::unique_ptr<clang::ASTConsumer>> own;
    own.push_back(std::move(code));
    all.push_back(std::make_unique<UntilRefused>(compiler, mends(), std::move(own)));
    all.push_back(std::make_unique<Annotator>(compiler, *this, side(), mends()));
    return std::make_unique<clang::MultiplexConsumer>(std::move(all));
  }

 private:
  Bodies bodies_;
};

/// Rules of make name the source first, also where the headers are known before it is read.
class SourceFirst : public clang::DependencyFileGenerator {
 public:
  SourceFirst(const clang::DependencyOutputOptions& options, const std::string& source)
      : DependencyFileGenerator(options) {
    addDependency(llvm::sys::path::remove_leading_dotslash(source));
  }
};

/// Standard error, on which other sources tell of theirs at the same time: each message is written at once.
class WholeMessages : public llvm::raw_fd_ostream {
 public:
  WholeMessages() : raw_fd_ostream(STDERR_FILENO, /*shouldClose=*/false) {
    constexpr std::size_t kBytes = 1 << 16;
    SetBufferSize(kBytes);
  }
  ~WholeMessages() override {
    flush();
    clear_error();  // That nobody can read them is no reason to crash.
  }
  WholeMessages(const WholeMessages&) = delete;
  WholeMessages& operator=(const WholeMessages&) = delete;
};

/// Runs the whole action. `told`: where messages go if not to standard error.
std::unique_ptr<llvm::Module> run(const std::shared_ptr<clang::CompilerInvocation>& invocation,
                                  const Translation& translation, Side side, Bodies bodies, llvm::LLVMContext& context,
                                  SourceMends& mends, llvm::raw_ostream* told = nullptr) {
  WholeMessages standard_error;
  llvm::raw_ostream& messages = told != nullptr ? *told : standard_error;
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(new clang::TextDiagnosticPrinter(messages, &invocation->getDiagnosticOpts()));
  compiler.setVerboseOutputStream(messages);
  if (told != nullptr) {
    clang::DependencyOutputOptions& rules = invocation->getDependencyOutputOpts();
    if (!rules.OutputFile.empty()) {
      compiler.addDependencyCollector(std::make_shared<SourceFirst>(rules, translation.source));
      rules.OutputFile.clear();
    }
  }
  TranslateAction action(translation, side, bodies, context, mends);
  if (!compiler.ExecuteAction(action)) {
    if (told == nullptr) mends.forget();  // Else other errors may go with what is mended.
    return nullptr;
  }
  if (compiler.getDiagnostics().hasErrorOccurred() || mends.pending()) return nullptr;
  return action.takeModule();
}

std::unique_ptr<llvm::Module> translate(const Translation& translation, Side side, llvm::LLVMContext& context,
                                        SourceMends& mends) {
  const std::shared_ptr<clang::CompilerInvocation> invocation = invocation_of(translation, side);
  if (!invocation) return nullptr;
  invocation->getFrontendOpts().ProgramAction = clang::frontend::EmitLLVMOnly;
  invocation->getCodeGenOpts().DisableLLVMPasses = true;
  invocation->getCodeGenOpts().ClearASTBeforeBackend = false;  // Annotator reads it.
  invocation->getCodeGenOpts().CudaGpuBinaryFileName = side == Side::kHost ? translation.image : "";
  // Without messages, if nothing comes of it.
  const auto attempt = [&](const std::shared_ptr<clang::CompilerInvocation>& how, Bodies bodies) {
    std::string text;
    llvm::raw_string_ostream told(text);
    told.enable_colors(true);
    mends.begin_reading();
    std::unique_ptr<llvm::Module> module = run(how, translation, side, bodies, context, mends, &told);
    if (module != nullptr) llvm::errs() << told.str();  // Else it is read again.
    return module;
  };
  const auto quick = std::make_shared<clang::CompilerInvocation>(*invocation);
  const HeadersInUse headers = use_parsed_headers(*quick, translation, side);
  const auto quick_narrow = std::make_shared<clang::CompilerInvocation>(*quick);
  const auto late = std::make_shared<clang::CompilerInvocation>(*invocation);
  std::unique_ptr<llvm::Module> module = attempt(quick, Bodies::kAll);
  if (module != nullptr || mends.pending()) return module;
  if (side == Side::kHost && mends.has_errors_of_device_only()) {
    // What a kernel calls may be declared for the device alone, by `#if __CUDA_ARCH__`.
    quick_narrow->getFrontendOpts().SkipFunctionBodies = late->getFrontendOpts().SkipFunctionBodies = true;
    module = attempt(quick_narrow, Bodies::kOfThisSide);
    if (module != nullptr || mends.pending()) return module;
  }
  if (mends.has_errors_of_templates_only()) {
    // nvcc looks up the names in a function template when somebody uses it.
    const bool narrow = late->getFrontendOpts().SkipFunctionBodies;
    late->getLangOpts().DelayedTemplateParsing = true;
    module = attempt(late, narrow ? Bodies::kOfThisSide : Bodies::kAll);
    if (module != nullptr || mends.pending()) return module;
  }
  // With parsed headers clang knows more names to propose: the same errors are told in other words.
  return run(invocation, translation, side, Bodies::kAll, context, mends);
}

}  // namespace

std::unique_ptr<llvm::Module> translate(const Translation& translation, Side side, llvm::LLVMContext& context) {
  SourceMends mends;
  while (true) {
    std::unique_ptr<llvm::Module> module = translate(translation, side, context, mends);
    if (module != nullptr || !mends.pending()) return module;
    mends.apply();
  }
}

}  // namespace fencepost::compiler
