// The tokens of preprocessed C++, with the place in the user's source that each came from.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

enum class TokenKind : std::uint8_t { kIdentifier, kNumber, kString, kCharacter, kPunctuation };

/// A slice of the text. Punctuation comes as one token per character, but for `::`, `->`, `...`, `<=`, `>=`, `&&`,
/// `||`, `==` and `!=`: `<` and `>` stay single so that `>>>` can close a launch as well as three template argument
/// lists.
struct Token {
  TokenKind kind{};
  bool glued = false;        ///< No character between the previous token and this one.
  std::uint32_t region = 0;  ///< Index into the stream's regions.
  std::size_t offset = 0;
  std::size_t length = 0;
};

/// The text between two line markers (`# 12 "file.cu" 1 3`).
struct Region {
  std::size_t offset = 0;  ///< Of the first character after the marker.
  std::string file;
  std::uint32_t line = 1;  ///< Of the character at `offset`.
  bool system = false;     ///< In a system header (flag 3 of the marker).
};

/// A place in the user's source.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0;
  auto operator<=>(const SourcePlace&) const = default;
};

/// Splits preprocessed C++ into tokens. Never fails: what it does not know becomes punctuation, for the compiler to
/// complain about. Directives (line markers, #pragma) and comments are no tokens.
class TokenStream {
 public:
  /// Files whose path starts with `system_directory` count as system headers, too.
  explicit TokenStream(std::string_view text, std::string_view system_directory = {});

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const Token& operator[](std::size_t i) const { return tokens_[i]; }

  /// Spelling of token `i`; empty past either end, so that callers may look around freely.
  [[nodiscard]] std::string_view spelling(std::size_t i) const;
  [[nodiscard]] bool is(std::size_t i, std::string_view spelling) const { return this->spelling(i) == spelling; }
  [[nodiscard]] bool is_identifier(std::size_t i) const;
  [[nodiscard]] std::size_t begin_offset(std::size_t i) const { return tokens_[i].offset; }
  [[nodiscard]] std::size_t end_offset(std::size_t i) const { return tokens_[i].offset + tokens_[i].length; }

  /// The token that begins at `offset`; if none does, the next one.
  [[nodiscard]] std::size_t index_at(std::size_t offset) const;

  /// `count` tokens starting at `i` are all `character`, with nothing between them.
  [[nodiscard]] bool is_run(std::size_t i, char character, std::size_t count) const;

  /// Offsets of the ends of the line markers that name a file under the system directory but lack flag 3.
  [[nodiscard]] const std::vector<std::size_t>& unmarked_system_markers() const { return unmarked_; }

  [[nodiscard]] SourcePlace place(std::size_t i) const;

  /// Of the character at `offset`, which need not belong to a token: a comment has a place, too.
  [[nodiscard]] SourcePlace place_at(std::size_t offset) const;
  [[nodiscard]] bool in_system_header_at(std::size_t offset) const { return region_at(offset).system; }

  /// Text to put in front of token `i` after an insertion: a line break, a line marker and white space, so that the
  /// compiler sees the token where it was, to the column. Empty if the text has no line markers.
  [[nodiscard]] std::string resume(std::size_t i) const;

  [[nodiscard]] bool in_system_header(std::size_t i) const { return regions_[tokens_[i].region].system; }

 private:
  void scan();
  [[nodiscard]] const Region& region_at(std::size_t offset) const;
  [[nodiscard]] std::string_view line_before(std::size_t i) const;
  std::size_t scan_directive(std::size_t at);
  void start_region(std::string_view marker, std::size_t next_line);

  std::string_view text_;
  std::string_view system_directory_;
  std::vector<std::size_t> unmarked_;
  std::vector<Token> tokens_;
  std::vector<Region> regions_;
};

}  // namespace fencepost::compiler
