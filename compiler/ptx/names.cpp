#include "compiler/ptx/names.h"

#include <charconv>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/text.h"
#include "compiler/ptx/variables.h"

namespace fencepost::compiler {
namespace {

// `%p` has one per cent sign for each compiler that would take it for an operand.
std::string_view bare(std::string_view name) {
  while (name.starts_with("%%")) name.remove_prefix(1);
  return name;
}
std::string register_name(std::string_view name) { return "fencepost_register_" + cpp_name(name); }

}  // namespace

void PtxNames::begin(std::string_view text) { left_open_ = left_open_braces(text); }

// Blocks that this text leaves open, or did not open, are none of C++: their registers are the function's.
void PtxNames::brace(std::string_view text) {
  if (text.front() == '{') {
    if (left_open_.contains(text.size())) {
      blocks_.open.emplace_back();
    } else {
      scopes_.emplace_back();
      result_.cpp += "{ ";
    }
  } else if (scopes_.size() > 1) {
    scopes_.pop_back();
    result_.cpp += "} ";
  } else if (!blocks_.open.empty()) {
    blocks_.open.pop_back();
  }
}

bool PtxNames::declare_registers(std::string_view text) {
  text = trimmed(text.substr(4));
  if (!text.starts_with('.')) return false;
  const std::size_t end = text.find_first_of(" \t");
  if (end == std::string_view::npos || ptx_qualifier(text.substr(1, end - 1)) != PtxQualifier::kType) return false;
  const std::string type = "::fencepost_ptx::" + std::string(text.substr(1, end - 1));
  for (std::string_view name : split_operands(text.substr(end))) {
    int count = 0;
    const std::size_t angle = name.find('<');
    if (angle != std::string_view::npos) {
      std::from_chars(name.data() + angle + 1, name.data() + name.size(), count);
      name = name.substr(0, angle);
    }
    if (count == 0) declare(type, std::string(name));
    for (int i = 0; i < count; ++i) declare(type, std::string(name) + std::to_string(i));
  }
  return true;
}

void PtxNames::declare(const std::string& type, std::string_view written) {
  const std::string name(bare(written));
  if (is_in_open_block()) {
    blocks_.open.back()[name] = {blocks_.registers++, type};
    result_.cpp += *find(name) + " = {}; ";
    return;
  }
  scopes_.back()[name] = register_name(name);
  result_.cpp += type + " " + register_name(name) + "{}; ";
}

bool PtxNames::declare_shared(std::string_view text) {
  const std::optional<std::vector<PtxVariable>> variables = ptx_variables(text.substr(7));
  if (!variables || is_in_open_block()) return false;
  result_.has_variables = true;
  for (const PtxVariable& variable : *variables) {
    const std::string name = "fencepost_shared_" + cpp_name(variable.name);
    result_.cpp += shared_variable_definition(variable, name);
    scopes_.back()[variable.name] = shared_variable_address(name);
  }
  return true;
}

std::optional<std::string> PtxNames::find(std::string_view written) {
  const std::string_view name = bare(written);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  }
  for (auto block = blocks_.open.rbegin(); block != blocks_.open.rend(); ++block) {
    const auto found = block->find(name);
    if (found == block->end()) continue;
    result_.registers[found->second.number] = found->second.type;
    return "fencepost_open_" + std::to_string(found->second.number);
  }
  return std::nullopt;
}

}  // namespace fencepost::compiler
