#include "detector/symbols/dwarf_lines.h"

#include <dwarf.h>

#include <algorithm>
#include <utility>

#include "detector/symbols/demangle.h"

namespace fencepost::detector {
namespace {

/// The child scope of `scope` that contains `pc`.
bool inner_scope(Dwarf_Die& scope, std::uintptr_t pc, Dwarf_Die& inner) {
  if (dwarf_child(&scope, &inner) != 0) return false;
  do {
    switch (dwarf_tag(&inner)) {
      case DW_TAG_inlined_subroutine:
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
        if (dwarf_haspc(&inner, pc) == 1) return true;
        break;
      default:
        break;
    }
  } while (dwarf_siblingof(&inner, &inner) == 0);
  return false;
}

std::string inlined_name(Dwarf_Die& die) {
  if (const char* symbol = dwarf_text(die, DW_AT_linkage_name)) return short_function_name(symbol);
  const char* name = dwarf_text(die, DW_AT_name);
  return name != nullptr ? name : std::string();
}

/// 0 if it has none.
int line_of(Dwarf_Line* entry) {
  int number = 0;
  return entry != nullptr && dwarf_lineno(entry, &number) == 0 && number > 0 ? number : 0;
}

}  // namespace

Location DwarfLines::line(std::uintptr_t pc) {
  pc = address_with_line(pc);
  DwarfUnit* unit = units_.containing(pc);
  if (unit == nullptr) return {};
  Dwarf_Line* const entry = dwarf_getsrc_die(&unit->die, pc);
  const int number = line_of(entry);
  if (number == 0) return {};
  const char* path = dwarf_linesrc(entry, nullptr, nullptr);
  if (path == nullptr) return {};
  return {units_.shown_path(*unit, path), static_cast<std::uint32_t>(number), {}};
}

void DwarfLines::collect(Dwarf_Die& scope, Functions& functions) {
  Dwarf_Die child;
  if (dwarf_child(&scope, &child) != 0) return;
  do {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_namespace || tag == DW_TAG_module) collect(child, functions);
    if (tag != DW_TAG_subprogram) continue;
    Dwarf_Addr base = 0, begin = 0, end = 0;
    // A function split into hot and cold parts has several ranges.
    for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&child, next, &base, &begin, &end)) > 0;) {
      if (begin < end) functions.push_back({begin, end, child});
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

DwarfLines::Functions& DwarfLines::functions_of(DwarfUnit& unit) {
  const auto [known, is_new] = functions_.try_emplace(&unit);
  if (is_new) collect(unit.die, known->second);
  return known->second;
}

DwarfLines::Function* DwarfLines::function_at(DwarfUnit& unit, std::uintptr_t pc) {
  Functions& functions = functions_of(unit);
  const auto found =
      std::find_if(functions.begin(), functions.end(), [pc](const Function& f) { return pc >= f.begin && pc < f.end; });
  return found != functions.end() ? &*found : nullptr;
}

Dwarf_Die* DwarfLines::subprogram(std::uintptr_t pc, DwarfUnit*& unit) {
  unit = units_.containing(pc);
  Function* const function = unit != nullptr ? function_at(*unit, pc) : nullptr;
  return function != nullptr ? &function->die : nullptr;
}

std::uintptr_t DwarfLines::address_with_line(std::uintptr_t pc) {
  DwarfUnit* unit = units_.containing(pc);
  if (unit == nullptr) return pc;
  Dwarf_Line* const entry = dwarf_getsrc_die(&unit->die, pc);
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (entry == nullptr || line_of(entry) != 0 || dwarf_getsrclines(&unit->die, &lines, &count) != 0) return pc;
  Dwarf_Addr at = 0;
  dwarf_lineaddr(entry, &at);
  const Function* const function = function_at(*unit, pc);
  if (function == nullptr) return pc;
  Dwarf_Addr before = 0, behind = function->end;
  for (std::size_t i = 0; i < count; ++i) {
    Dwarf_Line* const other = dwarf_onesrcline(lines, i);
    Dwarf_Addr address = 0;
    if (line_of(other) == 0 || dwarf_lineaddr(other, &address) != 0) continue;
    if (address >= function->begin && address < at) before = std::max(before, address);
    if (address > at && address < function->end) behind = std::min(behind, address);
  }
  return before != 0 ? before : behind != function->end ? behind : pc;
}

std::vector<Location> DwarfLines::frames(std::uintptr_t pc) {
  pc = address_with_line(pc);
  Location place = line(pc);
  if (place.line == 0) return {};
  std::vector<Location> result;
  DwarfUnit* unit = nullptr;
  if (Dwarf_Die* function = subprogram(pc, unit)) {
    // Walks inwards, so calls come outermost first; each gives the line at which the next inner one was inlined.
    std::vector<Dwarf_Die> calls;
    Dwarf_Die scope = *function;
    for (Dwarf_Die inner; inner_scope(scope, pc, inner); scope = inner) {
      if (dwarf_tag(&inner) == DW_TAG_inlined_subroutine) calls.push_back(inner);
    }
    for (; !calls.empty(); calls.pop_back()) {
      place.function = inlined_name(calls.back());
      result.push_back(std::move(place));
      place = {units_.file_of(*unit, calls.back(), DW_AT_call_file),
               static_cast<std::uint32_t>(dwarf_number(calls.back(), DW_AT_call_line).value_or(0)),
               {}};
    }
  }
  result.push_back(std::move(place));
  return result;
}

}  // namespace fencepost::detector
