#include "detector/worker/freed_memory.h"

#include <iterator>

namespace fencepost::detector {

namespace {
std::uintptr_t base_of(const sim::Allocation& allocation) { return reinterpret_cast<std::uintptr_t>(allocation.base); }
}  // namespace

FreedMemory& FreedMemory::instance() {
  static auto& instance = *new FreedMemory;
  return instance;
}

void FreedMemory::add(const sim::Allocation& allocation) {
  const std::scoped_lock lock(mutex_);
  if (by_base_.size() >= kMost) by_base_.erase(by_base_.begin());
  by_base_.insert_or_assign(base_of(allocation), allocation);
}

void FreedMemory::remove_below(const sim::Allocation& live) {
  const std::scoped_lock lock(mutex_);
  auto at = by_base_.upper_bound(base_of(live));
  if (at != by_base_.begin() && base_of(live) - std::prev(at)->first < std::prev(at)->second.bytes) at = std::prev(at);
  while (at != by_base_.end() && at->first < base_of(live) + live.bytes) at = by_base_.erase(at);
}

std::optional<sim::Allocation> FreedMemory::find(std::uintptr_t address) const {
  const std::scoped_lock lock(mutex_);
  const auto after = by_base_.upper_bound(address);
  if (after == by_base_.begin()) return std::nullopt;
  const auto& [base, allocation] = *std::prev(after);
  return address - base < allocation.bytes ? std::optional(allocation) : std::nullopt;
}

}  // namespace fencepost::detector
