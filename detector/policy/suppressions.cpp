#include "detector/policy/suppressions.h"

#include <fnmatch.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "detector/model/names.h"
#include "detector/text/name_patterns.h"
#include "detector/text/source_lines.h"

namespace fencepost::detector {
namespace {

/// What is wrong with a rule, and where.
struct Mistake {
  std::size_t column = 0;  ///< From 0.
  std::string text;
};

struct Word {
  std::size_t column = 0;  ///< From 0.
  std::string text;        ///< Without quotes.
};

/// The words of a line up to its comment, which goes to `comment`. Quotes keep blanks and '#'.
std::optional<Mistake> split(std::string_view line, std::vector<Word>& words, std::string& comment, std::size_t& end) {
  std::size_t at = line.find_first_not_of(kBlanks);
  end = 0;
  while (at < line.size() && line[at] != '#') {
    Word word{at, {}};
    for (; at < line.size() && kBlanks.find(line[at]) == std::string_view::npos; ++at) {
      if (line[at] != '\'' && line[at] != '"') {
        word.text += line[at];
        continue;
      }
      const std::size_t close = line.find(line[at], at + 1);
      if (close == std::string_view::npos) return Mistake{at, "a quotation is not closed"};
      word.text += line.substr(at + 1, close - at - 1);
      at = close;
    }
    end = at;
    words.push_back(std::move(word));
    at = std::min(line.find_first_not_of(kBlanks, at), line.size());
  }
  if (at < line.size()) {
    const std::size_t begin = std::min(line.find_first_not_of("# \t", at), line.size());
    comment = line.substr(begin, line.find_last_not_of(kBlanks) + 1 - begin);
  }
  return std::nullopt;
}

/// "a, b, c".
template <class List>
std::string names(const List& list) {
  std::string text;
  for (const auto item : list) text += (text.empty() ? "" : ", ") + std::string(name_of(item));
  return text;
}

std::optional<Mistake> parse_kinds(const Word& word, std::vector<Kind>& kinds) {
  if (word.text == "*") return std::nullopt;
  for (std::size_t at = 0; at <= word.text.size();) {
    const std::size_t comma = std::min(word.text.find(',', at), word.text.size());
    const std::string name = word.text.substr(at, comma - at);
    const auto kind = kind_named(name);
    if (!kind) {
      const bool is_condition = name.find('=') != std::string::npos;
      return Mistake{word.column + at, is_condition ? "a rule begins with the kind of finding, or * for any"
                                                    : "no kind of finding is called '" + name + "'; there are " +
                                                          names(kAllKinds) + ", and * for any"};
    }
    kinds.push_back(*kind);
    at = comma + 1;
  }
  return std::nullopt;
}

bool read_line_number(std::string_view text, std::uint32_t& number) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && stop == text.data() + text.size() && number != 0;
}

/// FILE, FILE:LINE or FILE:FIRST-LAST.
std::optional<std::string> parse_place(const std::string& value, PlacePattern& place) {
  const std::size_t colon = value.rfind(':');
  place.file = value.substr(0, colon);
  if (place.file.starts_with("./")) place.file.erase(0, 2);
  if (place.file.empty()) return "at= needs a file: at=scan.cu:13";
  if (colon == std::string::npos) return std::nullopt;
  const std::string_view lines = std::string_view(value).substr(colon + 1);
  const std::size_t dash = std::min(lines.find('-'), lines.size());
  const bool is_range = dash != lines.size();
  if (!read_line_number(lines.substr(0, dash), place.first) ||
      (is_range && !read_line_number(lines.substr(dash + 1), place.last))) {
    return "'" + std::string(lines) + "' is neither a line (13) nor lines (13-20)";
  }
  if (!is_range) place.last = place.first;
  if (place.last < place.first) return "the lines " + std::string(lines) + " end before they begin";
  return std::nullopt;
}

std::optional<Mistake> parse_condition(const Word& word, SuppressionRule& rule) {
  const std::size_t equals = word.text.find('=');
  if (equals == std::string::npos) {
    return Mistake{word.column, "'" + word.text + "' is no condition such as kernel=scan* (a reason follows #)"};
  }
  const std::string name = word.text.substr(0, equals);
  const std::string value = word.text.substr(equals + 1);
  const bool is_known = name == "kernel" || name == "object" || name == "at" || name == "scope";
  if (!is_known) {
    return Mistake{word.column, "no condition is called '" + name + "'; there are kernel, object, at, scope"};
  }
  const std::size_t value_column = word.column + equals + 1;
  if (value.empty()) return Mistake{value_column, name + "= needs a value"};
  if (name == "kernel") rule.kernels.push_back(value);
  if (name == "object") rule.objects.push_back(value);
  if (name == "scope") {
    const bool matches_any = std::ranges::any_of(
        kAllScopes, [&](Scope scope) { return ::fnmatch(value.c_str(), std::string(name_of(scope)).c_str(), 0) == 0; });
    if (!matches_any) {
      return Mistake{value_column, "no scope is called '" + value + "'; there are " + names(kAllScopes)};
    }
    rule.scopes.push_back(value);
  }
  if (name == "at") {
    if (auto mistake = parse_place(value, rule.places.emplace_back())) return Mistake{value_column, *mistake};
  }
  return std::nullopt;
}

std::optional<Mistake> parse_rule(std::string_view line, SuppressionRule& rule, bool& is_rule) {
  std::vector<Word> words;
  std::size_t end = 0;
  if (auto mistake = split(line, words, rule.reason, end)) return mistake;
  is_rule = !words.empty();
  if (!is_rule) return std::nullopt;
  rule.text = line.substr(words.front().column, end - words.front().column);
  if (auto mistake = parse_kinds(words.front(), rule.kinds)) return mistake;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (auto mistake = parse_condition(words[i], rule)) return mistake;
  }
  if (rule.kinds.empty() && words.size() == 1) {
    return Mistake{words.front().column, "this rule would suppress every finding; add a condition"};
  }
  return std::nullopt;
}

/// Where something happened: the lines of the accesses and of the calls around them; without accesses, the line that
/// declares or allocates the object.
std::vector<Location> places_of(const Finding& finding) {
  std::vector<Location> places;
  const auto add = [&](const Location& place) {
    if (place.line == 0) return;
    const bool is_known = std::ranges::any_of(
        places, [&](const Location& known) { return known.line == place.line && known.file == place.file; });
    if (!is_known) places.push_back(place);
  };
  for (const FindingAccess& access : finding.accesses) {
    add(access.location);
    std::ranges::for_each(access.stack, add);
  }
  if (places.empty() && finding.object) add(finding.object->declared);
  return places;
}

std::string quoted(const std::string& value) {
  if (value.find_first_of(" \t#'\"") == std::string::npos) return value;
  return value.find('"') == std::string::npos ? '"' + value + '"' : '\'' + value + '\'';
}

}  // namespace

std::optional<std::string> parse_suppressions(std::string_view text, const std::string& file,
                                              std::vector<SuppressionRule>& rules) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    SuppressionRule rule;
    rule.source = file + ':' + std::to_string(line);
    bool is_rule = false;
    if (const auto mistake = parse_rule(text.substr(0, end), rule, is_rule)) {
      return rule.source + ':' + std::to_string(mistake->column + 1) + ": " + mistake->text;
    }
    if (is_rule) rules.push_back(std::move(rule));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::nullopt;
}

std::optional<std::string> read_suppressions(const std::string& file, std::vector<SuppressionRule>& rules) {
  errno = std::filesystem::is_directory(file) ? EISDIR : 0;
  std::ifstream in;
  if (errno == 0) in.open(file, std::ios::binary);
  if (!in.is_open()) return "cannot read suppressions " + file + ": " + std::strerror(errno);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  return parse_suppressions(text, file, rules);
}

bool matches(const SuppressionRule& rule, const Finding& finding) {
  if (!rule.kinds.empty() && std::ranges::find(rule.kinds, finding.kind) == rule.kinds.end()) return false;
  const std::string scopes[] = {std::string(name_of(finding.scope)), std::string(name_of(scope_of_mistake(finding)))};
  const std::string object = finding.object ? finding.object->name : std::string();
  const auto is_kernel = [&](const std::string& glob) {
    return !finding.kernel.empty() && kernel_matches(glob, finding.kernel);
  };
  const auto is_object = [&](const std::string& glob) {
    return !object.empty() && ::fnmatch(glob.c_str(), object.c_str(), 0) == 0;
  };
  const auto is_scope = [&](const std::string& glob) {
    return std::ranges::any_of(scopes,
                               [&](const auto& scope) { return ::fnmatch(glob.c_str(), scope.c_str(), 0) == 0; });
  };
  if (!std::ranges::all_of(rule.kernels, is_kernel)) return false;
  if (!std::ranges::all_of(rule.objects, is_object)) return false;
  if (!std::ranges::all_of(rule.scopes, is_scope)) return false;
  if (rule.places.empty()) return true;
  const std::vector<Location> places = places_of(finding);
  return std::ranges::all_of(rule.places, [&](const PlacePattern& pattern) {
    return std::ranges::any_of(places, [&](const Location& place) {
      return pattern.first <= place.line && place.line <= pattern.last && path_matches(pattern.file, place.file);
    });
  });
}

std::string rule_for(const Finding& finding) {
  std::string rule(name_of(finding.kind));
  if (!finding.kernel.empty()) rule += ' ' + quoted("kernel=" + as_pattern(plain_kernel_name(finding.kernel)));
  const std::vector<Location> places = places_of(finding);
  for (const Location& place : places) {
    rule += ' ' + quoted("at=" + as_pattern(place.file) + ':' + std::to_string(place.line));
  }
  if (places.empty() && finding.object && !finding.object->name.empty()) {
    rule += ' ' + quoted("object=" + as_pattern(finding.object->name));
  }
  return rule;
}

}  // namespace fencepost::detector
