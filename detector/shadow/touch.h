// One thread's accesses of one kind from one source line to one place: what the permission patterns are drawn from.
#pragma once

#include <cstdint>
#include <vector>

#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

struct Touch {
  std::uint64_t address = 0;  ///< Global: the address; shared: the offset into the TLS block.
  std::uint32_t bytes = 0;
  SiteId site = 0;
  std::uint16_t thread : 10 = 0;  ///< Rank in the block.
  std::uint16_t kind : 5 = 0;     ///< AccessBits.
  std::uint16_t is_shared : 1 = 0;

  [[nodiscard]] bool writes() const { return (kind & kWrites) != 0; }
  [[nodiscard]] std::uint64_t end() const { return address + bytes; }
};
static_assert(sizeof(Touch) == 16);

/// The touches of one interval of one block, each once.
class TouchSet {
 public:
  void add(const Touch& touch) {
    touches_.push_back(touch);
    if (touches_.size() >= limit_) compact();
  }
  /// In order of space, address, thread.
  const std::vector<Touch>& sorted() {
    compact();
    return touches_;
  }

 private:
  /// Sorts, and throws repetitions away: a loop that reads one word a million times is one touch.
  void compact();

  std::vector<Touch> touches_;
  std::size_t limit_ = 4096;  ///< When to compact next: at twice what was left the last time.
};

}  // namespace fencepost::detector
