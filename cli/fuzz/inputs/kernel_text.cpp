#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "cli/fuzz/inputs/dictionary.h"
#include "cli/fuzz/inputs/kernel_space.h"

namespace fencepost::cli {
namespace {

/// The end of the braces that open at or behind `at`, before any ';' outside of them; npos if there are none.
std::size_t end_of_body(const std::string& text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at + 1;
    if (text[at] == ';' && depth == 0) return std::string::npos;
  }
  return std::string::npos;
}

/// Whether the word at `at` stands for itself.
bool is_word(const std::string& text, std::size_t at, std::size_t length) {
  const auto in_word = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  return (at == 0 || !in_word(at - 1)) && !in_word(at + length);
}

bool compares(std::int64_t left, const std::string& sign, std::int64_t right) {
  if (sign == "==") return left == right;
  if (sign == "!=") return left != right;
  if (sign == "<=") return left <= right;
  if (sign == ">=") return left >= right;
  return sign == "<" ? left < right : left > right;
}

bool holds_one(const std::string& part, const Lookup& lookup) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    const std::string_view rest = std::string_view(part).substr(i);
    // Shifts are arithmetic.
    if (rest.starts_with("<<") || rest.starts_with(">>")) {
      ++i;
      continue;
    }
    for (const std::string sign : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (!rest.starts_with(sign)) continue;
      const std::string what = "--assume '" + part + "'";
      return compares(evaluate(part.substr(0, i), what, lookup), sign,
                      evaluate(part.substr(i + sign.size()), what, lookup));
    }
  }
  throw ArgumentError("--assume '" + part + "' compares nothing; give, for example, 'n % 32 == 0 && n > 0'");
}

}  // namespace

bool holds(const std::string& condition, const Lookup& lookup) {
  bool all = true;
  for (std::size_t begin = 0; begin <= condition.size();) {
    const std::size_t end = std::min(condition.find("&&", begin), condition.size());
    all = holds_one(condition.substr(begin, end - begin), lookup) && all;
    begin = end + 2;
  }
  return all;
}

std::string text_for_kernel(const std::string& source, std::uint32_t line) {
  std::string text = without_comments(source);
  std::size_t own = 0;
  for (std::uint32_t i = 1; i < line && own != std::string::npos; ++i) {
    own = text.find('\n', own);
    if (own != std::string::npos) ++own;
  }
  const std::size_t own_end = own == std::string::npos ? own : end_of_body(text, own);
  std::string kept = source;
  for (const std::string_view word : {"__global__", "main"}) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) {
      if (!is_word(text, at, word.size())) continue;
      const std::size_t end = end_of_body(text, at);
      if (end == std::string::npos || end == own_end) continue;
      std::fill(kept.begin() + static_cast<std::ptrdiff_t>(at), kept.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    }
  }
  return kept;
}

}  // namespace fencepost::cli
