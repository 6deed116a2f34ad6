#include "detector/text/name_patterns.h"

#include <fnmatch.h>

#include <string_view>

namespace fencepost::detector {
namespace {

bool glob_matches(const std::string& pattern, const std::string& text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

/// `name` without the bracket that ends it, if it ends with `close`.
std::string without_last_bracket(const std::string& name, char open, char close) {
  if (!name.ends_with(close)) return name;
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    if (name[at] == close) ++depth;
    if (name[at] == open && --depth == 0) return at == 0 ? name : name.substr(0, at);
  }
  return name;
}

std::string without_namespaces(const std::string& name) {
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    const char c = name[at];
    if (c == '>' || c == ')' || c == '}') ++depth;
    if (c == '<' || c == '(' || c == '{') --depth;
    if (depth == 0 && c == ':') return name.substr(at + 1);
  }
  return name;
}

}  // namespace

std::string plain_kernel_name(const std::string& kernel) {
  return without_last_bracket(without_last_bracket(kernel, '(', ')'), '<', '>');
}

bool kernel_matches(const std::string& pattern, const std::string& kernel) {
  const std::string plain = plain_kernel_name(kernel);
  return glob_matches(pattern, kernel) || glob_matches(pattern, without_last_bracket(kernel, '(', ')')) ||
         glob_matches(pattern, plain) || glob_matches(pattern, without_namespaces(plain));
}

bool path_matches(const std::string& pattern, const std::string& path) {
  for (std::size_t at = 0;;) {
    if (glob_matches(pattern, path.substr(at))) return true;
    at = path.find('/', at);
    if (at == std::string::npos) return false;
    ++at;
  }
}

std::string as_pattern(const std::string& text) {
  constexpr std::string_view kSpecial = "*?[\\";
  std::string pattern;
  for (const char c : text) {
    if (kSpecial.find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

}  // namespace fencepost::detector
