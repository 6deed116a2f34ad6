#include "compiler/frontend/invocation.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticAST.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Driver/Options.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "compiler/frontend/device_target.h"
#include "compiler/leniency/leniency.h"

namespace fencepost::compiler {
namespace {

/// See be_lenient.
constexpr unsigned kRelaxed[] = {
    clang::diag::err_ref_bad_target,
    clang::diag::err_cuda_device_exceptions,
    clang::diag::err_cuda_nonstatic_constdev,
    clang::diag::err_cuda_ovl_target,     // Ours is taken, or the host's own, which was declared first.
    clang::diag::err_cuda_extern_shared,  // Of what is no array: leniency.cpp gives it its place.
    clang::diag::err_unavailable,
    clang::diag::err_unavailable_message,             // In a library's header.
    clang::diag::err_asm_invalid_operand_number,      // In a template, which perhaps nobody uses.
    clang::diag::err_alias_is_definition,             // Of a `__shared__` variable: what is wrong is told by another.
    clang::diag::err_ovl_no_viable_function_in_call,  // Of a host's function, in the device's pass; likewise:
    clang::diag::err_ovl_ambiguous_call,
    clang::diag::err_ovl_ambiguous_oper_binary,
    clang::diag::err_ovl_ambiguous_oper_unary,
    clang::diag::err_ovl_no_viable_oper,
    clang::diag::err_typecheck_invalid_operands,
    clang::diag::err_typecheck_unary_expr,
    clang::diag::err_attributes_not_allowed,                         // `__device__ [[nodiscard]] inline int f();`
    clang::diag::err_attribute_argument_n_type,                      // Of `__launch_bounds__`, in the host's pass.
    clang::diag::err_param_default_argument_member_template_redecl,  // As nvcc has it, calls do not know it.
    clang::diag::err_typecheck_invalid_restrict_not_pointer,  // Of an array's elements, the parameter is a pointer:
    clang::diag::err_typecheck_invalid_restrict_not_pointer_noarg,  // `const __restrict__ int row[32]`.
};

// A user's kernel is code under test: what is undefined in it must happen as written, not be optimised upon. Its calls
// of functions that read or write memory stay calls: the runtime's check them.
constexpr const char* kOptions[] = {
    FENCEPOST_CLANG,
    "-x",
    "cuda",
    "--cuda-host-only",
    "-nocudainc",
    "-nocudalib",
    "--cuda-path=/nonexistent",
    "-Wno-unknown-cuda-version",
    "-O1",
    "-g",
    "-fPIE",
    "-fno-omit-frame-pointer",
    "-fstack-clash-protection",  // Frames of any size meet the guard of the stack.
    "-fno-optimize-sibling-calls",
    "-fno-strict-aliasing",
    "-fno-math-errno",
    "-ffp-contract=off",
    "-fno-finite-loops",
    "-fno-strict-return",  // At the end of a function that lacks its return: g++ goes on, too.
    "-fwrapv",
    "-ftrivial-auto-var-init=zero",
    "-ftrivial-auto-var-init-max-size=64",  // More than goes to registers stays in memory.
    "-Xclang",
    "-no-enable-noundef-analysis",
    "-fno-delete-null-pointer-checks",
    "-fsanitize=thread",
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    "-fno-builtin-memcmp",
    "-fno-builtin-malloc",
    "-fno-builtin-calloc",
    "-fno-builtin-realloc",
    "-fno-builtin-free",
    "-fno-builtin-printf",
    "-fno-builtin-vprintf",
    "-fno-builtin-puts",
    "-fno-builtin-putchar",
    "-fno-builtin-abort",
    "-fdeclspec",
    "-fgnu-keywords",         // `typeof`, whatever -std says.
    "-fclang-abi-compat=17",  // Templates' parameters and constraints are not in names, as with g++ and nvcc.
    "-Wno-undefined-internal",
    "-Wno-error=c++11-narrowing",  // Of what is no constant, of which nvcc warns, too.
    "-Wno-error=c++11-narrowing-const-reference",
    "-Wno-error=return-mismatch",                        // `return;` in a function with a result, likewise.
    "-Wno-cuda-compat",                                  // `#pragma unroll (4)`
    "-Wno-missing-template-arg-list-after-template-kw",  // `self.template run(x)`
    "-Wno-enum-constexpr-conversion",  // Of a number that no bits of the enumeration hold: Boost has it.
    "-Wno-dynamic-exception-spec",     // `throw(Error)`, which C++14 has.
    "-Wno-invalid-constexpr",          // g++ knows the value of log(10.).
    "-Wno-static-float-init",          // `static const T zero = 0;` in a template, whose T is float in kernels.
    "-Wno-undefined-var-template",     // Such a constant has no definition; its value is known.
    "-Wno-unknown-pragmas",
    "-Wno-unknown-warning-option",
    "-Wno-c11-extensions",
    "-Wno-register",
    "-Wno-reserved-user-defined-literal",  // "%"PRIu64, which g++ takes.
    "-Wno-deprecated-declarations"};

/// Options of g++'s that clang does not know (-Xcompiler) are left out.
void drop_unknown(std::vector<const char*>& arguments, bool tell) {
  const llvm::ArrayRef<const char*> options = llvm::ArrayRef(arguments).drop_front();
  unsigned missing_index = 0;
  unsigned missing_count = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      options, missing_index, missing_count, llvm::opt::Visibility(clang::driver::options::ClangOption));
  std::vector<const char*> known = {arguments.front()};
  llvm::SmallSet<unsigned, 4> unknown;
  llvm::SmallSet<unsigned, 4> ignored;  // By clang, with a warning.
  for (const llvm::opt::Arg* argument : parsed) {
    if (argument->getOption().matches(clang::driver::options::OPT_UNKNOWN)) unknown.insert(argument->getIndex());
    if (argument->getOption().matches(clang::driver::options::OPT_clang_ignored_gcc_optimization_f_Group)) {
      ignored.insert(argument->getIndex());
    }
  }
  for (unsigned i = 0; i < options.size(); ++i) {
    if (!unknown.contains(i)) {
      if (!ignored.contains(i)) known.push_back(options[i]);
    } else if (tell) {
      llvm::errs() << "fencepost-nvcc: warning: clang does not know " << options[i]
                   << ": CUDA sources are compiled without it\n";
    }
  }
  arguments = std::move(known);
}

/// Keeps what clang's driver refuses, and prints the rest.
class DriverMessages : public clang::TextDiagnosticPrinter {
 public:
  explicit DriverMessages(clang::DiagnosticOptions& options) : TextDiagnosticPrinter(llvm::errs(), &options) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error) return TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    errors.emplace_back(text.str());
  }

  std::vector<std::string> errors;
};

/// Null if clang refuses the arguments, which it tells. clang::createInvocation() makes one in spite of errors of the
/// driver's.
std::shared_ptr<clang::CompilerInvocation> invocation_for(const std::vector<const char*>& arguments, bool strict,
                                                          bool tell) {
  const llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> settings = new clang::DiagnosticOptions();
  DriverMessages messages(*settings);
  clang::CreateInvocationOptions options;
  options.Diags = clang::CompilerInstance::createDiagnostics(settings.get(), &messages, /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(arguments, options);
  const bool refused = invocation == nullptr || (strict && !messages.errors.empty());
  for (const std::string& error : messages.errors) {
    if (refused) {
      llvm::errs() << "error: " << error << "\n";
    } else if (tell) {
      llvm::errs() << "fencepost-nvcc: warning: " << error << ", says clang: CUDA sources are compiled without it\n";
    }
  }
  return refused ? nullptr : invocation;
}

}  // namespace

std::shared_ptr<clang::CompilerInvocation> invocation_of(const Translation& translation, Side side) {
  std::vector<const char*> arguments(std::begin(kOptions), std::end(kOptions));
  const auto add = [&](const std::vector<std::string>& words) {
    for (const std::string& word : words) arguments.push_back(word.c_str());
  };
  const bool device = side == Side::kDevice;
  const bool two_sources = !translation.device_source.empty();
  if (two_sources) {
    add(translation.preprocessed_arguments);
    if (const std::string& headers = translation.header_files[device ? 1 : 0]; !headers.empty()) {
      arguments.insert(arguments.end(), {"-include", headers.c_str()});
    }
  } else {
    add(translation.arguments);
    if (device) add(translation.device_arguments);
    add(translation.dependency_arguments[device ? 1 : 0]);
  }
  arguments.push_back((device && two_sources ? translation.device_source : translation.source).c_str());
  const bool tell = !device && !two_sources;
  drop_unknown(arguments, tell);
  std::shared_ptr<clang::CompilerInvocation> invocation = invocation_for(arguments, translation.clangs_options, tell);
  if (!invocation) return nullptr;
  const bool colours = llvm::sys::Process::StandardErrHasColors() && std::getenv("NO_COLOR") == nullptr;
  if (colours) invocation->getDiagnosticOpts().ShowColors = true;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFrontendOpts().AuxTriple.clear();
  invocation->getTargetOpts().SDKVersion = llvm::VersionTuple(12, 5);  // Launches by cudaLaunchKernel.
  invocation->getLangOpts().CUDAIsDevice = side == Side::kDevice;
  invocation->getLangOpts().CUDAAllowVariadicFunctions = true;
  if (!translation.signed_overflow) {
    invocation->getLangOpts().setSignedOverflowBehavior(clang::LangOptions::SOB_Undefined);
  }
  // nvcc knows no modules; of parsed headers clang would otherwise compare what each side defines (C++20).
  invocation->getLangOpts().Modules = false;
  invocation->getLangOpts().CPlusPlusModules = false;
  // The user hears of them once, from the host's side.
  if (side == Side::kDevice) invocation->getDiagnosticOpts().Warnings.emplace_back("no-error");
  return invocation;
}

void begin_invocation(clang::CompilerInstance& compiler, Side side, SourceMends& mends) {
  if (side == Side::kDevice) compiler.setTarget(device_target(&compiler.getTarget()));
  be_lenient(compiler, {std::begin(kRelaxed), std::end(kRelaxed)}, mends);
}

}  // namespace fencepost::compiler
