#include "detector/symbols/demangle.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <memory>
#include <utility>

namespace fencepost::detector {
namespace {

bool is_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// "_ZN7cutlassL6KernelINS_4gemm…" → "cutlass::Kernel<...>", without parameters. libstdc++ gives up on names of more
/// than 1,024 characters, which CUTLASS's kernels have. The symbol itself if its name is no plain one.
std::string outer_name(const std::string& symbol) {
  std::size_t at = 2;
  const bool nested = symbol.compare(at, 1, "N") == 0;
  if (nested) at = symbol.find_first_not_of("rVKRO", at + 1);
  std::string name;
  while (at < symbol.size()) {
    if (symbol[at] == 'L') ++at;  // Of internal linkage.
    const std::size_t begin = symbol.find_first_not_of("0123456789", at);
    if (begin == at || begin == std::string::npos || begin - at > 4) break;
    const std::size_t size = std::stoul(symbol.substr(at, begin - at));
    if (begin + size > symbol.size()) return symbol;
    const std::string part = symbol.substr(begin, size);
    name += (name.empty() ? "" : "::") + (part.starts_with("_GLOBAL__N") ? "(anonymous namespace)" : part);
    at = begin + size;
    if (!nested) break;
  }
  if (name.empty() || at >= symbol.size()) return symbol;
  return symbol[at] == 'I' ? name + "<...>" : name;
}

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  if (status == 0 && text) return text.get();
  return symbol.size() > 1024 ? outer_name(symbol) : symbol;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// "{lambda(int, float*)#1}" → "{lambda#1}".
void shorten_lambdas(std::string& text) {
  constexpr std::string_view kLambda = "{lambda(";
  for (std::size_t at = text.find(kLambda); at != std::string::npos; at = text.find(kLambda, at + 1)) {
    std::size_t end = at + kLambda.size();
    for (int depth = 1; end < text.size() && depth > 0; ++end) {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    }
    const std::size_t open = at + kLambda.size() - 1;
    text.erase(open, end - open);
  }
}

std::string without_clones(std::string text) {
  for (std::size_t at = text.find(" [clone "); at != std::string::npos; at = text.find(" [clone ")) {
    const std::size_t end = text.find(']', at);
    text.erase(at, end == std::string::npos ? end : end + 1 - at);
  }
  return text;
}

/// Cuts ".constprop.0", ".isra.2", ".cold" from a symbol; identifiers hold no dots.
std::string without_suffix(const std::string& symbol) { return symbol.substr(0, symbol.find('.', 1)); }

/// Offset of the "operator" keyword that is (part of) the outermost name before `end`, or npos.
std::size_t find_operator(std::string_view text) {
  constexpr std::string_view kOperator = "operator";
  int depth = 0;
  for (std::size_t at = 0; at + kOperator.size() <= text.size(); ++at) {
    const char c = text[at];
    const bool starts_word = at == 0 || !is_identifier(text[at - 1]);
    if (depth == 0 && starts_word && text.substr(at).starts_with(kOperator) &&
        (at + kOperator.size() == text.size() || !is_identifier(text[at + kOperator.size()]))) {
      return at;
    }
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == ']' || c == '}') --depth;
  }
  return std::string_view::npos;
}

/// Offset of the parenthesis that opens the parameter list, or the size of `text` if there is none.
std::size_t parameters_begin(std::string_view text) {
  const std::size_t close = text.rfind(')');
  if (close == std::string_view::npos) return text.size();
  int depth = 0;
  for (std::size_t at = close + 1; at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] == '(' && --depth == 0) return at;
  }
  return text.size();
}

/// The demangler writes the return type before the name of a template's instance, divided by a blank outside brackets.
std::string without_return_type(const std::string& text) {
  std::size_t name_end = parameters_begin(text);
  if (const std::size_t at = find_operator(std::string_view(text).substr(0, name_end)); at != std::string::npos) {
    name_end = at;
  }
  int depth = 0;
  for (std::size_t at = name_end; at-- > 0;) {
    const char c = text[at];
    if (c == '>' || c == ')' || c == ']' || c == '}') ++depth;
    if (c == '<' || c == '(' || c == '[' || c == '{') --depth;
    if (depth == 0 && c == ' ') return text.substr(at + 1);
  }
  return text;
}

std::string tidy(std::string text) {
  shorten_lambdas(text);
  replace_all(text, "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string");
  replace_all(text, "std::__cxx11::", "std::");
  replace_all(text, "[abi:cxx11]", "");
  while (text.find("> >") != std::string::npos) replace_all(text, "> >", ">>");
  return text;
}

}  // namespace

std::string function_name(const char* symbol) {
  std::string name = demangled(symbol);
  if (name == symbol) return without_suffix(name);
  return tidy(without_return_type(without_clones(std::move(name))));
}

std::string short_function_name(const char* symbol) {
  std::string name = function_name(symbol);
  const std::size_t at = parameters_begin(name);
  if (at > 0) name.resize(at);
  return name;
}

std::string variable_name(const char* symbol) {
  const std::string mangled(symbol);
  for (const char* prefix : {"_ZGV", "_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZTH", "_ZTW"}) {
    if (mangled.starts_with(prefix)) return {};
  }
  std::string name = demangled(without_suffix(mangled));
  if (name.starts_with("_Z")) return name;
  name = tidy(std::move(name));
  replace_all(name, "(anonymous namespace)::", "");
  if (!mangled.starts_with("_ZZ")) {
    // A variable template's instance comes with its type in front.
    return without_return_type(name);
  }
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    const char c = name[at];
    if (c == '>' || c == ')' || c == '}') ++depth;
    if (c == '<' || c == '(' || c == '{') --depth;
    if (depth == 0 && c == ':') return name.substr(at + 1);
  }
  return name;
}

}  // namespace fencepost::detector
