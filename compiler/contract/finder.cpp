#include "compiler/contract/finder.h"

#include <algorithm>
#include <string_view>

#include "compiler/contract/words.h"

namespace fencepost::compiler::contract {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// The word that `text` begins with; empty if it begins with something else.
std::string_view first_word(std::string_view text) {
  const auto ends = [](char c) { return !((c >= 'a' && c <= 'z') || c == '_'); };
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if(text, ends) - text.begin()));
}

bool is_annotation(std::string_view inside, bool behind_annotation) {
  if (inside == "{" || inside == "}") return false;
  const std::string_view text = trimmed(inside);
  if (text.empty()) return false;
  return behind_annotation || begins_item(first_word(text)) || text.ends_with(';');
}

// Walks the space between two tokens, which holds white space, comments and directives only.
class GapWalk {
 public:
  GapWalk(const TokenStream& tokens, std::size_t token, std::vector<FoundAnnotation>& found)
      : tokens_(tokens), text_(tokens.text()), token_(token), found_(found) {}

  void walk(std::size_t begin, std::size_t end) {
    bool line_start = begin == 0;
    for (std::size_t at = begin; at < end;) {
      const char c = text_[at];
      if (c == '#' && line_start) {
        at = end_of_directive(at);
      } else if (text_.substr(at).starts_with("//")) {
        const std::size_t stop = std::min(text_.find('\n', at), text_.size());
        take(at, stop, stop);
        at = stop;
      } else if (text_.substr(at).starts_with("/*")) {
        const std::size_t close = text_.find("*/", at + 2);
        const bool closed = close != std::string_view::npos;
        take(at, closed ? close : text_.size(), closed ? close + 2 : text_.size());
        at = closed ? close + 2 : text_.size();
        line_start = false;
      } else {
        line_start = c == '\n' || (line_start && kSpace.find(c) != std::string_view::npos);
        ++at;
      }
    }
  }

 private:
  [[nodiscard]] std::size_t end_of_directive(std::size_t at) const {
    do {
      at = std::min(text_.find('\n', at + 1), text_.size());
    } while (at < text_.size() && text_[at - 1] == '\\');
    return at;
  }

  // The comment at [begin, end), whose text ends at `inside_end`.
  void take(std::size_t begin, std::size_t inside_end, std::size_t end) {
    if (begin + 2 >= inside_end || text_[begin + 2] != '@' || tokens_.in_system_header_at(begin)) return;
    std::size_t inside = begin + 3;
    const bool block = text_[begin + 1] == '*';
    while (block && inside_end > inside && text_[inside_end - 1] == '@') --inside_end;
    const SourcePlace place = tokens_.place_at(begin);
    const bool behind = !found_.empty() && found_.back().token == token_ && found_.back().file == place.file;
    const std::string_view text = text_.substr(inside, inside_end - inside);
    if (!is_annotation(text, behind)) return;
    if (!behind) found_.push_back({.token = token_, .file = place.file, .begin = begin});
    const std::size_t newline = text_.rfind('\n', begin);
    const std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    found_.back().end = end;
    found_.back().comments.push_back({std::string(text), {place.line, static_cast<std::uint32_t>(inside - line + 1)}});
  }

  const TokenStream& tokens_;
  std::string_view text_;
  std::size_t token_;
  std::vector<FoundAnnotation>& found_;
};

}  // namespace

std::vector<FoundAnnotation> find_annotations(const TokenStream& tokens) {
  std::vector<FoundAnnotation> found;
  std::size_t end = 0;
  for (std::size_t i = 0; i <= tokens.size(); ++i) {
    const std::size_t next = i < tokens.size() ? tokens.begin_offset(i) : tokens.text().size();
    GapWalk(tokens, i, found).walk(end, next);
    if (i < tokens.size()) end = tokens.end_offset(i);
  }
  return found;
}

}  // namespace fencepost::compiler::contract
