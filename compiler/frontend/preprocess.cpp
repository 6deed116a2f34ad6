#include "compiler/frontend/preprocess.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/frontend/invocation.h"
#include "compiler/leniency/source_mends.h"

namespace fencepost::compiler {
namespace {

class PreprocessAction : public clang::PreprocessorFrontendAction {
 public:
  explicit PreprocessAction(llvm::raw_ostream& out) : out_(out) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    mend_sources(compiler, mends_);
    return PreprocessorFrontendAction::BeginSourceFileAction(compiler);
  }
  void ExecuteAction() override {
    clang::CompilerInstance& compiler = getCompilerInstance();
    clang::DoPrintPreprocessedInput(compiler.getPreprocessor(), &out_, compiler.getPreprocessorOutputOpts());
  }

 private:
  llvm::raw_ostream& out_;
  SourceMends mends_;
};

}  // namespace

std::optional<std::string> preprocess(const Translation& translation, Side side, bool comments, bool errors_too) {
  Translation with_keywords = translation;
  with_keywords.arguments.emplace_back("-D__FENCEPOST_KEEP_KEYWORDS__");
  const std::shared_ptr<clang::CompilerInvocation> invocation = invocation_of(with_keywords, side);
  if (!invocation) return std::nullopt;
  if (side == Side::kDevice) invocation->getDiagnosticOpts().IgnoreWarnings = true;  // The host's tells of them.
  invocation->getFrontendOpts().ProgramAction = clang::frontend::PrintPreprocessedInput;
  clang::PreprocessorOutputOptions& output = invocation->getPreprocessorOutputOpts();
  output.ShowCPP = true;
  output.ShowLineMarkers = true;
  output.ShowComments = comments;
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(errors_too ? new clang::IgnoringDiagConsumer : nullptr);
  std::string text;
  llvm::raw_string_ostream out(text);
  PreprocessAction action(out);
  if (!compiler.ExecuteAction(action) && !errors_too) return std::nullopt;
  return text;
}

}  // namespace fencepost::compiler
