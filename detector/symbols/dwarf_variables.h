// What DWARF knows of variables: name, declaration, array bounds.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "detector/symbols/dwarf_lines.h"
#include "detector/symbols/dwarf_units.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// Not thread-safe.
class DwarfVariables {
 public:
  DwarfVariables(DwarfUnits& units, DwarfLines& lines) : units_(units), lines_(lines) {}

  /// Where a variable lives: at an address, or at an offset into the TLS segment.
  struct Place {
    bool is_thread_local = false;
    std::uintptr_t value = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };

  /// The variable that begins at `place`. Its name is unqualified; `begin` and `bytes` (0 if unknown) are filled.
  std::optional<Variable> at(const Place& place);

  /// The `extern` array declared in, or visible from, the function at `kernel_pc` under one of `symbols` (mangled).
  std::optional<Variable> external(std::uintptr_t kernel_pc, const std::vector<std::string>& symbols);

 private:
  struct Entry {
    Place place;
    Dwarf_Die die;
    DwarfUnit* unit;
  };

  bool index_next_unit();
  void collect(DwarfUnit& unit, Dwarf_Die& scope);
  Variable describe(DwarfUnit& unit, Dwarf_Die& die);

  DwarfUnits& units_;
  DwarfLines& lines_;
  std::size_t indexed_ = 0;  ///< Units whose variables are in `entries_`.
  std::vector<Entry> entries_;
};

}  // namespace fencepost::detector
