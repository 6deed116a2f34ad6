#include "sim/module/program_symbols.h"

#include <dlfcn.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "sim/interface/thread_variables.h"
#include "sim/os/image.h"

namespace {

struct Entry {
  const char* name;
  std::uint64_t address;
  std::int64_t offset;  ///< Of a thread-local variable.
  std::uint64_t is_thread_local;
};

}  // namespace

extern "C" const Entry fencepost_module_symbols[];  // The last has no name.

namespace fencepost::sim {
namespace {

/// From the thread pointer to where offsets count from: linkers take the thread pointer itself in a program, and the
/// first variable in a library.
std::int64_t distance_of_offsets() {
  static const std::int64_t distance = [] {
    const Entry* entry = fencepost_module_symbols;
    while (std::string_view(entry->name) != "fencepost_thread_idx") ++entry;
    return own_distance(&fencepost_thread_idx) - entry->offset;
  }();
  return distance;
}

}  // namespace

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
      return ProgramSymbol{static_cast<std::uint64_t>(distance_of_offsets() + entry.offset), true};
    }
    return ProgramSymbol{entry.address, false};
  }
  if (void* const address = dlsym(RTLD_DEFAULT, name))
    return ProgramSymbol{reinterpret_cast<std::uint64_t>(address), false};
  return std::nullopt;
}

}  // namespace fencepost::sim
