#include "cli/kernel/argument.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace fencepost::cli {
namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return std::string(text);
}

bool is_name(const std::string& text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) != 0) return false;
  return std::ranges::all_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

[[noreturn]] void fail(const std::string& whole, const std::string& problem) {
  throw ArgumentError("--arg '" + whole + "': " + problem);
}

/// Divides `text` at `mark` where it stands in no brackets.
std::vector<std::string> divided(const std::string& whole, std::string_view text, char mark) {
  std::vector<std::string> parts;
  std::string open;
  std::size_t first = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') open += c == '(' ? ')' : c == '[' ? ']' : '}';
    if (c == ')' || c == ']' || c == '}') {
      if (open.empty() || open.back() != c) fail(whole, std::string("'") + c + "' closes nothing");
      open.pop_back();
    }
    if (c == mark && open.empty()) {
      parts.push_back(trimmed(text.substr(first, i - first)));
      first = i + 1;
    }
  }
  if (!open.empty()) fail(whole, std::string("lacks '") + open.back() + "'");
  parts.push_back(trimmed(text.substr(first)));
  return parts;
}

/// Of `name=value`: the name, "" if there is none in front of a value.
std::pair<std::string, std::string> named(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {"", text};
  const std::string name = trimmed(std::string_view(text).substr(0, equals));
  if (!is_name(name)) return {"", text};
  return {name, trimmed(std::string_view(text).substr(equals + 1))};
}

class ValueParser {
 public:
  explicit ValueParser(const std::string& whole) : whole_(whole) {}

  ArgumentValue value(const std::string& text, int depth) const {
    constexpr int kDeepest = 20;
    if (depth > kDeepest) fail(whole_, "is nested too deeply");
    ArgumentValue result{.text = text};
    if (text.empty()) fail(whole_, "lacks a value");
    if (text == "null" || text == "nullptr") {
      result.kind = ArgumentValue::kNull;
    } else if (text.front() == '{') {
      result.kind = ArgumentValue::kStruct;
      members(text, depth, result);
    } else if (text.find('[') != std::string::npos) {
      result.kind = ArgumentValue::kArray;
      array(text, result);
    } else if (text.ends_with(".npy") || text.ends_with(".csv")) {
      result.kind = ArgumentValue::kArray;
      result.contents = contents(text);
    }
    return result;
  }

 private:
  void members(const std::string& text, int depth, ArgumentValue& result) const {
    if (text.back() != '}') fail(whole_, "lacks '}' at its end");
    const std::string inner = trimmed(std::string_view(text).substr(1, text.size() - 2));
    if (inner.empty()) return;
    for (const std::string& part : divided(whole_, inner, ',')) {
      auto [name, member] = part.starts_with('{') ? std::pair(std::string(), part) : named(part);
      result.members.push_back({name, value(member, depth + 1)});
    }
  }

  void array(const std::string& text, ArgumentValue& result) const {
    const std::size_t open = text.find('[');
    result.element = trimmed(std::string_view(text).substr(0, open));
    std::size_t at = open;
    while (at < text.size() && text[at] == '[') {
      const std::size_t close = text.find(']', at);
      if (close == std::string::npos) fail(whole_, "lacks ']'");
      const std::string size = trimmed(std::string_view(text).substr(at + 1, close - at - 1));
      if (!size.empty()) {
        for (const std::string& one : divided(whole_, size, ',')) {
          if (one.empty()) fail(whole_, "lacks a size between commas");
          result.sizes.push_back(one);
        }
      }
      at = close + 1;
    }
    const std::string rest = trimmed(std::string_view(text).substr(at));
    if (!rest.empty() && rest.front() != ':') fail(whole_, "has '" + rest + "' behind ']'; contents come after ':'");
    if (!rest.empty()) result.contents = contents(trimmed(std::string_view(rest).substr(1)));
    const bool from_file = result.contents.kind == ArrayContents::kNpy || result.contents.kind == ArrayContents::kCsv;
    if (result.sizes.empty() && !from_file) fail(whole_, "lacks a size, as in float[1024]");
  }

  [[nodiscard]] ArrayContents contents(const std::string& text) const {
    ArrayContents result{.text = text};
    const std::size_t open = text.find('(');
    const std::string word = trimmed(std::string_view(text).substr(0, open));
    if (text.empty()) fail(whole_, "lacks contents behind ':'; give zeros, unset, iota, random, a number or a file");
    if (text.ends_with(".npy")) {
      result.kind = ArrayContents::kNpy;
    } else if (text.ends_with(".csv")) {
      result.kind = ArrayContents::kCsv;
    } else if (word == "zeros") {
      result.kind = ArrayContents::kZeros;
    } else if (word == "unset") {
      result.kind = ArrayContents::kUnset;
    } else if (word == "iota") {
      result.kind = ArrayContents::kIota;
      result.settings = settings(text, open, {"start", "step"});
    } else if (word == "random") {
      result.kind = ArrayContents::kRandom;
      result.settings = settings(text, open, {"seed", "min", "max"});
    } else {
      result.kind = ArrayContents::kConstant;
    }
    return result;
  }

  [[nodiscard]] std::map<std::string, std::string> settings(const std::string& text, std::size_t open,
                                                            const std::vector<std::string>& known) const {
    std::map<std::string, std::string> result;
    if (open == std::string::npos) return result;
    if (text.back() != ')') fail(whole_, "lacks ')' at its end");
    const std::string inner = trimmed(std::string_view(text).substr(open + 1, text.size() - open - 2));
    if (inner.empty()) return result;
    for (const std::string& part : divided(whole_, inner, ',')) {
      const auto [name, value] = named(part);
      if (std::ranges::find(known, name) == known.end() || value.empty()) {
        std::string list;
        for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one + "=…";
        fail(whole_, "'" + part + "' is not known; give " + list);
      }
      result[name] = value;
    }
    return result;
  }

  const std::string& whole_;
};

}  // namespace

Argument parse_argument(const std::string& text) {
  const auto [name, value] = named(text);
  if (name.empty()) fail(text, "gives no name; write NAME=VALUE, for example n=1024");
  divided(text, value, '\0');  // Brackets match.
  return {name, ValueParser(text).value(value, 0)};
}

}  // namespace fencepost::cli
