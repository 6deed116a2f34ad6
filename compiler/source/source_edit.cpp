#include "compiler/source/source_edit.h"

#include <charconv>

namespace fencepost::compiler {
namespace {

/// Takes `before` and a number off the front of `text`; nullopt if it begins otherwise.
std::optional<std::uint32_t> take_number(std::string_view& text, char before) {
  if (!text.starts_with(before)) return std::nullopt;
  std::uint32_t number = 0;
  const char* begin = text.data() + 1;
  const auto [stop, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

}  // namespace

std::string edit_text(const SourceEdit& edit) {
  return edit.file + ":" + std::to_string(edit.line) + ":" + std::to_string(edit.column) + "+" +
         std::to_string(edit.length) + "=" + edit.text;
}

std::optional<SourceEdit> parse_edit(std::string_view text) {
  // A file's name may hold colons, the text anything: the first place that reads as numbers counts.
  for (std::size_t colon = text.find(':', 1); colon < text.size(); colon = text.find(':', colon + 1)) {
    std::string_view rest = text.substr(colon);
    const auto line = take_number(rest, ':');
    const auto column = line ? take_number(rest, ':') : std::nullopt;
    const auto length = column ? take_number(rest, '+') : std::nullopt;
    if (!length || !rest.starts_with('=')) continue;
    if (*line == 0 || *column == 0) return std::nullopt;
    return SourceEdit{std::string(text.substr(0, colon)), *line, *column, *length, std::string(rest.substr(1))};
  }
  return std::nullopt;
}

}  // namespace fencepost::compiler
