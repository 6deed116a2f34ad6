#include "detector/symbols/symbol_table.h"

#include <gelf.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace fencepost::detector {
namespace {

Elf_Scn* symbol_section(Elf* elf) {
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr; section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == SHT_SYMTAB) return section;
  }
  return nullptr;
}

// What fencepost-nvcc calls an `extern __shared__` array in an object's symbols: all of them are one buffer, and a
// symbol of no size and no place, `fencepost_dynamic_shared.NAME`, keeps each name.
bool before(const Symbol& a, const Symbol& b) {
  if (a.begin != b.begin) return a.begin < b.begin;
  if (a.bytes != b.bytes) return a.bytes > b.bytes;
  return std::strcmp(a.name, b.name) < 0;
}

}  // namespace

SymbolTable::SymbolTable(Elf* elf) {
  if (elf == nullptr) return;
  Elf_Scn* section = symbol_section(elf);
  if (section == nullptr) return;
  GElf_Shdr header;
  Elf_Data* data = elf_getdata(section, nullptr);
  if (gelf_getshdr(section, &header) == nullptr || data == nullptr || header.sh_entsize == 0) return;
  const std::size_t count = header.sh_size / header.sh_entsize;
  std::vector<const char*> dynamic_shared;  // Names of arrays.
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Sym entry;
    if (gelf_getsym(data, static_cast<int>(i), &entry) == nullptr || entry.st_shndx == SHN_UNDEF) continue;
    std::vector<Symbol>* list = nullptr;
    switch (GELF_ST_TYPE(entry.st_info)) {
      case STT_FUNC:
      case STT_GNU_IFUNC:
        list = &functions_;
        break;
      case STT_OBJECT:
        list = &globals_;
        break;
      case STT_TLS:
        list = &thread_locals_;
        break;
      case STT_NOTYPE:
        break;
      default:
        continue;
    }
    const char* name = elf_strptr(elf, header.sh_link, entry.st_name);
    if (name == nullptr || *name == '\0') continue;
    if (list != nullptr) {
      list->push_back({entry.st_value, entry.st_size, name});
    } else if (const std::string_view text = name;
               text.starts_with(kDynamicShared) && text.substr(kDynamicShared.size()).starts_with('.')) {
      dynamic_shared.push_back(name + kDynamicShared.size() + 1);
    }
  }
  const auto buffer =
      std::ranges::find(thread_locals_, kDynamicShared, [](const Symbol& s) { return std::string_view(s.name); });
  if (buffer != thread_locals_.end()) {
    const Symbol place = *buffer;
    for (const char* name : dynamic_shared) thread_locals_.push_back({place.begin, place.bytes, name});
  } else {
    dynamic_shared_.assign(dynamic_shared.begin(), dynamic_shared.end());
  }
  for (auto* list : {&functions_, &globals_, &thread_locals_}) std::ranges::sort(*list, before);
}

const Symbol* SymbolTable::find(const std::vector<Symbol>& symbols, std::uintptr_t address) {
  const auto after = std::ranges::upper_bound(symbols, address, {}, &Symbol::begin);
  if (after == symbols.begin()) return nullptr;
  // The widest of those with the greatest begin not above `address` is the first of its group.
  const auto first = std::ranges::lower_bound(symbols, std::prev(after)->begin, {}, &Symbol::begin);
  const bool contains = address - first->begin < first->bytes || (first->bytes == 0 && address == first->begin);
  return contains ? &*first : nullptr;
}

}  // namespace fencepost::detector
