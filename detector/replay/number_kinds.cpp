#include "detector/replay/number_kinds.h"

#include <algorithm>
#include <array>
#include <string>

namespace fencepost::detector {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Without this word at its begin or end.
std::string_view without(std::string_view text, std::string_view word) {
  text = trimmed(text);
  if (text.starts_with(word) && (text.size() == word.size() || text[word.size()] == ' ')) {
    return trimmed(text.substr(word.size()));
  }
  if (text.ends_with(word) && text.size() > word.size()) {
    const char before = text[text.size() - word.size() - 1];
    if (before == ' ' || before == '*') return trimmed(text.substr(0, text.size() - word.size()));
  }
  return text;
}

std::string_view unqualified(std::string_view text) {
  for (int i = 0; i < 2; ++i) {
    for (const std::string_view word : {"const", "volatile", "__restrict", "restrict"}) text = without(text, word);
  }
  return text;
}

/// The parameters between the last pair of outer brackets.
std::vector<std::string_view> parameters_of(std::string_view function) {
  std::vector<std::string_view> parameters;
  const std::size_t end = function.rfind(')');
  if (end == std::string_view::npos) return parameters;
  std::size_t part = end;
  int depth = 0;
  for (std::size_t i = end; i-- > 0;) {
    const char c = function[i];
    if (c == ')' || c == '>' || c == ']' || c == '}') ++depth;
    if (depth == 0 && (c == ',' || c == '(')) {
      parameters.insert(parameters.begin(), function.substr(i + 1, part - i - 1));
      part = i;
      if (c == '(') break;
    }
    if (c == '(' || c == '<' || c == '[' || c == '{') --depth;
  }
  return parameters;
}

}  // namespace

NumberKind number_kind_of(std::string_view type) {
  constexpr std::array<std::string_view, 8> kSigned = {"int",  "long",        "long long", "short",
                                                       "char", "signed char", "__int128",  "wchar_t"};
  const std::string_view name = unqualified(type);
  if (name == "float" || name == "double" || name == "__half" || name == "_Float16") return NumberKind::kFloat;
  if (name.starts_with("unsigned") || name == "bool" || name.ends_with('*')) return NumberKind::kUnsigned;
  return std::ranges::find(kSigned, name) != kSigned.end() ? NumberKind::kSigned : NumberKind::kUnknown;
}

std::vector<NumberKind> pointed_to(std::string_view function) {
  std::vector<NumberKind> kinds;
  for (const std::string_view parameter : parameters_of(function)) {
    const std::string_view type = unqualified(parameter);
    if (type.ends_with('*')) kinds.push_back(number_kind_of(type.substr(0, type.size() - 1)));
  }
  return kinds;
}

}  // namespace fencepost::detector
