#include "detector/text/xml_text.h"

#include <cstddef>
#include <cstdint>

namespace fencepost::detector {
namespace {

struct Character {
  std::uint32_t code = 0xFFFD;
  std::size_t bytes = 1;
};

/// The character that `text`, which is not empty, begins with. U+FFFD of one byte if that is no UTF-8.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return {};
  std::uint32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_valid = code >= kLeast[bytes] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return is_valid ? Character{code, bytes} : Character{};
}

std::string escaped_xml(std::string_view text, bool in_attribute) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    const bool is_space = code == '\t' || code == '\n' || code == '\r';
    if (code == '&') {
      result += "&amp;";
    } else if (code == '<') {
      result += "&lt;";
    } else if (code == '>') {
      result += "&gt;";
    } else if (code == '"') {
      result += "&quot;";
    } else if (is_space && (in_attribute || code == '\r')) {
      result += "&#" + std::to_string(code) + ";";
    } else if ((code < 0x20 && !is_space) || code == 0xFFFE || code == 0xFFFF || code == 0xFFFD) {
      result += "\xEF\xBF\xBD";
    } else {
      result += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return result;
}

}  // namespace

std::string xml_text(std::string_view text) { return escaped_xml(text, false); }

std::string xml_attribute(std::string_view text) { return escaped_xml(text, true); }

}  // namespace fencepost::detector
