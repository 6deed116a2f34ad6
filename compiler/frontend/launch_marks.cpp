#include "compiler/frontend/launch_marks.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>
#include <optional>
#include <vector>

namespace fencepost::compiler {
namespace {

struct Word {
  clang::tok::TokenKind kind;
  std::size_t offset;
};

/// As a C++ lexer reads it, which does not know `<<<`.
std::vector<Word> words_of(std::string_view text) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.LineComment = true;
  const std::string ended(text);  // A lexer wants a zero behind the end.
  clang::Lexer lexer(clang::SourceLocation(), language, ended.data(), ended.data(), ended.data() + ended.size());
  std::vector<Word> words;
  clang::Token token;
  while (!lexer.LexFromRawLexer(token)) {
    words.push_back(
        {token.getKind(), static_cast<std::size_t>(lexer.getBufferLocation() - ended.data()) - token.getLength()});
  }
  return words;
}

/// Where `>> >` stands that closes what opens in front of word `i`.
std::optional<std::size_t> closing(const std::vector<Word>& words, std::size_t i) {
  int depth = 0;
  for (; i + 1 < words.size(); ++i) {
    using namespace clang::tok;  // NOLINT(google-build-using-namespace)
    const TokenKind kind = words[i].kind;
    if (kind == l_paren || kind == l_square || kind == l_brace) ++depth;
    if (kind == r_paren || kind == r_square || kind == r_brace) --depth;
    if (depth < 0 || kind == semi) return std::nullopt;
    if (depth == 0 && kind == greatergreater && words[i + 1].kind == greater) return i;
  }
  return std::nullopt;
}

}  // namespace

std::string with_whole_launch_marks(std::string_view text) {
  // Nearly all sources have none.
  bool any = false;
  for (std::size_t at = text.find("<<"); at != std::string_view::npos && !any; at = text.find("<<", at + 2)) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + 2);
    any = next != at + 2 && next != std::string_view::npos && text[next] == '<';
  }
  if (!any) return {};
  std::string mended(text);
  const std::vector<Word> words = words_of(text);
  const auto join = [&](std::size_t word) {
    mended[words[word + 1].offset] = ' ';
    mended[words[word].offset + 2] = mended[words[word].offset];
  };
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i].kind != clang::tok::lessless || words[i + 1].kind != clang::tok::less) continue;
    if (words[i + 1].offset == words[i].offset + 2) continue;
    const std::optional<std::size_t> close = closing(words, i + 2);
    join(i);
    if (close && words[*close + 1].offset != words[*close].offset + 2) join(*close);
  }
  return mended;
}

namespace {

void mend(clang::SourceManager& sources, clang::FileEntryRef file) {
  if (sources.isFileOverridden(file)) return;
  const std::optional<llvm::MemoryBufferRef> buffer = sources.getMemoryBufferForFileOrNone(file);
  if (!buffer) return;
  const std::string mended = with_whole_launch_marks(buffer->getBuffer());
  if (mended.empty()) return;
  sources.overrideFileContents(file, llvm::MemoryBuffer::getMemBufferCopy(mended, buffer->getBufferIdentifier()));
}

class Inclusions : public clang::PPCallbacks {
 public:
  explicit Inclusions(clang::SourceManager& sources) : sources_(sources) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const clang::Module*,
                          bool, clang::SrcMgr::CharacteristicKind kind) override {
    if (file && kind == clang::SrcMgr::C_User) mend(sources_, *file);
  }

 private:
  clang::SourceManager& sources_;
};

}  // namespace

void mend_launch_marks(clang::CompilerInstance& compiler) {
  clang::SourceManager& sources = compiler.getSourceManager();
  if (const auto file = sources.getFileEntryRefForID(sources.getMainFileID())) mend(sources, *file);
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<Inclusions>(sources));
}

}  // namespace fencepost::compiler
