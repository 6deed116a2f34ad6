// Allocations that have been freed, while their addresses belong to nobody else.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Thread safety: full.
class FreedMemory {
 public:
  static FreedMemory& instance();

  void add(const sim::Allocation&);
  /// The addresses of `live` belong to it from now on.
  void remove_below(const sim::Allocation& live);
  [[nodiscard]] std::optional<sim::Allocation> find(std::uintptr_t address) const;

 private:
  static constexpr std::size_t kMost = 100'000;
  mutable sim::HostMutex mutex_;
  std::map<std::uintptr_t, sim::Allocation> by_base_;
};

}  // namespace fencepost::detector
