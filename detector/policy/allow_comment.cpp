#include "detector/policy/allow_comment.h"

#include <algorithm>

#include "detector/model/names.h"
#include "detector/text/source_lines.h"

namespace fencepost::detector {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// A line as code and comments.
struct Line {
  std::vector<std::string_view> comments;  ///< Without their marks.
  bool has_code = false;
};

/// Past the string or character literal that begins at `at`.
std::size_t after_literal(std::string_view line, std::size_t at) {
  const char quote = line[at++];
  while (at < line.size() && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
  return std::min(at + 1, line.size());
}

Line read(std::string_view text) {
  Line line;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
      line.comments.push_back(rest.substr(2));
      break;
    }
    if (rest.starts_with("/*")) {
      const std::size_t end = std::min(rest.find("*/", 2), rest.size());
      line.comments.push_back(rest.substr(2, end - 2));
      at += end + 2;
      continue;
    }
    if (kBlanks.find(text[at]) == std::string_view::npos) line.has_code = true;
    // A quote behind a letter or digit divides digits: 1'000.
    const bool divides_digits = text[at] == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1]));
    at = (text[at] == '"' || text[at] == '\'') && !divides_digits ? after_literal(text, at) : at + 1;
  }
  return line;
}

AllowComment parse(std::string_view text) {
  AllowComment comment;
  constexpr std::string_view kAllow = "allow";
  std::string_view rest = trimmed(text);
  const bool is_allow = rest.starts_with(kAllow);
  if (is_allow) rest = trimmed(rest.substr(kAllow.size()));
  const std::size_t close = rest.find(')');
  if (!is_allow || !rest.starts_with('(') || close == std::string_view::npos) {
    comment.mistake = "it is not of the form 'fencepost: allow(race) reason'";
    return comment;
  }
  std::string_view kinds = rest.substr(1, close - 1);
  for (;;) {
    const std::size_t comma = std::min(kinds.find(','), kinds.size());
    const std::string name(trimmed(kinds.substr(0, comma)));
    const auto kind = kind_named(name);
    if (!kind) {
      comment.mistake = "no kind of finding is called '" + name + "' ('fencepost explain' lists them)";
      return comment;
    }
    comment.kinds.push_back(*kind);
    if (comma == kinds.size()) break;
    kinds.remove_prefix(comma + 1);
  }
  comment.reason = trimmed(rest.substr(close + 1));
  if (comment.reason.empty()) comment.mistake = "it gives no reason";
  return comment;
}

}  // namespace

std::vector<AllowComment> allow_comments(std::string_view line) {
  constexpr std::string_view kMark = "fencepost:";
  std::vector<AllowComment> found;
  if (line.find(kMark) == std::string_view::npos) return found;
  for (const std::string_view comment : read(line).comments) {
    const std::string_view text = trimmed(comment);
    if (text.starts_with(kMark)) found.push_back(parse(text.substr(kMark.size())));
  }
  return found;
}

bool is_only_comment(std::string_view line) {
  const Line parts = read(line);
  return !parts.comments.empty() && !parts.has_code;
}

}  // namespace fencepost::detector
