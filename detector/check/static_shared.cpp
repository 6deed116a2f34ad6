#include "detector/check/static_shared.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "detector/symbols/sites.h"
#include "sim/engine/block/shared_memory.h"
#include "sim/runtime/registration.h"

namespace fencepost::detector {
namespace {

/// What the mangled names of a kernel's own variables begin with (Itanium C++ ABI, 5.1.6, "Scope Encoding"). Those of
/// its lambdas and local classes do not.
std::string prefix_of_variables(std::string_view kernel) {
  if (kernel.starts_with("_Z")) return "_ZZ" + std::string(kernel.substr(2)) + "E";
  return "_ZZ" + std::to_string(kernel.size()) + std::string(kernel) + "E";  // extern "C"
}

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
  std::map<std::string, const void*, std::less<>> by_prefix;  // Null: several have it.
  for (const KernelEntry* const kernel : all) {
    if (kernel->code == nullptr) continue;
    const void* const entry = entry_of(*kernel);
    kernels.push_back(entry);
    const auto [known, is_new] = by_prefix.try_emplace(prefix_of_variables(kernel->symbol), entry);
    if (!is_new && known->second != entry) known->second = nullptr;
  }
  // Of no other one is the name's beginning a prefix: that ends where the function's name does.
  const auto owner_of = [&](std::string_view name) -> const void* {
    const auto behind = by_prefix.upper_bound(name);
    if (behind == by_prefix.begin()) return nullptr;
    const auto& [prefix, kernel] = *std::prev(behind);
    return name.starts_with(prefix) ? kernel : nullptr;
  };
  std::vector<sim::SharedRange> ranges;
  for (const Symboliser::StaticShared& variable : symboliser.static_shared()) {
    const auto begin = static_cast<std::ptrdiff_t>(variable.begin - *anchor);
    const auto end = static_cast<std::ptrdiff_t>(variable.end - *anchor);
    ranges.push_back({begin, end, owner_of(variable.name)});
  }
  sim::set_static_shared(std::move(ranges), std::move(kernels));
}

}  // namespace fencepost::detector
