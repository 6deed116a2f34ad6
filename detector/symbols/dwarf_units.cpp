#include "detector/symbols/dwarf_units.h"

#include <dwarf.h>

#include <filesystem>
#include <iterator>
#include <string_view>

namespace fencepost::detector {

DwarfUnits::DwarfUnits(Elf* elf) {
  if (elf != nullptr) dwarf_ = dwarf_begin_elf(elf, DWARF_C_READ, nullptr);
  if (dwarf_ == nullptr) return;
  Dwarf_CU* cu = nullptr;
  Dwarf_Die die;
  std::uint8_t type = 0;
  while (dwarf_get_units(dwarf_, cu, &cu, nullptr, &type, &die, nullptr) == 0) {
    if (type != DW_UT_compile) continue;
    DwarfUnit unit{die, {}};
    if (const char* directory = dwarf_text(die, DW_AT_comp_dir)) unit.directory = directory;
    while (unit.directory.ends_with('/')) unit.directory.pop_back();
    units_.push_back(std::move(unit));
  }
}

DwarfUnits::~DwarfUnits() {
  if (dwarf_ != nullptr) dwarf_end(dwarf_);
}

void DwarfUnits::collect_ranges() {
  ranges_.emplace();
  for (DwarfUnit& unit : units_) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&unit.die, next, &base, &begin, &end)) > 0;) {
      if (begin < end) ranges_->try_emplace(begin, Range{end, &unit});
    }
  }
}

DwarfUnit* DwarfUnits::containing(std::uintptr_t pc) {
  // .debug_aranges would say the same, but clang and LLVM do not write it.
  if (!ranges_) collect_ranges();
  const auto behind = ranges_->upper_bound(pc);
  if (behind == ranges_->begin()) return nullptr;
  const Range& range = std::prev(behind)->second;
  return pc < range.end ? range.unit : nullptr;
}

std::string DwarfUnits::shown_path(const DwarfUnit& unit, const char* path) {
  const std::filesystem::path whole(path);
  const std::string full = whole.lexically_normal().string();
  std::string shown = full;
  // As it was named to the compiler: "../other/a.cu" lies in its folder, before it is normalised.
  for (const std::string& from : {whole.string(), full}) {
    if (unit.directory.empty() || !from.starts_with(unit.directory + '/')) continue;
    shown = std::filesystem::path(from.substr(unit.directory.size() + 1)).lexically_normal().string();
    break;
  }
  full_paths_.try_emplace(shown, full);
  return shown;
}

std::string DwarfUnits::file_of(DwarfUnit& unit, Dwarf_Die& die, unsigned attribute) {
  const auto index = dwarf_number(die, attribute);
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (!index || dwarf_getsrcfiles(&unit.die, &files, &count) != 0 || *index >= count) return {};
  const char* path = dwarf_filesrc(files, *index, nullptr, nullptr);
  return path != nullptr ? shown_path(unit, path) : std::string();
}

std::string DwarfUnits::full_path(const std::string& shown) const {
  const auto known = full_paths_.find(shown);
  return known != full_paths_.end() ? known->second : shown;
}

std::optional<std::uint64_t> dwarf_number(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute value;
  Dwarf_Word number = 0;
  if (dwarf_attr_integrate(&die, attribute, &value) == nullptr || dwarf_formudata(&value, &number) != 0) {
    return std::nullopt;
  }
  return number;
}

const char* dwarf_text(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute value;
  return dwarf_attr_integrate(&die, attribute, &value) != nullptr ? dwarf_formstring(&value) : nullptr;
}

}  // namespace fencepost::detector
