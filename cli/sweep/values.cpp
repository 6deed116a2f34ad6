#include "cli/sweep/values.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <set>

namespace fencepost::cli {
namespace {

constexpr std::size_t kMostValues = 100'000;
constexpr std::int64_t kGreatest = INT64_MAX / 4;

/// A whole number that is written as numbers are printed, so that "007" stays the word that it is.
std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  if (value > kGreatest || value < -kGreatest || std::to_string(value) != text) return std::nullopt;
  return value;
}

struct Range {
  std::int64_t first = 0, last = 0, step = 1;
  bool multiplies = false;
};

/// nullopt: a word.
std::optional<Range> range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  std::string_view end = text.substr(dots + 2);
  Range range;
  if (const std::size_t at = end.find_first_of(":*"); at != std::string_view::npos) {
    const auto step = number(end.substr(at + 1));
    if (!step) return std::nullopt;
    range.step = *step;
    range.multiplies = end[at] == '*';
    end = end.substr(0, at);
  }
  const auto first = number(text.substr(0, dots)), last = number(end);
  if (!first || !last) return std::nullopt;
  range.first = *first;
  range.last = *last;
  return range;
}

bool ends(const Range& range) {
  if (range.first > range.last) return false;
  return range.multiplies ? range.step >= 2 && range.first >= 1 : range.step >= 1;
}

/// How many of `values` from `begin` on are first, first + step, … (or first * step).
std::size_t run_length(const std::vector<std::string>& values, std::size_t begin, bool multiplies) {
  if (begin + 1 >= values.size()) return 1;
  const auto first = number(values[begin]), second = number(values[begin + 1]);
  if (!first || !second || *second <= *first) return 1;
  if (multiplies && (*first < 1 || *second % *first != 0)) return 1;
  const std::int64_t step = multiplies ? *second / *first : *second - *first;
  if (step > kGreatest / (*second > 0 ? *second : 1)) return 1;
  std::size_t length = 2;
  for (std::int64_t last = *second; begin + length < values.size(); ++length) {
    if (multiplies && last > kGreatest / step) break;
    last = multiplies ? last * step : last + step;
    if (values[begin + length] != std::to_string(last)) break;
  }
  return length;
}

std::string run_text(const std::vector<std::string>& values, std::size_t begin, std::size_t length, bool multiplies) {
  std::string text = values[begin] + ".." + values[begin + length - 1];
  const std::int64_t first = number(values[begin]).value_or(0), second = number(values[begin + 1]).value_or(0);
  if (multiplies) return text + "*" + std::to_string(second / first);
  return second - first == 1 ? text : text + ":" + std::to_string(second - first);
}

/// "1.." and "..64": nobody calls a value so.
bool is_half_range(std::string_view text) {
  const bool begins = text.starts_with("..");
  if (begins == text.ends_with("..")) return false;
  const std::string_view digits = begins ? text.substr(2) : text.substr(0, text.size() - 2);
  return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<std::vector<std::string>> parse_values(std::string_view text, std::string& error) {
  std::vector<std::string> values;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string_view part = text.substr(at, comma - at);
    at = comma + 1;
    if (part.empty()) {
      error = "a value is missing";
      return std::nullopt;
    }
    const auto numbers = range(part);
    if (is_half_range(part)) {
      error = "the range " + std::string(part) + " needs both ends, as 1..64";
      return std::nullopt;
    }
    if (!numbers) {
      values.emplace_back(part);
    } else if (!ends(*numbers)) {
      error = "the range " + std::string(part) + " does not lead from its first value to its last";
      return std::nullopt;
    } else {
      for (std::int64_t value = numbers->first; value <= numbers->last && values.size() <= kMostValues;) {
        values.push_back(std::to_string(value));
        if (numbers->multiplies && value > kGreatest / numbers->step) break;
        value = numbers->multiplies ? value * numbers->step : value + numbers->step;
      }
    }
    if (values.size() > kMostValues) {
      error = "there are more than a million values";
      return std::nullopt;
    }
  }
  std::set<std::string_view> seen;
  for (const std::string& value : values) {
    if (!seen.insert(value).second) {
      error = "the value " + value + " is there twice";
      return std::nullopt;
    }
  }
  return values;
}

std::string joined_values(const std::vector<std::string>& values) {
  // What a range must replace to be easier to read than its values.
  constexpr std::size_t kLeastCounted = 3, kLeastStepped = 4;
  std::string text;
  for (std::size_t i = 0; i < values.size();) {
    const std::size_t added = run_length(values, i, false), multiplied = run_length(values, i, true);
    const bool counts = added >= 2 && *number(values[i + 1]) - *number(values[i]) == 1;
    std::string part = values[i];
    std::size_t length = 1;
    if (added >= (counts ? kLeastCounted : kLeastStepped)) {
      length = added;
      part = run_text(values, i, length, false);
    } else if (multiplied >= kLeastStepped) {
      length = multiplied;
      part = run_text(values, i, length, true);
    }
    text += (text.empty() ? "" : ",") + part;
    i += length;
  }
  return text;
}

}  // namespace fencepost::cli
