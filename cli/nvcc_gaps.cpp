#include "cli/nvcc_gaps.h"

#include <elf.h>

#include <cstring>
#include <string_view>

namespace fencepost::cli {

namespace {

template <class T>
bool read_at(const std::string& object, std::size_t offset, T& value) {
  if (offset > object.size() || object.size() - offset < sizeof(T)) return false;
  std::memcpy(&value, object.data() + offset, sizeof(T));
  return true;
}

bool holds_one_variable(std::string_view name) { return name.starts_with(".tbss.") || name.starts_with(".bss."); }

}  // namespace

std::string with_gaps(std::string object) {
  Elf64_Ehdr header;
  if (!read_at(object, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_REL ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr)) {
    return object;
  }
  // Objects with 65,280 sections and more keep both numbers in section 0.
  Elf64_Shdr first;
  if (!read_at(object, header.e_shoff, first)) return object;
  const std::size_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
  const std::size_t names_index = header.e_shstrndx != SHN_XINDEX ? header.e_shstrndx : first.sh_link;
  Elf64_Shdr names;
  if (!read_at(object, header.e_shoff + names_index * sizeof(Elf64_Shdr), names)) return object;
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t at = header.e_shoff + i * sizeof(Elf64_Shdr);
    Elf64_Shdr section;
    if (!read_at(object, at, section)) break;
    if (section.sh_type != SHT_NOBITS || names.sh_offset + section.sh_name >= object.size()) continue;
    if (!holds_one_variable(object.c_str() + names.sh_offset + section.sh_name)) continue;
    section.sh_size += kGapBytes;
    std::memcpy(object.data() + at, &section, sizeof(section));
  }
  return object;
}

}  // namespace fencepost::cli
