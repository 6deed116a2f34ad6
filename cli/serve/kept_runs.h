// Which runs that have ended are still kept.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace fencepost::cli {

/// The newest, bounded by their number, by the bytes that they have left, and by age. Thread safety: none.
class KeptRuns {
 public:
  using Time = std::chrono::steady_clock::time_point;

  static constexpr std::size_t kMost = 512;
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  static constexpr std::chrono::minutes kLongest{60};

  /// `end`: when it ended, not before those that were added earlier. `bytes`: of its pages.
  void add(const std::string& id, std::uint64_t bytes, Time end);
  /// Those, the oldest first, that are not to be kept any more; they are not asked about again.
  std::vector<std::string> take_old(Time now);

 private:
  struct Run {
    std::string id;
    std::uint64_t bytes = 0;
    Time end;
  };
  std::deque<Run> runs_;  ///< The oldest first.
  std::uint64_t bytes_ = 0;
};

}  // namespace fencepost::cli
