// From code addresses to source lines and chains of inlined calls.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "detector/model/finding.h"
#include "detector/symbols/dwarf_units.h"

namespace fencepost::detector {

/// Not thread-safe.
class DwarfLines {
 public:
  explicit DwarfLines(DwarfUnits& units) : units_(units) {}

  /// File and line of the instruction at `pc` (not a return address); line 0 if unknown. `function` is left empty.
  Location line(std::uintptr_t pc);

  /// Frames at `pc`, innermost first. The last is the function that holds the code; its name is left empty (the symbol
  /// table has it with parameter types). Empty if there is no debug information.
  std::vector<Location> frames(std::uintptr_t pc);

  /// The DW_TAG_subprogram that holds `pc`, and its unit in `unit`; nullptr if unknown.
  Dwarf_Die* subprogram(std::uintptr_t pc, DwarfUnit*& unit);

 private:
  struct Function {
    std::uintptr_t begin, end;
    Dwarf_Die die;
  };
  using Functions = std::vector<Function>;

  Functions& functions_of(DwarfUnit& unit);
  Function* function_at(DwarfUnit& unit, std::uintptr_t pc);
  /// `pc`, or, where the compiler merged code of several lines, which then has none, that of the nearest code before it
  /// in its function (behind it, if there is none) that has one.
  std::uintptr_t address_with_line(std::uintptr_t pc);
  static void collect(Dwarf_Die& scope, Functions& functions);

  DwarfUnits& units_;
  std::map<const DwarfUnit*, Functions> functions_;
};

}  // namespace fencepost::detector
