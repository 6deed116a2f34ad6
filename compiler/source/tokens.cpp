#include "compiler/source/tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace fencepost::compiler {
namespace {

// Hand-written: the classification of <cctype> depends on the locale, and non-ASCII bytes are identifiers here.
bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_identifier(char c) { return starts_identifier(c) || is_digit(c); }

std::size_t end_of_identifier(std::string_view text, std::size_t at) {
  while (at < text.size() && continues_identifier(text[at])) ++at;
  return at;
}

// A preprocessing number: digit separators and exponent signs belong to it.
std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const char c = text[at];
    if (continues_identifier(c) || c == '.') {
      ++at;
    } else if (c == '\'' && at + 1 < text.size() && continues_identifier(text[at + 1])) {
      at += 2;
    } else if ((c == '+' || c == '-') && std::string_view("eEpP").find(text[at - 1]) != std::string_view::npos) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

std::size_t end_of_quoted(std::string_view text, std::size_t at, char quote) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      return end_of_identifier(text, at + 1);  // with a user-defined suffix
    } else if (text[at] == '\n') {
      return at;
    }
  }
  return text.size();
}

std::size_t end_of_raw_string(std::string_view text, std::size_t quote) {
  const std::size_t open = text.find('(', quote);
  if (open == std::string_view::npos) return text.size();
  const std::string close = ")" + std::string(text.substr(quote + 1, open - quote - 1)) + "\"";
  const std::size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end_of_identifier(text, end + close.size());
}

bool is_raw_prefix(std::string_view word) {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}
bool is_literal_prefix(std::string_view word) { return word == "L" || word == "u" || word == "U" || word == "u8"; }

std::size_t punctuation_length(std::string_view rest) {
  if (rest.starts_with("...")) return 3;
  static constexpr std::array<std::string_view, 8> kPairs = {"::", "->", "<=", ">=", "&&", "||", "==", "!="};
  return std::ranges::any_of(kPairs, [&](std::string_view pair) { return rest.starts_with(pair); }) ? 2 : 1;
}

}  // namespace

TokenStream::TokenStream(std::string_view text, std::string_view system_directory)
    : text_(text), system_directory_(system_directory) {
  regions_.push_back({});
  tokens_.reserve(text.size() / 4);
  scan();
}

std::size_t TokenStream::index_at(std::size_t offset) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(tokens_, offset, {}, &Token::offset) - tokens_.begin());
}

void TokenStream::start_region(std::string_view marker, std::size_t next_line) {
  // # 12 "file" 1 3   or   #line 12 "file"
  marker.remove_prefix(1);
  const auto trim = [&] { marker.remove_prefix(std::min(marker.find_first_not_of(" \t"), marker.size())); };
  trim();
  if (marker.starts_with("line")) marker.remove_prefix(4);
  trim();
  if (marker.empty() || !is_digit(marker[0])) return;  // #pragma
  Region region{.offset = next_line, .file = regions_.back().file, .line = 1, .system = false};
  const char* rest = std::from_chars(marker.data(), marker.data() + marker.size(), region.line).ptr;
  marker.remove_prefix(static_cast<std::size_t>(rest - marker.data()));
  trim();
  if (marker.starts_with('"')) {
    const std::size_t end = std::min(end_of_quoted(marker, 0, '"'), marker.size());
    region.file.clear();
    for (std::size_t i = 1; i + 1 < end; ++i) {
      if (marker[i] == '\\') ++i;
      region.file.push_back(marker[i]);
    }
    marker.remove_prefix(end);
    region.system = marker.find('3') != std::string_view::npos;
    if (!region.system && !system_directory_.empty() && region.file.starts_with(system_directory_)) {
      region.system = true;
      unmarked_.push_back(next_line - 1);
    }
  }
  regions_.push_back(std::move(region));
}

std::size_t TokenStream::scan_directive(std::size_t at) {
  std::size_t end = at;
  do {
    end = std::min(text_.find('\n', end + 1), text_.size());
  } while (end < text_.size() && text_[end - 1] == '\\');
  const std::size_t next_line = std::min(end + 1, text_.size());
  start_region(text_.substr(at, end - at), next_line);
  return next_line;
}

void TokenStream::scan() {
  std::size_t at = 0;
  std::size_t previous_end = std::string_view::npos;
  bool line_start = true;
  while (at < text_.size()) {
    const char c = text_[at];
    if (c == '\n') {
      line_start = true;
      ++at;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at;
      continue;
    }
    if (c == '#' && line_start) {
      at = scan_directive(at);
      continue;
    }
    line_start = false;
    if (text_.substr(at).starts_with("//")) {
      at = std::min(text_.find('\n', at), text_.size());
      continue;
    }
    if (text_.substr(at).starts_with("/*")) {
      const std::size_t end = text_.find("*/", at + 2);
      at = end == std::string_view::npos ? text_.size() : end + 2;
      continue;
    }
    TokenKind kind = TokenKind::kPunctuation;
    std::size_t end = at;
    if (starts_identifier(c)) {
      kind = TokenKind::kIdentifier;
      end = end_of_identifier(text_, at);
      const std::string_view word = text_.substr(at, end - at);
      const char next = end < text_.size() ? text_[end] : '\0';
      if (next == '"' && is_raw_prefix(word)) {
        kind = TokenKind::kString;
        end = end_of_raw_string(text_, end);
      } else if ((next == '"' || next == '\'') && is_literal_prefix(word)) {
        kind = next == '"' ? TokenKind::kString : TokenKind::kCharacter;
        end = end_of_quoted(text_, end, next);
      }
    } else if (is_digit(c) || (c == '.' && at + 1 < text_.size() && is_digit(text_[at + 1]))) {
      kind = TokenKind::kNumber;
      end = end_of_number(text_, at + 1);
    } else if (c == '"' || c == '\'') {
      kind = c == '"' ? TokenKind::kString : TokenKind::kCharacter;
      end = end_of_quoted(text_, at, c);
    } else {
      end = at + punctuation_length(text_.substr(at));
    }
    tokens_.push_back({.kind = kind,
                       .glued = previous_end == at,
                       .region = static_cast<std::uint32_t>(regions_.size() - 1),
                       .offset = at,
                       .length = end - at});
    at = previous_end = end;
  }
}

std::string_view TokenStream::spelling(std::size_t i) const {
  if (i >= tokens_.size()) return {};
  return text_.substr(tokens_[i].offset, tokens_[i].length);
}

bool TokenStream::is_identifier(std::size_t i) const {
  return i < tokens_.size() && tokens_[i].kind == TokenKind::kIdentifier;
}

bool TokenStream::is_run(std::size_t i, char character, std::size_t count) const {
  for (std::size_t k = 0; k < count; ++k) {
    if (spelling(i + k) != std::string_view(&character, 1) || (k > 0 && !tokens_[i + k].glued)) return false;
  }
  return true;
}

SourcePlace TokenStream::place(std::size_t i) const {
  if (i >= tokens_.size()) return {};
  return place_at(tokens_[i].offset);
}

const Region& TokenStream::region_at(std::size_t offset) const {
  const auto behind = std::ranges::upper_bound(regions_, offset, {}, &Region::offset);
  return behind == regions_.begin() ? regions_.front() : *std::prev(behind);
}

SourcePlace TokenStream::place_at(std::size_t offset) const {
  const Region& region = region_at(offset);
  const std::string_view before = text_.substr(region.offset, offset - region.offset);
  return {region.file, region.line + static_cast<std::uint32_t>(std::ranges::count(before, '\n'))};
}

std::string_view TokenStream::line_before(std::size_t i) const {
  const std::size_t offset = tokens_[i].offset;
  const std::size_t newline = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return text_.substr(begin, offset - begin);
}

std::string TokenStream::resume(std::size_t i) const {
  if (i >= tokens_.size()) return {};
  const SourcePlace at = place(i);
  if (at.file.empty()) return {};
  std::string marker = "\n# " + std::to_string(at.line) + " \"";
  for (const char c : at.file) {
    if (c == '"' || c == '\\') marker += '\\';
    marker += c;
  }
  marker += in_system_header(i) ? "\" 3\n" : "\"\n";
  for (const char c : line_before(i)) marker += c == '\t' ? '\t' : ' ';
  return marker;
}

}  // namespace fencepost::compiler
