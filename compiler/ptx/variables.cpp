#include "compiler/ptx/variables.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/text.h"

namespace fencepost::compiler {
namespace {

/// The positive number that is all of `text`; 0: it is none.
std::size_t number_in(std::string_view text) {
  text = trimmed(text);
  std::size_t number = 0;
  const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? number : 0;
}

/// The first word of `text`, which is cut off.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

bool is_element_type(std::string_view word) { return word != "pred" && ptx_qualifier(word) == PtxQualifier::kType; }

/// `a`, `b[2][3]`
bool read_name(std::string_view text, PtxVariable& variable) {
  const std::size_t bracket = std::min(text.find('['), text.size());
  variable.name = trimmed(text.substr(0, bracket));
  for (text = text.substr(bracket); !text.empty(); text = trimmed(text)) {
    const std::size_t end = text.find(']');
    if (text.front() != '[' || end == std::string_view::npos) return false;
    variable.count *= number_in(text.substr(1, end - 1));
    text = text.substr(end + 1);
  }
  return !variable.name.empty() && variable.count != 0 && variable.name.find_first_of(" \t\n=") == std::string::npos;
}

}  // namespace

std::optional<std::vector<PtxVariable>> ptx_variables(std::string_view text) {
  PtxVariable common;
  while (trimmed(text).starts_with('.')) {
    // `.align 16 .f32`, also without blanks between the words.
    text = trimmed(text).substr(1);
    const std::size_t end = std::min(text.find_first_of(". \t\n"), text.size());
    const std::string_view word = text.substr(0, end);
    text = text.substr(end);
    if (word == "align") {
      common.alignment = number_in(take_word(text));
      if (common.alignment == 0 || (common.alignment & (common.alignment - 1)) != 0) return std::nullopt;
    } else if (is_element_type(word) && common.type.empty()) {
      common.type = word;
    } else {
      return std::nullopt;
    }
  }
  if (common.type.empty()) return std::nullopt;
  std::vector<PtxVariable> variables;
  for (const std::string_view name : split_operands(text)) {
    PtxVariable variable = common;
    if (!read_name(trimmed(name), variable)) return std::nullopt;
    variables.push_back(variable);
  }
  return variables.empty() ? std::nullopt : std::optional(variables);
}

std::string shared_variable_definition(const PtxVariable& variable, const std::string& cpp_name) {
  const std::string alignment =
      variable.alignment == 0 ? "" : "__attribute__((aligned(" + std::to_string(variable.alignment) + "))) ";
  return "__attribute__((shared)) " + alignment + "::fencepost_ptx::" + variable.type + " " + cpp_name + "[" +
         std::to_string(variable.count) + "]; void* volatile fencepost_kept_" + cpp_name + " = " + cpp_name + "; ";
}

std::string shared_variable_address(const std::string& cpp_name) {
  return "static_cast<::fencepost_ptx::u32>(::__cvta_generic_to_shared(" + cpp_name + "))";
}

}  // namespace fencepost::compiler
