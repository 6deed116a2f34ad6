// Lines of limited width: wrapping, cutting, numbers, colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::detector {

/// 1234567 → "1,234,567".
std::string with_commas(std::uint64_t number);

/// "1 launch", "2,000 launches".
std::string count_of(std::uint64_t number, std::string_view singular, std::string_view plural);

/// Number of characters (not bytes) of UTF-8 `text`.
std::size_t width_of(std::string_view text);

/// One line that no terminal takes for anything but text: tabs and newlines become blanks, control characters '?'.
std::string printable(std::string_view text);

/// At most `columns` characters of printable(text), the last three dots if something was cut.
std::string cut(std::string_view text, std::size_t columns);

/// Breaks at blanks so that no line is wider than `columns` (words that are wider stay whole). Lines after the first
/// begin with `indent` blanks; the first is taken to begin at column `indent` already. No final newline.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns);

enum class Colour { kError, kWarning, kPlace, kLabel };

/// `text` between the escapes of `colour`; unchanged unless `enabled`.
std::string coloured(std::string_view text, Colour colour, bool enabled);

}  // namespace fencepost::detector
