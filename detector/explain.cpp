#include "detector/explain.h"

#include "detector/names.h"
#include "detector/text_layout.h"

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

}  // namespace

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
