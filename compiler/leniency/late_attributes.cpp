#include "compiler/leniency/late_attributes.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/MacroInfo.h>

#include <cstddef>
#include <string>

namespace fencepost::compiler {
namespace {

/// As deep as macros of macros are followed.
constexpr int kDeepest = 8;

bool is_attribute(const std::string& word) {
  return word == "__host__" || word == "__device__" || word == "__global__" || word == "__noinline__";
}

bool ends_with_attribute(const std::string& word, clang::Preprocessor& preprocessor, int depth = 0) {
  if (is_attribute(word)) return true;
  const clang::MacroInfo* const macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(word));
  if (macro == nullptr || macro->getNumTokens() == 0 || depth == kDeepest) return false;
  const clang::Token& last = macro->getReplacementToken(macro->getNumTokens() - 1);
  if (last.is(clang::tok::r_paren)) return true;
  return last.getIdentifierInfo() != nullptr &&
         ends_with_attribute(last.getIdentifierInfo()->getName().str(), preprocessor, depth + 1);
}

}  // namespace

bool is_behind_attribute(clang::SourceLocation place, clang::Preprocessor& preprocessor) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(place));
  if (file.isInvalid()) return false;
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset).rtrim(" \t\r\n\\");
  if (before.ends_with("))")) return true;  // `__attribute__((…))`
  std::size_t length = 0;
  while (length < before.size() && clang::isAsciiIdentifierContinue(before[before.size() - length - 1])) ++length;
  return length != 0 && ends_with_attribute(before.take_back(length).str(), preprocessor);
}

}  // namespace fencepost::compiler
