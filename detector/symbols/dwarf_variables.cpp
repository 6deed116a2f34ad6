#include "detector/symbols/dwarf_variables.h"

#include <dwarf.h>

#include <algorithm>
#include <string_view>

#include "detector/symbols/dwarf_types.h"

namespace fencepost::detector {
namespace {

/// A location that is one fixed address or one fixed TLS offset.
std::optional<DwarfVariables::Place> fixed_place(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  // Not through the abstract origin: there a location would belong to another instance.
  if (dwarf_attr(&die, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &operations, &count) != 0 || count == 0) {
    return std::nullopt;
  }
  std::uint64_t value = operations[0].number;
  switch (operations[0].atom) {
    case DW_OP_addr:
    case DW_OP_const4u:
    case DW_OP_const8u:
      break;
    case DW_OP_addrx:
    case DW_OP_constx: {
      Dwarf_Attribute resolved;
      Dwarf_Addr address = 0;
      if (dwarf_getlocation_attr(&attribute, operations, &resolved) != 0 || dwarf_formaddr(&resolved, &address) != 0) {
        return std::nullopt;
      }
      value = address;
      break;
    }
    default:
      return std::nullopt;
  }
  const bool is_thread_local =
      count == 2 && (operations[1].atom == DW_OP_form_tls_address || operations[1].atom == DW_OP_GNU_push_tls_address);
  const bool is_address = count == 1 && (operations[0].atom == DW_OP_addr || operations[0].atom == DW_OP_addrx);
  if (!is_thread_local && !is_address) return std::nullopt;
  return DwarfVariables::Place{is_thread_local, value};
}

/// Calls `visit` on each variable below `scope`; stops where it returns true.
template <class Visit>
bool any_variable(Dwarf_Die& scope, bool descend_namespaces, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(&scope, &child) != 0) return false;
  do {
    switch (dwarf_tag(&child)) {
      case DW_TAG_variable:
        if (visit(child)) return true;
        break;
      case DW_TAG_namespace:
      case DW_TAG_module:
        if (descend_namespaces && any_variable(child, true, visit)) return true;
        break;
      case DW_TAG_subprogram:
        if (!descend_namespaces) break;
        [[fallthrough]];
      case DW_TAG_lexical_block:
      case DW_TAG_inlined_subroutine:
        if (any_variable(child, descend_namespaces, visit)) return true;
        break;
      default:
        break;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

}  // namespace

Variable DwarfVariables::describe(DwarfUnit& unit, Dwarf_Die& die) {
  Variable variable;
  if (const char* name = dwarf_text(die, DW_AT_name)) variable.name = name;
  variable.declared.file = units_.file_of(unit, die, DW_AT_decl_file);
  variable.declared.line = static_cast<std::uint32_t>(dwarf_number(die, DW_AT_decl_line).value_or(0));
  Dwarf_Die type;
  if (!dwarf_type_of(die, type)) return variable;
  Dwarf_Word bytes = 0;
  if (dwarf_aggregate_size(&type, &bytes) == 0) variable.bytes = bytes;
  while (dwarf_tag(&type) == DW_TAG_array_type) {
    append_array_bounds(type, variable.dimensions);
    Dwarf_Die element;
    if (!dwarf_type_of(type, element)) return variable;
    type = element;
  }
  if (dwarf_aggregate_size(&type, &bytes) == 0) variable.element_bytes = bytes;
  variable.members = dwarf_members(type);
  variable.number = dwarf_number_kind(type);
  variable.scalar_elements = variable.number != NumberKind::kUnknown;
  return variable;
}

void DwarfVariables::collect(DwarfUnit& unit, Dwarf_Die& scope) {
  any_variable(scope, true, [&](Dwarf_Die& die) {
    if (const auto place = fixed_place(die)) entries_.push_back({*place, die, &unit});
    return false;
  });
}

bool DwarfVariables::index_next_unit() {
  if (indexed_ == units_.all().size()) return false;
  DwarfUnit& unit = units_.all()[indexed_++];
  collect(unit, unit.die);
  return true;
}

std::optional<Variable> DwarfVariables::at(const Place& place) {
  std::size_t searched = 0;
  do {
    for (; searched < entries_.size(); ++searched) {
      Entry& entry = entries_[searched];
      if (entry.place != place) continue;
      Variable variable = describe(*entry.unit, entry.die);
      variable.begin = place.value;
      return variable;
    }
  } while (index_next_unit());
  return std::nullopt;
}

std::optional<Variable> DwarfVariables::external(std::uintptr_t kernel_pc, const std::vector<std::string>& symbols) {
  DwarfUnit* unit = nullptr;
  Dwarf_Die* kernel = lines_.subprogram(kernel_pc, unit);
  if (unit == nullptr) return std::nullopt;
  std::optional<Variable> found;
  const auto matches = [&](Dwarf_Die& die) {
    const char* symbol = dwarf_text(die, DW_AT_linkage_name);
    if (symbol == nullptr) symbol = dwarf_text(die, DW_AT_name);
    if (symbol == nullptr || std::ranges::find(symbols, std::string_view(symbol)) == symbols.end()) return false;
    Variable variable = describe(*unit, die);
    // gcc lists a block-scope extern twice: by name alone, and with its type.
    if (!found || variable.element_bytes != 0) found = std::move(variable);
    return found->element_bytes != 0;
  };
  if (kernel != nullptr) {
    Dwarf_Attribute attribute;
    Dwarf_Die origin;
    any_variable(*kernel, false, matches);
    if (!found && dwarf_attr(kernel, DW_AT_abstract_origin, &attribute) != nullptr &&
        dwarf_formref_die(&attribute, &origin) != nullptr) {
      any_variable(origin, false, matches);
    }
  }
  if (!found) any_variable(unit->die, true, matches);
  return found;
}

}  // namespace fencepost::detector
