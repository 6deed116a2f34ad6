// The compilation units of an executable's DWARF, and the names of its source files.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace fencepost::detector {

/// One compilation unit.
struct DwarfUnit {
  Dwarf_Die die{};
  std::string directory;  ///< Where the compiler ran (DW_AT_comp_dir).
};

/// Units are listed on construction (their headers only); everything else is read when asked for. Not thread-safe.
class DwarfUnits {
 public:
  /// `elf` must outlive this. A null one, or one without debug information, has no units.
  explicit DwarfUnits(Elf* elf);
  ~DwarfUnits();
  DwarfUnits(const DwarfUnits&) = delete;
  DwarfUnits& operator=(const DwarfUnits&) = delete;

  /// The unit whose code contains `pc`, or null.
  DwarfUnit* containing(std::uintptr_t pc);

  /// Addresses stay valid. In the order of linking: the user's objects before the runtime's.
  std::deque<DwarfUnit>& all() { return units_; }

  /// Path for people: relative to the directory of compilation where the file is below it.
  std::string shown_path(const DwarfUnit& unit, const char* path);

  /// Path of entry `attribute` (DW_AT_decl_file, DW_AT_call_file) of `die`, for people; empty if there is none.
  std::string file_of(DwarfUnit& unit, Dwarf_Die& die, unsigned attribute);

  /// Where the file shown as `shown` is; `shown` itself if this object did not make it.
  [[nodiscard]] std::string full_path(const std::string& shown) const;
  [[nodiscard]] const std::map<std::string, std::string>& full_paths() const { return full_paths_; }

 private:
  struct Range {
    std::uintptr_t end = 0;
    DwarfUnit* unit = nullptr;
  };

  void collect_ranges();

  Dwarf* dwarf_ = nullptr;
  std::deque<DwarfUnit> units_;
  std::optional<std::map<std::uintptr_t, Range>> ranges_;  ///< By their begin; of no two is one address.
  std::map<std::string, std::string> full_paths_;
};

/// Value of a numeric attribute, looked up through DW_AT_abstract_origin and DW_AT_specification.
std::optional<std::uint64_t> dwarf_number(Dwarf_Die& die, unsigned attribute);

/// Value of a string attribute, likewise; null if there is none.
const char* dwarf_text(Dwarf_Die& die, unsigned attribute);

}  // namespace fencepost::detector
