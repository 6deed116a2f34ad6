// Text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::detector {

/// `text` so that it stands for itself in an element or a quoted attribute of XML or HTML, whatever it holds. Control
/// characters, which XML does not allow, become '?'.
inline std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (c == '\'') {
      result += "&#39;";
    } else {
      result += code < 0x20 || code == 0x7F ? '?' : c;
    }
  }
  return result;
}

}  // namespace fencepost::detector
