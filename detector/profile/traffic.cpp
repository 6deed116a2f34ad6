#include "detector/profile/traffic.h"

#include <algorithm>
#include <array>

namespace fencepost::detector {
namespace {

constexpr std::uint32_t kBanks = 32;
constexpr std::uint64_t kBankBytes = 4;

/// Words that the banks have to serve, each in a pass of its bank's.
class BankQueues {
 public:
  /// `shares`: the word may be one that is waiting already.
  void add(std::uint64_t word, bool shares) {
    const auto waiting = std::span(words_).first(count_);
    if (shares && std::ranges::find(waiting, word) != waiting.end()) return;
    words_[count_++] = word;
    longest_ = std::max<std::uint64_t>(longest_, ++queue_[word % kBanks]);
  }
  [[nodiscard]] std::uint64_t passes() const { return longest_; }

 private:
  std::array<std::uint64_t, 64> words_{};  // 32 lanes with up to 8 bytes that straddle, 16 with 16: never more.
  std::size_t count_ = 0;
  std::array<std::uint8_t, kBanks> queue_{};
  std::uint64_t longest_ = 0;
};

}  // namespace

SharedTraffic shared_traffic(std::span<const LaneAccess> lanes) {
  const std::uint32_t bytes = lanes.front().bytes;
  const std::uint32_t group_lanes = bytes == 16 ? 8 : bytes == 8 ? 16 : 32;
  SharedTraffic traffic{.accesses = 1};
  for (std::size_t at = 0; at < lanes.size();) {
    const std::uint32_t group = lanes[at].lane / group_lanes;
    BankQueues banks;
    for (; at < lanes.size() && lanes[at].lane / group_lanes == group; ++at) {
      const std::uint64_t last = (lanes[at].address + lanes[at].bytes - 1) / kBankBytes;
      for (std::uint64_t word = lanes[at].address / kBankBytes; word <= last; ++word) {
        banks.add(word, !lanes[at].atomic);
      }
    }
    traffic.passes += banks.passes();
    ++traffic.least;
  }
  return traffic;
}

GlobalTraffic global_traffic(std::span<LaneAccess> lanes) {
  if (!std::ranges::is_sorted(lanes, {}, &LaneAccess::address)) std::ranges::sort(lanes, {}, &LaneAccess::address);
  GlobalTraffic traffic{.requests = 1};
  std::uint64_t bytes = 0;
  std::uint64_t covered = 0;      // All bytes below are counted.
  std::uint64_t next_sector = 0;  // All sectors below are counted.
  for (const LaneAccess& access : lanes) {
    const std::uint64_t end = access.address + access.bytes;
    if (end > covered) bytes += end - std::max(covered, access.address);
    covered = std::max(covered, end);
    const std::uint64_t first = std::max(next_sector, access.address / kSectorBytes);
    const std::uint64_t after = (end - 1) / kSectorBytes + 1;
    if (after > first) traffic.sectors += after - first;
    next_sector = std::max(next_sector, after);
  }
  traffic.least = (bytes + kSectorBytes - 1) / kSectorBytes;
  return traffic;
}

}  // namespace fencepost::detector
