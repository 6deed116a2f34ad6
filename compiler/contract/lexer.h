// The words and symbols of annotations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/contract/syntax.h"

namespace fencepost::compiler::contract {

enum class LexemeKind : std::uint8_t {
  kWord,       ///< An identifier or keyword. One `in back quotes` is escaped: `text` is without the quotes.
  kBackslash,  ///< `\result`, `\forall*`; ∀ and ∃ come as `\forall` and `\exists`.
  kNumber,     ///< Also a character in quotes.
  kString,
  kSymbol,
  kUnknown,  ///< A character that no annotation has.
  kEnd,      ///< Behind the last one.
};

/// Symbols are as long as possible, but that `>` stays single, so that it can close two lists of types.
struct Lexeme {
  LexemeKind kind{};
  bool spaced = false;   ///< White space, a comment or the begin of a text stands before it.
  bool escaped = false;  ///< A word in back quotes, which is no keyword.
  std::string text;
  Place begin, end;
};

/// Splits the texts of one annotation; the last lexeme is kEnd, placed behind the last text. Comments inside (`// …` to
/// the line's end, `/* … */`) and a `@` at the begin of a line are skipped. Never fails.
///
/// A backslash is the begin of a word only if VerCors has that word, or no fraction can stand there: `1\2`, `write\n`.
std::vector<Lexeme> split(const std::vector<CommentText>& texts);

/// The lexemes from `first` up to `last` (exclusive) as written, but all white space made single.
std::string source_of(const std::vector<Lexeme>& lexemes, std::size_t first, std::size_t last);

}  // namespace fencepost::compiler::contract
