#include "sim/engine/spin_watch.h"

#include <algorithm>
#include <cstring>

#include "sim/engine/arena.h"
#include "sim/engine/state_hash.h"

namespace fencepost::sim {

SpinWatch::Verdict SpinWatch::judge(const void* address, std::size_t bytes, std::uint32_t threads,
                                    std::uint32_t exited) {
  if (exited != exited_) {
    exited_ = exited;
    restart();
  }
  if (turn_count_.length != 0) {
    turn_count_.operations = 0;
    if (++turns_ % kHopeless == 0) {
      changed_ = true;
      return Verdict::kSpins;
    }
    if (turns_ < next_watch_) return Verdict::kYield;
    turn_count_.length = 0;
    changed_ = true;
    watch();
    return Verdict::kYield;
  }
  ++watched_;
  fruitless_ = address != nullptr && is_news(address, bytes) ? 0 : fruitless_ + 1;
  // Where values change and come again, more is asked for: a loop over a lock is perhaps about to end.
  const std::uint32_t enough = kLooks * (threads + 4) * (changed_ ? kWatchFactor / 2 : 1);
  if (fruitless_ >= enough) {
    watch();
    patience_ = kPatience;
    return Verdict::kSpins;
  }
  if (watched_ > kLooks * (threads + 4) * kWatchFactor && fruitless_ == 0) {
    patience_ = std::min(2 * patience_, kMostPatience);
    next_watch_ = turns_ + patience_;
    changed_ = true;
    stop_watching();
    return Verdict::kYield;
  }
  return watched_ % kWatchedTurn == 0 ? Verdict::kYield : Verdict::kGoOn;
}

bool SpinWatch::is_news(const void* address, std::size_t bytes) {
  if (memory_ == nullptr) memory_ = std::make_unique<Memory>();
  std::uint64_t value = 0;
  if (bytes <= sizeof value) {
    std::memcpy(&value, address, bytes);
  } else {
    value = hash_bytes({static_cast<const std::byte*>(address), bytes});
  }
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const std::size_t place = number / 4 + number / (4 * kRemembered);
  Seen& last = memory_->last[place % kRemembered];
  if (last.address == address && last.value == value) return false;
  last = {address, value};
  changed_ = true;
  if (arena_bounds.contains(address) && !arena_bounds.is_device_only(address)) host_may_write_ = true;
  Seen& seen = memory_->values[(place ^ value * 0x9E3779B97F4A7C15U >> 52) % kRemembered];
  if (seen.address == address && seen.value == value) return false;
  seen = {address, value};
  return true;
}

}  // namespace fencepost::sim
