#include "compiler/ptx/text.h"

#include <algorithm>
#include <cctype>

namespace fencepost::compiler {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n\r") - first + 1);
}

std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
      result += '\n';
    } else if (text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
      result += ' ';
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string cpp_name(std::string_view name) {
  std::string result;
  for (const char c : name) result += is_word_character(c) && c != '$' ? c : '_';
  return result;
}

std::optional<std::string> cpp_literal(std::string_view text) {
  if (text.starts_with("0f") || text.starts_with("0F")) {
    return "::fencepost_ptx::float_of(0x" + std::string(text.substr(2)) + "U)";
  }
  if (text.starts_with("0d") || text.starts_with("0D")) {
    return "::fencepost_ptx::double_of(0x" + std::string(text.substr(2)) + "ULL)";
  }
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || std::isdigit(static_cast<unsigned char>(digits.front())) == 0) return std::nullopt;
  const bool has_point = digits.find('.') != std::string_view::npos;
  const auto fits = [&](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || (has_point && c == '-'); };
  if (!std::ranges::all_of(digits, fits)) return std::nullopt;
  return std::string(text);
}

std::vector<std::string_view> split_operands(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c != ',' || (depth != 0 && i < text.size())) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (parts.size() == 1 && parts.front().empty()) parts.clear();
  return parts;
}

std::vector<std::string_view> words_of(std::string_view mnemonic) {
  std::vector<std::string_view> words;
  while (!mnemonic.empty()) {
    const std::size_t dot = std::min(mnemonic.find('.'), mnemonic.size());
    words.push_back(mnemonic.substr(0, dot));
    mnemonic = mnemonic.substr(std::min(dot + 1, mnemonic.size()));
  }
  return words;
}

bool is_same_in_other_order(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  const std::vector<std::string_view> first = words_of(one), second = words_of(other);
  return !first.empty() && !second.empty() && first.front() == second.front() &&
         std::ranges::is_permutation(first, second);
}

std::size_t word_length(std::string_view text) {
  std::size_t word = 0;
  while (word < text.size() && (is_word_character(text[word]) || text[word] == '%' || text[word] == '=')) ++word;
  return word;
}

bool is_label(std::string_view text) {
  const std::size_t word = word_length(text);
  const std::string_view after_word = trimmed(text.substr(word));
  return word != 0 && after_word.starts_with(':') && !after_word.starts_with("::");
}

std::set<std::size_t> left_open_braces(std::string_view text) {
  std::vector<std::size_t> open;
  while (!text.empty()) {
    std::size_t length = 1;
    if (text.front() == '{') {
      open.push_back(text.size());
    } else if (text.front() == '}') {
      if (!open.empty()) open.pop_back();
    } else {
      length = is_label(text) ? text.find(':') + 1 : std::min(text.find(';'), text.size() - 1) + 1;
    }
    text = trimmed(text.substr(length));
  }
  return {open.begin(), open.end()};
}

}  // namespace fencepost::compiler
