#include "detector/symbols/allocation_name.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "detector/symbols/host_calls.h"
#include "detector/symbols/sites.h"

namespace fencepost::detector {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

/// The place behind the bracket that closes the one at `open`; npos if there is none.
std::size_t behind_close(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if ((text[i] == ')' || text[i] == ']' || text[i] == '}') && --depth == 0) return i + 1;
  }
  return text.npos;
}

/// The first argument of the call whose bracket is at `open`.
std::string_view first_argument(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if ((c == ',' && depth == 1) || depth == 0) return without_blanks(text.substr(open + 1, i - open - 1));
  }
  return {};
}

/// "(void**)x" and "reinterpret_cast<void**>(x)" are x.
std::string_view without_casts(std::string_view text) {
  while (true) {
    text = without_blanks(text);
    if (text.starts_with('(')) {
      const std::size_t behind = behind_close(text, 0);
      if (behind == text.npos) return {};
      text = behind == text.size() ? text.substr(1, behind - 2) : text.substr(behind);
    } else if (text.starts_with("reinterpret_cast<") || text.starts_with("static_cast<")) {
      const std::size_t open = text.find('(');
      if (open == text.npos || behind_close(text, open) != text.size()) return {};
      text = text.substr(open + 1, text.size() - open - 2);
    } else {
      return text;
    }
  }
}

/// `text` if it names a variable: "a", "m.data", "p->data[i]", "ns::table"; this-> is left out. Else empty.
std::string variable_name(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with("this->")) text.remove_prefix(6);
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) != 0) return {};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_arrow = (c == '-' && text.substr(i, 2) == "->") || (c == '>' && i > 0 && text[i - 1] == '-');
    if (c == '[') {
      i = behind_close(text, i);
      if (i == text.npos) return {};
      --i;
    } else if (!is_word(c) && c != '.' && c != ':' && !is_arrow) {
      return {};
    }
  }
  return std::string(text);
}

/// "float* Pool<int>::take<float>(int)" is "take".
std::string_view plain_name(std::string_view function) {
  std::size_t begin = 0, end = 0;
  for (int depth = 0; end < function.size() && (depth != 0 || function[end] != '('); ++end) {
    if (function[end] == '<') ++depth;
    if (function[end] == '>') --depth;
    if (depth == 0 && (function[end] == ':' || function[end] == ' ')) begin = end + 1;
  }
  function = function.substr(begin, end - begin);
  return function.substr(0, function.find('<'));
}

/// The places behind each word in `text` that satisfies `is_name` and is called: of the opening bracket.
template <class IsName>
std::vector<std::pair<std::size_t, std::size_t>> calls_in(std::string_view text, IsName is_name) {
  std::vector<std::pair<std::size_t, std::size_t>> calls;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_word(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_word(text[i])) ++i;
    if (!is_name(text.substr(begin, i - begin))) continue;
    std::size_t open = i;
    int depth = 0;  // Of template arguments.
    while (open < text.size() && (depth != 0 || text[open] == '<') && text[open] != ';') {
      if (text[open] == '<') ++depth;
      if (text[open] == '>') --depth;
      ++open;
    }
    while (open < text.size() && text[open] == ' ') ++open;
    if (open < text.size() && text[open] == '(') calls.emplace_back(begin, open);
  }
  return calls;
}

bool is_allocating(std::string_view word) {
  return (word.starts_with("cuda") || word.starts_with("cuMem")) &&
         (word.find("Alloc") != word.npos || word.find("Malloc") != word.npos);
}

/// Where the variable begins that ends before `end`: "p->data[i]" of "x = p->data[i]".
std::size_t variable_begin(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0) {
    const char c = text[begin - 1];
    const bool is_arrow = (c == '>' && begin > 1 && text[begin - 2] == '-') || (c == '-' && text[begin] == '>');
    if (c == ']') {
      const std::size_t open = text.rfind('[', begin - 1);
      if (open == text.npos) return end;
      begin = open;
    } else if (is_word(c) || c == '.' || c == ':' || is_arrow) {
      --begin;
    } else {
      break;
    }
  }
  return begin;
}

/// What is assigned the expression that begins at `end`: "b" of "Matrix b = ". Empty if nothing is.
std::string assigned_before(std::string_view text, std::size_t end) {
  std::string_view left = without_blanks(text.substr(0, end));
  if (!left.ends_with('=')) return {};
  left.remove_suffix(1);
  if (left.empty() || std::string_view("=!<>+-*/|&^%").find(left.back()) != left.npos) return {};
  left = without_blanks(left);
  return variable_name(left.substr(variable_begin(left, left.size())));
}

/// The variable that a constructor is called for: "b" of "Matrix b(4);", of which `behind` is what follows the class.
std::string constructed(std::string_view behind) {
  if (behind.starts_with('<')) behind.remove_prefix(std::min(behind.find('>'), behind.size() - 1) + 1);
  behind = without_blanks(behind);
  std::size_t end = 0;
  while (end < behind.size() && is_word(behind[end])) ++end;
  const std::string_view rest = without_blanks(behind.substr(end));
  return rest.starts_with('(') || rest.starts_with('{') || rest.starts_with(';') ? variable_name(behind.substr(0, end))
                                                                                 : std::string();
}

/// The last member of "m.data", "p->data": "data"; empty of a plain variable.
std::string member_of(const std::string& variable) {
  const std::size_t dot = variable.rfind('.');
  const std::size_t arrow = variable.rfind("->");
  if (dot == variable.npos && arrow == variable.npos) return {};
  if (arrow == variable.npos || (dot != variable.npos && dot > arrow)) return variable.substr(dot + 1);
  return variable.substr(arrow + 2);
}

/// `object` is what a class's function is called for.
std::string member_name(const std::string& object, const std::string& variable) {
  return object.empty() ? std::string() : object + '.' + variable;
}

/// What the caller calls `inner`, a variable of the function that it calls in `text`.
std::string outer_name(std::string_view text, std::string_view callee, const std::string& inner, bool is_parameter) {
  const auto calls = calls_in(text, [&](std::string_view word) { return word == callee; });
  if (calls.empty()) {
    const std::size_t at = text.find(callee);
    const bool is_class = !callee.empty() && at != text.npos && !is_parameter;
    return is_class ? member_name(constructed(text.substr(at + callee.size())), inner) : std::string();
  }
  if (calls.size() != 1) return {};
  const auto [name, open] = calls.front();
  if (is_parameter) {
    const std::string_view argument = without_casts(first_argument(text, open));
    return argument.starts_with('&') ? variable_name(without_casts(argument.substr(1))) : std::string();
  }
  const std::size_t begin = variable_begin(text, name);
  if (const std::string assigned = assigned_before(text, begin); !assigned.empty()) {
    const std::string member = member_of(inner);
    return member.empty() ? assigned : assigned + '.' + member;
  }
  std::string_view object = text.substr(begin, name - begin);
  for (const std::string_view access : {".", "->"}) {
    if (!object.ends_with(access)) continue;
    object.remove_suffix(access.size());
    return member_name(variable_name(object), inner);
  }
  return {};
}

struct Named {
  std::vector<Location> stack;
  std::string variable;
};

/// Kept, since findings ask again and again.
const Named& named(std::span<const void* const> stack) {
  static std::mutex mutex;
  static auto& known = *new std::map<const void*, Named>;  // By the list, of which there is one.
  const std::scoped_lock lock(mutex);
  const auto [at, is_new] = known.try_emplace(stack.data());
  if (is_new) {
    at->second.stack = lines_of_calls(stack);
    at->second.variable = allocated_variable(
        at->second.stack, [](const Location& line) { return Sites::instance().symboliser().source_text(line); });
  }
  return at->second;
}

}  // namespace

std::string allocated_variable(const std::vector<Location>& stack, const SourceText& source) {
  if (stack.empty()) return {};
  std::string text = source(stack[0]).value_or("");
  const auto calls = calls_in(text, is_allocating);
  if (calls.size() != 1) return {};
  const std::size_t open = calls.front().second;
  // The argument may be on the next line.
  if (first_argument(text, open).empty()) {
    Location next = stack[0];
    ++next.line;
    text += ' ' + source(next).value_or("");
  }
  const std::string_view argument = without_casts(first_argument(text, open));
  const bool is_parameter = !argument.starts_with('&');
  const std::string inner = variable_name(is_parameter ? argument : without_casts(argument.substr(1)));
  if (inner.empty()) return {};
  std::string outer =
      stack.size() < 2 ? std::string()
                       : outer_name(source(stack[1]).value_or(""), plain_name(stack[0].function), inner, is_parameter);
  if (!outer.empty()) return outer;
  return is_parameter ? std::string() : inner;
}

std::string allocation_name(const sim::Allocation& allocation) {
  // Threads of a kernel allocate in any order.
  if (allocation.space == sim::MemorySpace::kHeap) return "heap allocation";
  if (!allocation.stack.empty()) {
    if (const std::string& variable = named(allocation.stack).variable; !variable.empty()) return variable;
  }
  const char* what = allocation.space == sim::MemorySpace::kArray ? "array " : "allocation ";
  return what + std::to_string(allocation.number);
}

std::vector<Location> allocation_stack(const sim::Allocation& allocation) {
  return allocation.stack.empty() ? std::vector<Location>() : named(allocation.stack).stack;
}

}  // namespace fencepost::detector
