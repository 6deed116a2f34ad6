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
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

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

/// What clang has to say of a side without errors.
struct Remarks {
  std::string text;
  std::set<std::string> warnings;  ///< By place and words.
  Bodies bodies = Bodies::kAll;    ///< That were parsed.
};

class RemarkPrinter : public clang::TextDiagnosticPrinter {
 public:
  RemarkPrinter(llvm::raw_ostream& out, clang::DiagnosticOptions& options, Remarks* remarks)
      : TextDiagnosticPrinter(out, &options), remarks_(remarks) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& what) override {
    if (remarks_ != nullptr && level == clang::DiagnosticsEngine::Warning && what.hasSourceManager()) {
      llvm::SmallString<128> words(what.getLocation().printToString(what.getSourceManager()) + ": ");
      what.FormatDiagnostic(words);
      remarks_->warnings.insert(words.str().str());
    }
    TextDiagnosticPrinter::HandleDiagnostic(level, what);
  }

 private:
  Remarks* remarks_;
};

/// What headers import (`using ::printf;`) debuggers would know only where headers were not kept parsed: nowhere, so
/// that an object is the same however it was made.
void forget_imports_of_headers(llvm::Module& module) {
  for (llvm::DICompileUnit* const unit : module.debug_compile_units()) {
    llvm::SmallVector<llvm::Metadata*> own;
    for (llvm::DIImportedEntity* const entity : unit->getImportedEntities()) {
      if (entity->getFile() == unit->getFile()) own.push_back(entity);
    }
    unit->replaceImportedEntities(own.empty() ? nullptr : llvm::MDTuple::get(module.getContext(), own));
  }
}

/// Runs the whole action. `remarks`: where messages go if not to standard error.
std::unique_ptr<llvm::Module> run(const std::shared_ptr<clang::CompilerInvocation>& invocation,
                                  const Translation& translation, Side side, Bodies bodies, llvm::LLVMContext& context,
                                  SourceMends& mends, Remarks* remarks = nullptr) {
  WholeMessages standard_error;
  std::optional<llvm::raw_string_ostream> text;
  if (remarks != nullptr) {
    *remarks = {.text = {}, .warnings = {}, .bodies = bodies};
    text.emplace(remarks->text).enable_colors(true);
  }
  llvm::raw_ostream& messages = text ? static_cast<llvm::raw_ostream&>(*text) : standard_error;
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(new RemarkPrinter(messages, invocation->getDiagnosticOpts(), remarks));
  compiler.setVerboseOutputStream(messages);
  if (remarks != nullptr) {
    clang::DependencyOutputOptions& rules = invocation->getDependencyOutputOpts();
    if (!rules.OutputFile.empty()) {
      compiler.addDependencyCollector(std::make_shared<SourceFirst>(rules, translation.source));
      rules.OutputFile.clear();
    }
  }
  TranslateAction action(translation, side, bodies, context, mends);
  if (!compiler.ExecuteAction(action)) {
    if (remarks == nullptr) mends.forget();  // Else other errors may go with what is mended.
    return nullptr;
  }
  if (compiler.getDiagnostics().hasErrorOccurred() || mends.pending()) return nullptr;
  std::unique_ptr<llvm::Module> module = action.takeModule();
  if (module != nullptr) forget_imports_of_headers(*module);
  return module;
}

/// What is done about errors.
struct Errors {
  bool are_told = true;          ///< If not, warnings that -Werror makes errors are warnings again.
  std::string told_before = {};  ///< In front of them.
};

/// With -Wno-unused and its kin: who uses a function or a member may be in a body that is not parsed.
void leave_out_other_side(clang::CompilerInvocation& invocation) {
  invocation.getFrontendOpts().SkipFunctionBodies = true;
  for (const char* const name : {"no-unused", "no-unused-member-function", "no-unused-template"}) {
    invocation.getDiagnosticOpts().Warnings.emplace_back(name);
  }
}

/// One side, of the source as it is mended so far. `bodies`: that clang parses first; all, if there are errors to tell.
std::unique_ptr<llvm::Module> translate(const Translation& translation, Side side, Bodies bodies, const Errors& errors,
                                        llvm::LLVMContext& context, SourceMends& mends, Remarks& remarks) {
  const std::shared_ptr<clang::CompilerInvocation> invocation = invocation_of(translation, side);
  if (!invocation) return nullptr;
  invocation->getFrontendOpts().ProgramAction = clang::frontend::EmitLLVMOnly;
  invocation->getCodeGenOpts().DisableLLVMPasses = true;
  invocation->getCodeGenOpts().ClearASTBeforeBackend = false;  // Annotator reads it.
  invocation->getCodeGenOpts().CudaGpuBinaryFileName = side == Side::kHost ? translation.image : "";
  // Without messages, if nothing comes of it.
  const auto attempt = [&](const std::shared_ptr<clang::CompilerInvocation>& how) {
    if (bodies == Bodies::kOfThisSide) leave_out_other_side(*how);
    if (!errors.are_told) how->getDiagnosticOpts().Warnings.emplace_back("no-error");
    mends.begin_reading();
    return run(how, translation, side, bodies, context, mends, &remarks);
  };
  const auto quick = std::make_shared<clang::CompilerInvocation>(*invocation);
  const HeadersInUse headers = use_parsed_headers(*quick, translation, side);
  std::unique_ptr<llvm::Module> module = attempt(quick);
  if (module != nullptr || mends.pending()) return module;
  if (mends.has_errors_of_templates_only()) {
    // nvcc looks up the names in a function template when somebody uses it.
    const auto late = std::make_shared<clang::CompilerInvocation>(*invocation);
    late->getLangOpts().DelayedTemplateParsing = true;
    module = attempt(late);
    if (module != nullptr || mends.pending()) return module;
  }
  // With parsed headers clang knows more names to propose: the same errors are told in other words.
  if (!errors.are_told) return nullptr;
  llvm::errs() << errors.told_before;
  remarks = {};
  if (side == Side::kDevice) invocation->getDiagnosticOpts().IgnoreWarnings = true;
  return run(invocation, translation, side, Bodies::kAll, context, mends);
}

std::unique_ptr<llvm::Module> translate(const Translation& translation, Side side, Bodies bodies, const Errors& errors,
                                        llvm::LLVMContext& context, Remarks& remarks) {
  SourceMends mends;
  while (true) {
    std::unique_ptr<llvm::Module> module = translate(translation, side, bodies, errors, context, mends, remarks);
    if (module != nullptr || !mends.pending()) return module;
    mends.apply();
  }
}

}  // namespace

Sides translate_sides(const Translation& translation, llvm::LLVMContext& context,
                      const std::function<void(Side)>& done) {
  Sides sides;
  Remarks of_host, of_device;
  // What a kernel calls may be declared for the device alone, by `#if __CUDA_ARCH__`; and to parse it twice takes time.
  // Contracts, with which each side has a text of its own, have code of the host in kernels.
  const Bodies bodies = translation.device_source.empty() ? Bodies::kOfThisSide : Bodies::kAll;
  sides.host = translate(translation, Side::kHost, bodies, {}, context, of_host);
  if (sides.host == nullptr) return {};
  done(Side::kHost);
  sides.device = translate(translation, Side::kDevice, Bodies::kAll, {.told_before = of_host.text}, context, of_device);
  if (sides.device == nullptr) return {};
  done(Side::kDevice);
  if (of_host.bodies == Bodies::kOfThisSide && of_host.warnings != of_device.warnings) {
    // Warnings, also of the device's functions, are told as one who parses all for the host has them.
    Remarks of_all;
    auto host = translate(translation, Side::kHost, Bodies::kAll, {.are_told = false}, context, of_all);
    done(Side::kHost);
    if (host != nullptr) {
      sides.host = std::move(host);
      of_host = std::move(of_all);
    }
  }
  llvm::errs() << of_host.text;
  return sides;
}

std::unique_ptr<llvm::Module> translate_device(const Translation& translation, llvm::LLVMContext& context) {
  Remarks untold;
  return translate(translation, Side::kDevice, Bodies::kAll, {}, context, untold);
}

}  // namespace fencepost::compiler
