#include "detector/check/static_shared.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "detector/symbols/sites.h"
#include "sim/code/kernel_variables.h"
#include "sim/engine/block/shared_memory.h"
#include "sim/runtime/registration.h"

namespace fencepost::detector {
namespace {

/// As launches of it have in LaunchInfo::entry_pc.
const void* entry_of(const KernelEntry& kernel) { return static_cast<const char*>(kernel.code) + 1; }

}  // namespace

void tell_static_shared(const KernelTable* loaded) {
  static std::mutex mutex;
  static auto& tables = *new std::vector<const KernelTable*>;
  const std::lock_guard lock(mutex);
  if (loaded != nullptr && std::ranges::find(tables, loaded) == tables.end()) tables.push_back(loaded);
  Symboliser& symboliser = Sites::instance().symboliser();
  const auto anchor = symboliser.dynamic_shared();
  if (!anchor) return;
  std::vector<const KernelEntry*> all = sim::all_kernels();
  for (const KernelTable* const table : tables) {
    for (const KernelEntry& kernel : std::span(table->kernels, table->kernel_count)) all.push_back(&kernel);
  }
  std::vector<const void*> kernels;
  // For KernelVariables of the code, too: libraries may have kernels of one name. Null: several have it.
  std::map<std::pair<std::uintptr_t, std::string>, const void*> by_prefix;
  for (const KernelEntry* const kernel : all) {
    if (kernel->code == nullptr) continue;
    const void* const entry = entry_of(*kernel);
    kernels.push_back(entry);
    const std::string prefix = sim::prefix_of_variables(kernel->symbol);
    const auto [known, is_new] = by_prefix.try_emplace({0, prefix}, entry);
    if (!is_new && known->second != entry) known->second = nullptr;
    if (const std::uintptr_t code = symboliser.code_of(entry); code != 0) by_prefix[{code, prefix}] = entry;
  }
  const auto owner_of = [&](const Symboliser::StaticShared& variable) -> const void* {
    const auto behind = by_prefix.upper_bound({variable.code, variable.name});
    if (behind == by_prefix.begin()) return nullptr;
    const auto& [where, kernel] = *std::prev(behind);
    return where.first == variable.code && variable.name.starts_with(where.second) ? kernel : nullptr;
  };
  std::vector<sim::SharedRange> ranges;
  for (const Symboliser::StaticShared& variable : symboliser.static_shared()) {
    const auto begin = static_cast<std::ptrdiff_t>(variable.begin - *anchor);
    const auto end = static_cast<std::ptrdiff_t>(variable.end - *anchor);
    ranges.push_back({begin, end, owner_of(variable)});
  }
  sim::set_static_shared(std::move(ranges), std::move(kernels));
}

}  // namespace fencepost::detector
