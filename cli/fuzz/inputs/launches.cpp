#include "cli/fuzz/inputs/launches.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>
#include <vector>

#include "cli/fuzz/inputs/dictionary.h"
#include "cli/kernel/arithmetic.h"

namespace fencepost::cli {
namespace {

using Block = std::array<std::int64_t, 3>;

bool is_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::ranges::all_of(text, in_word);
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}

/// Parts between commas that are in no parentheses.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

class Launches {
 public:
  explicit Launches(const std::string& source) : source_(source) {}

  std::optional<Block> block_of(const std::string& kernel) {
    std::optional<Block> common;
    for (std::size_t at = 0; (at = source_.find(kernel, at)) != std::string::npos; at += kernel.size()) {
      if (at != 0 && in_word(source_[at - 1])) continue;
      const std::size_t open = opening(at + kernel.size());
      if (open == std::string::npos) continue;
      const std::size_t close = source_.find(">>>", open);
      if (close == std::string::npos) return std::nullopt;
      function_ = function_around(open);
      const std::vector<std::string> parts = parts_of(source_.substr(open, close - open));
      const auto block = parts.size() < 2 ? std::nullopt : sizes_of(parts[1]);
      if (!block || (common && *common != *block)) return std::nullopt;
      common = block;
    }
    return common;
  }

 private:
  /// The text from the end of the function in front to the end of its own, as functions end where a line begins with a
  /// brace; more of it where they do not.
  [[nodiscard]] std::string function_around(std::size_t at) const {
    const std::size_t before = source_.rfind("\n}", at), end = source_.find("\n}", at);
    const std::size_t begin = before == std::string::npos ? 0 : before + 2;
    return source_.substr(begin, end == std::string::npos ? end : end - begin);
  }

  /// Where `pattern` is looked for: in the launch's own function, if something there matches it.
  [[nodiscard]] const std::string& place_of(const std::regex& pattern) const {
    return std::regex_search(function_, pattern) ? function_ : source_;
  }

  /// Behind `<<<` if that is what follows, or follows the arguments of a template.
  [[nodiscard]] std::size_t opening(std::size_t at) const {
    const auto skip = [&] {
      while (at < source_.size() && std::isspace(static_cast<unsigned char>(source_[at])) != 0) ++at;
    };
    skip();
    const std::string_view rest = std::string_view(source_).substr(std::min(at, source_.size()));
    if (rest.starts_with('<') && !rest.starts_with("<<<")) {
      int depth = 0;
      for (; at < source_.size() && source_[at] != ';'; ++at) {
        if (source_[at] == '<') ++depth;
        if (source_[at] == '>' && --depth == 0) break;
      }
      ++at;
      skip();
    }
    return std::string_view(source_).substr(std::min(at, source_.size())).starts_with("<<<") ? at + 3
                                                                                             : std::string::npos;
  }

  /// `64`, `dim3(16, 16)`, `{16, 16}` or the name of one.
  std::optional<Block> sizes_of(const std::string& text) {
    constexpr int kDeepest = 8;
    if (++depth_ > kDeepest) return std::nullopt;
    std::string inner = text;
    if (inner.starts_with("dim3")) inner = trimmed(inner.substr(4));
    const bool is_list =
        inner.size() > 1 && ((inner.front() == '(' && inner.back() == ')' && text.starts_with("dim3")) ||
                             (inner.front() == '{' && inner.back() == '}'));
    std::optional<Block> result;
    if (is_list) {
      const std::vector<std::string> parts = parts_of(inner.substr(1, inner.size() - 2));
      Block sizes{1, 1, 1};
      bool all = parts.size() <= 3;
      for (std::size_t i = 0; all && i < parts.size(); ++i) {
        const auto one = number_of(parts[i]);
        all = one.has_value();
        sizes[i] = one.value_or(1);
      }
      if (all) result = sizes;
    } else if (const auto list = is_name(inner) ? variable(inner) : std::nullopt) {
      result = sizes_of(*list);
    } else if (const auto one = number_of(inner)) {
      result = Block{*one, 1, 1};
    }
    --depth_;
    return result;
  }

  /// What a dim3 variable is set to; nullopt if there is not one such variable.
  [[nodiscard]] std::optional<std::string> variable(const std::string& name) const {
    const std::regex pattern("\\bdim3\\s+(?:[^;]*,\\s*)?" + name + R"(\s*(?:=\s*)?((?:dim3\s*)?[({][^;{}()]*[)}]))");
    const std::regex member("\\b" + name + R"(\s*\.\s*[xyz]\s*[^;=]?=)");
    if (std::regex_search(place_of(pattern), member)) return std::nullopt;
    auto text = only_match(pattern, "\\b" + name + R"(\s*=[^=])");
    if (text && text->starts_with('(')) text->insert(0, "dim3");
    return text;
  }

  /// The one match of `pattern`; nullopt if there are others, or assignments besides the one that it may have itself.
  [[nodiscard]] std::optional<std::string> only_match(const std::regex& pattern, const std::string& assignment) const {
    const std::string& place = place_of(pattern);
    const std::sregex_iterator first(place.begin(), place.end(), pattern), end;
    if (std::distance(first, end) != 1) return std::nullopt;
    const std::regex set(assignment);
    const std::string whole = (*first)[0].str() + ' ';
    const auto own = std::distance(std::sregex_iterator(whole.begin(), whole.end(), set), end);
    if (std::distance(std::sregex_iterator(place.begin(), place.end(), set), end) != own) return std::nullopt;
    return (*first)[1].str();
  }

  std::optional<std::int64_t> number_of(const std::string& text) {
    constexpr int kDeepest = 8;
    if (depth_ > kDeepest) return std::nullopt;
    ++depth_;
    std::optional<std::int64_t> result;
    try {
      result = evaluate(text, "a launch", [this](const std::string& name) {
        const auto known = constant(name);
        const auto value = known ? number_of(*known) : std::nullopt;
        if (!value) throw ArgumentError(name + " is not known");
        return *value;
      });
    } catch (const ArgumentError&) {
      // It is no constant that the text tells.
    }
    --depth_;
    return result;
  }

  /// What a macro or a constant is set to.
  [[nodiscard]] std::optional<std::string> constant(const std::string& name) const {
    if (!is_name(name)) return std::nullopt;
    const std::regex macro("#\\s*define\\s+" + name + R"([ \t]+([^\n]*))");
    if (auto text = only_match(macro, "#\\s*define\\s+" + name + "\\b")) return text;
    // Not a parameter of a function, which may be something else each time.
    const std::regex parameter(R"(\b\w+\s+)" + name + R"(\s*[,)])");
    const std::regex set(R"(\b(?:int|unsigned|uint|size_t|auto|long)\s+(?:[^;()]*,\s*)?)" + name +
                         R"(\s*(?:=|\{)\s*([^;,{}]+))");
    if (std::regex_search(place_of(set), parameter)) return std::nullopt;
    return only_match(set, "\\b" + name + R"(\s*([-+*/%]|<<|>>)?=[^=])");
  }

  const std::string& source_;
  std::string function_;  ///< That the launch is in.
  int depth_ = 0;
};

}  // namespace

std::optional<std::array<std::int64_t, 3>> launched_block(const std::string& source, const std::string& kernel) {
  return Launches(source).block_of(kernel);
}

}  // namespace fencepost::cli
