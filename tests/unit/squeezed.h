// Source text without the white space that no compiler needs.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace fencepost {

/// `text` for comparisons to which white space is of no interest: runs of it become one space, and what touches
/// punctuation goes.
inline std::string squeezed(std::string_view text) {
  std::string result;
  const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  bool space = false;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      space = true;
      continue;
    }
    if (space && !result.empty() && word(result.back()) && word(c)) result += ' ';
    space = false;
    result += c;
  }
  return result;
}

}  // namespace fencepost
