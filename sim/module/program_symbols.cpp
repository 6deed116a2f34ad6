#include "sim/module/program_symbols.h"

#include <dlfcn.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace {

struct Entry {
  const char* name;
  std::uint64_t address;
  std::int32_t distance;
  std::uint32_t is_thread_local;
};

}  // namespace

extern "C" const Entry fencepost_module_symbols[];  // The last has no name.

namespace fencepost::sim {

std::optional<ProgramSymbol> find_program_symbol(const char* name) {
  static const auto& sorted = *new std::vector<const Entry*>([] {
    std::vector<const Entry*> entries;
    for (const Entry* entry = fencepost_module_symbols; entry->name != nullptr; ++entry) entries.push_back(entry);
    std::ranges::sort(entries, {}, [](const Entry* entry) { return std::string_view(entry->name); });
    return entries;
  }());
  const auto found = std::ranges::lower_bound(sorted, std::string_view(name), {},
                                              [](const Entry* e) { return std::string_view(e->name); });
  if (found != sorted.end() && std::string_view((*found)->name) == name) {
    const Entry& entry = **found;
    if (entry.is_thread_local != 0) {
      return ProgramSymbol{static_cast<std::uint64_t>(std::int64_t{entry.distance}), true};
    }
    return ProgramSymbol{entry.address, false};
  }
  if (void* const address = dlsym(RTLD_DEFAULT, name))
    return ProgramSymbol{reinterpret_cast<std::uint64_t>(address), false};
  return std::nullopt;
}

}  // namespace fencepost::sim
