#include "cli/nvcc_symbols.h"

#include <elf.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <vector>

namespace fencepost::cli {
namespace {

// The structure at `offset`; false if the file ends before it does.
template <class T>
bool read_at(std::string_view file, std::size_t offset, T& value) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return false;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return true;
}

// Calls `visit` with the offset of each symbol of a relocatable object, the symbol and its name.
template <class Visit>
void for_each_symbol(std::string_view file, Visit visit) {
  Elf64_Ehdr header;
  if (!file.starts_with(ELFMAG) || !read_at(file, 0, header) || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_type != ET_REL) {
    return;
  }
  const auto section = [&](std::size_t index, Elf64_Shdr& result) {
    return read_at(file, header.e_shoff + index * sizeof(Elf64_Shdr), result);
  };
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr table;
    Elf64_Shdr names;
    if (!section(i, table) || table.sh_type != SHT_SYMTAB || !section(table.sh_link, names)) continue;
    for (std::size_t offset = 0; offset < table.sh_size; offset += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      const bool readable = read_at(file, table.sh_offset + offset, symbol);
      const std::size_t name_offset = readable ? names.sh_offset + symbol.st_name : file.size();
      if (name_offset >= file.size()) continue;
      visit(table.sh_offset + offset, symbol, file.substr(name_offset, file.find('\0', name_offset) - name_offset));
    }
  }
}

ObjectSymbols read_elf(std::string_view file) {
  ObjectSymbols symbols;
  for_each_symbol(file, [&](std::size_t, const Elf64_Sym& symbol, std::string_view text) {
    const std::string name(text);
    const bool undefined = symbol.st_shndx == SHN_UNDEF;
    const bool tls = ELF64_ST_TYPE(symbol.st_info) == STT_TLS;
    if (tls && !undefined) symbols.own_tls.insert(name);
    if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL) return;
    if (undefined) symbols.undefined.insert(name);
    const bool variable = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT;
    if (!undefined && variable && ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL) symbols.own.insert(name);
    if (!undefined && name == "main") symbols.defines_main = true;
    if (tls && undefined) symbols.undefined_tls.insert(name);
  });
  return symbols;
}

ObjectSymbols read_archive(std::string_view file) {
  constexpr std::size_t kHeader = 60;  // struct ar_hdr; the size is decimal at 48
  ObjectSymbols symbols;
  std::size_t at = std::string_view("!<arch>\n").size();
  while (at + kHeader <= file.size()) {
    const std::string_view field = file.substr(at + 48, 10);
    std::size_t size = 0;
    std::from_chars(field.data(), field.data() + field.size(), size);
    at += kHeader;
    if (at + size > file.size()) break;
    symbols.merge(read_elf(file.substr(at, size)));
    at += size + size % 2;
  }
  return symbols;
}

}  // namespace

void ObjectSymbols::merge(const ObjectSymbols& other) {
  undefined.insert(other.undefined.begin(), other.undefined.end());
  undefined_tls.insert(other.undefined_tls.begin(), other.undefined_tls.end());
  own_tls.insert(other.own_tls.begin(), other.own_tls.end());
  own.insert(other.own.begin(), other.own.end());
  defines_main = defines_main || other.defines_main;
}

ObjectSymbols read_symbols(std::string_view file) {
  return file.starts_with("!<arch>\n") ? read_archive(file) : read_elf(file);
}

bool is_variable_named(std::string_view symbol, const std::set<std::string>& names) {
  for (const std::string& name : names) {
    const std::string encoded = std::to_string(name.size()) + name;
    const std::size_t at = symbol.rfind(encoded);
    if (at == std::string_view::npos) {
      if (symbol == name) return true;
      continue;
    }
    // What may follow: the end of a nested name, the number of an equally named variable of the same function.
    const std::string_view rest = symbol.substr(at + encoded.size());
    if (rest.find_first_not_of("E_0123456789") == std::string_view::npos) return true;
  }
  return false;
}

std::string_view unqualified_name(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  std::string_view rest = symbol.substr(2);
  const bool nested = rest.starts_with('N');
  if (nested) rest.remove_prefix(std::min(rest.find_first_not_of("NKVRO"), rest.size()));
  std::string_view name;
  while (!rest.empty() && rest[0] >= '1' && rest[0] <= '9') {
    std::size_t length = 0;
    const char* digits_end = std::from_chars(rest.data(), rest.data() + rest.size(), length).ptr;
    rest.remove_prefix(static_cast<std::size_t>(digits_end - rest.data()));
    if (length > rest.size()) return {};
    name = rest.substr(0, length);
    rest.remove_prefix(length);
    if (!nested) return rest.starts_with('I') ? std::string_view() : name;
  }
  return rest.starts_with('E') ? name : std::string_view();
}

std::set<std::string> dynamic_shared_arrays(const ObjectSymbols& object, const std::set<std::string>& names) {
  std::set<std::string> arrays;
  for (const std::string& name : object.undefined_tls) {
    if (is_variable_named(name, names)) arrays.insert(name);
  }
  return arrays;
}

void merge_symbols(std::string& object, const std::set<std::string>& from, std::string_view to) {
  std::uint32_t name_offset = 0;
  for_each_symbol(object, [&](std::size_t, const Elf64_Sym& symbol, std::string_view name) {
    if (name == to) name_offset = symbol.st_name;
  });
  if (name_offset == 0) return;
  std::vector<std::size_t> places;
  for_each_symbol(object, [&](std::size_t place, const Elf64_Sym&, std::string_view name) {
    if (from.contains(std::string(name))) places.push_back(place);
  });
  for (const std::size_t place : places) {
    std::memcpy(object.data() + place + offsetof(Elf64_Sym, st_name), &name_offset, sizeof name_offset);
  }
}

}  // namespace fencepost::cli
