#include "detector/streams/least_conflicts.h"

#include <algorithm>

#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"
#include "sim/runtime/memory/addresses.h"

namespace fencepost::detector {

ObjectRange object_around(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  if (const auto allocation = sim::Arena::instance().find(pointer)) {
    const auto begin = reinterpret_cast<std::uintptr_t>(allocation->base);
    return {begin, begin + allocation->bytes};
  }
  if (const auto variable = Sites::instance().symboliser().global(pointer)) {
    return {variable->begin, variable->begin + std::max<std::uintptr_t>(variable->bytes, 1)};
  }
  const sim::RegisteredRange range = sim::registered_range(pointer);
  const auto begin = reinterpret_cast<std::uintptr_t>(range.base);
  return range.base != nullptr ? ObjectRange{begin, begin + range.bytes} : ObjectRange{address, address + 1};
}

std::uintptr_t first_byte(const FootprintRun& a, const FootprintRun& b, std::uint64_t word) {
  return word * kWordBytes + static_cast<unsigned>(__builtin_ctz(a.mask & b.mask));
}

void LeastConflicts::add(const StreamConflict& conflict) {
  const std::uintptr_t address = first_byte(conflict.first_run, conflict.second_run, conflict.word);
  if (address - object_.begin >= object_.end - object_.begin) object_ = object_around(address);
  auto [at, is_new] = least_.try_emplace(object_.begin, conflict);
  if (is_new || at->second.word < conflict.word) return;
  // Several lines at the same word: by place in the source.
  const auto before = [](const FootprintRun& x, const FootprintRun& y) {
    const int order = Sites::instance().compare(x.site, y.site);
    return order != 0 ? order : x.kind - y.kind;
  };
  const int order = before(conflict.first_run, at->second.first_run);
  const bool first = order < 0 || (order == 0 && before(conflict.second_run, at->second.second_run) < 0);
  if (conflict.word < at->second.word || first) at->second = conflict;
}

}  // namespace fencepost::detector
