#include "detector/wording/explain.h"

#include <cctype>

#include "detector/model/names.h"
#include "detector/text/text_layout.h"

namespace fencepost::detector {
namespace {

std::string paragraphs(std::string_view text, std::size_t columns) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    result += wrapped(text.substr(0, end), 0, columns) + "\n\n";
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
  }
  return result;
}

std::string indented(std::string_view code) {
  std::string result;
  while (!code.empty()) {
    const std::size_t end = code.find('\n');
    result += "    " + std::string(code.substr(0, end)) + "\n";
    code = end == std::string_view::npos ? std::string_view() : code.substr(end + 1);
  }
  return result;
}

/// Small letters and digits; one dash for everything between them.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0) {
      result += static_cast<char>(std::tolower(letter));
    } else if (!result.ends_with('-')) {
      result += '-';
    }
  }
  return result;
}

/// A compiler's line ends with the kind, others have it behind the severity.
std::string_view part_with_kind(std::string_view text) {
  if (const std::size_t begin = text.rfind('['); begin != std::string_view::npos && text.ends_with(']')) {
    const std::string_view inside = text.substr(begin + 1, text.size() - begin - 2);
    if (kind_named(inside)) return inside;
  }
  for (const std::string_view level : {"error: ", "warning: "}) {
    if (const std::size_t at = text.find(level); at != std::string_view::npos) return text.substr(at + level.size());
  }
  return text;
}

}  // namespace

std::optional<Kind> kind_meant(std::string_view text) {
  const std::string words = "-" + plain(part_with_kind(text)) + "-";
  std::optional<Kind> meant;
  std::size_t first = std::string::npos;
  for (const Kind kind : kAllKinds) {
    const std::size_t at = words.find("-" + std::string(name_of(kind)) + "-");
    if (at >= first) continue;
    first = at;
    meant = kind;
  }
  return meant;
}

std::string explain(Kind kind, std::size_t columns) {
  const Explanation& entry = explanation_of(kind);
  std::string text = std::string(name_of(kind)) + ": " + std::string(entry.summary) + "\n\n";
  text += paragraphs(entry.meaning, columns);
  text += "The bug:\n\n" + indented(entry.example) + "\n";
  return text + "The fix:\n\n" + indented(entry.fix);
}

std::string explain_all() {
  std::string text = "Kinds of findings ('fencepost explain KIND' tells more):\n\n";
  for (const Kind kind : kAllKinds) {
    const std::string name(name_of(kind));
    text += "  " + name + std::string(20 - name.size(), ' ') + std::string(explanation_of(kind).summary) + "\n";
  }
  return text;
}

}  // namespace fencepost::detector
