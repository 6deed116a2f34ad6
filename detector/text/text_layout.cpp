#include "detector/text/text_layout.h"

namespace fencepost::detector {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string_view escape_of(Colour colour) {
  switch (colour) {
    case Colour::kError:
      return "\033[1;31m";
    case Colour::kWarning:
      return "\033[1;35m";
    case Colour::kPlace:
      return "\033[1m";
    case Colour::kLabel:
      return "\033[36m";
  }
  return "";
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string count_of(std::uint64_t number, std::string_view singular, std::string_view plural) {
  return with_commas(number) + " " + std::string(number == 1 ? singular : plural);
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += is_continuation(c) ? 0 : 1;
  return width;
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
    if (text[i] == '\t' || text[i] == '\n') {
      result += ' ';
    } else if (code == 0xC2 && 0x80 <= next && next < 0xA0) {  // U+0080 to U+009F
      result += '?';
      ++i;
    } else {
      result += code < 0x20 || code == 0x7F ? '?' : text[i];
    }
  }
  return result;
}

std::string cut(std::string_view any_text, std::size_t columns) {
  const std::string text = printable(any_text);
  constexpr std::string_view kDots = "...";
  const bool fits = width_of(text) <= columns;
  const std::size_t room = fits ? columns : columns > kDots.size() ? columns - kDots.size() : 0;
  std::string result;
  std::size_t width = 0;
  for (const char c : text) {
    if (!is_continuation(c) && ++width > room) break;
    result += c;
  }
  if (!fits) result += kDots;
  return result;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
  std::string result;
  std::size_t column = indent;
  bool line_is_empty = true;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(" \n");
    const std::string_view word = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (word.empty()) continue;
    const std::size_t width = width_of(word);
    if (!line_is_empty && column + 1 + width > columns) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
      line_is_empty = true;
    }
    if (!line_is_empty) result += ' ', ++column;
    result += word;
    column += width;
    line_is_empty = false;
  }
  return result;
}

std::string coloured(std::string_view text, Colour colour, bool enabled) {
  if (!enabled) return std::string(text);
  return std::string(escape_of(colour)) + std::string(text) + "\033[0m";
}

}  // namespace fencepost::detector
