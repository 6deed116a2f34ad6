#include "detector/text/shell_words.h"

#include <cctype>
#include <utility>

namespace fencepost::detector {

std::optional<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\'' ? c == '\'' : quote == '"' && c == '"') {
      quote = '\0';
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      // Inside "…" a backslash is itself unless it protects one of these.
      if (quote == '"' && std::string_view("\\\"$`").find(text[i + 1]) == std::string_view::npos) word += c;
      word += text[++i];
      in_word = true;
    } else if (quote != '\0') {
      word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != '\0') return std::nullopt;
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::string quoted_word(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace fencepost::detector
