#include "sim/spin_watch.h"

#include <algorithm>
#include <cstring>

namespace fencepost::sim {

SpinWatch::Verdict SpinWatch::judge(const void* address, std::size_t bytes, std::uint32_t threads,
                                    std::uint32_t exited) {
  if (exited != exited_) {
    exited_ = exited;
    restart();
  }
  if (turn_length_ != 0) {
    operations_ = 0;
    if (++turns_ % kHopeless == 0) return Verdict::kSpins;
    if (turns_ < next_watch_) return Verdict::kYield;
    turn_length_ = 0;
    fruitless_ = 1;
    watched_ = 0;
    return Verdict::kYield;
  }
  ++watched_;
  fruitless_ = address != nullptr && is_news(address, bytes) ? 0 : fruitless_ + 1;
  const std::uint32_t enough = kLooks * (threads + 4);
  if (fruitless_ >= enough) {
    fruitless_ = 1;
    watched_ = 0;
    patience_ = kPatience;
    return Verdict::kSpins;
  }
  if (watched_ > kWatchFactor * enough) {
    patience_ = std::min(2 * patience_, kMostPatience);
    next_watch_ = turns_ + patience_;
    stop_watching();
    return Verdict::kYield;
  }
  return watched_ % kWatchedTurn == 0 ? Verdict::kYield : Verdict::kGoOn;
}

bool SpinWatch::is_news(const void* address, std::size_t bytes) {
  if (memory_ == nullptr) memory_ = std::make_unique<Memory>();
  std::uint64_t value = 0;
  std::memcpy(&value, address, std::min(bytes, sizeof value));
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  Seen& seen = (*memory_)[(number / 4 + number / (4 * kRemembered)) % kRemembered];
  if (seen.address == address && seen.value == value) return false;
  seen = {address, value};
  return true;
}

}  // namespace fencepost::sim
