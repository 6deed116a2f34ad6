// Which blocks of which launches are checked (--sample).
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "detector/model/finding.h"
#include "sim/interface/events.h"

namespace fencepost::detector {

/// The first launches of a kernel with one grid, block and amount of dynamic shared memory are checked in full: the
/// first one, and more until so many accesses have been checked. Of later ones, repeats, pairs of blocks are, one
/// in kShare, others in each repeat, so that kShare repeats meet all. Grids of fewer pairs have one of them in each
/// repeat, but not more than one in kLeastShare. Where single threads are ordered (fences, warp barriers), or the grid
/// has a barrier, each kShare-th repeat is checked, in full.
///
/// Launches that have more memory than kMostInFull at hand are repeats from the first on: what a check in full needs is
/// several times as much. Where single threads are ordered kMostOrdered is enough, and each kLeastShare-th launch has
/// such pairs; unless blocks may wait for each other, which then are checked together or not at all. Repeats are, too,
/// launches of a kernel of which kSizesInFull times as many accesses have been checked, in launches of so many sizes:
/// that of a graph's search is another in each launch.
///
/// All of it follows from what was launched: it is the same in every run, whatever the schedule and --jobs.
/// Thread safety: skips() from any thread between begin_launch() and end_launch().
class Sampling {
  enum class Share : std::uint8_t { kAll, kSome, kNone };
  struct Repeats {
    std::uint64_t accesses = 0;  ///< Checked so far.
    std::uint64_t later = 0;     ///< Launches since.
    bool is_met = false;
  };
  /// Of all sizes of a kernel.
  struct Sizes {
    std::uint64_t met = 0;
    std::uint64_t accesses = 0;  ///< Checked so far.
    std::uint64_t later = 0;     ///< First launches of a size since there were enough.
  };

 public:
  static constexpr std::uint64_t kShare = 64;
  static constexpr std::uint64_t kLeastShare = 16;
  static constexpr std::uint64_t kSizesInFull = 16;
  static constexpr std::uint64_t kMostInFull = std::uint64_t{1} << 29;  ///< Bytes.
  static constexpr std::uint64_t kMostOrdered = std::uint64_t{1} << 27;
  static constexpr std::uint64_t kBlocksTogether = 2;  ///< Neighbours, whose accesses may conflict.

  /// `wanted`: else everything is checked. `full_accesses`: of a kernel and size, before its launches are repeats.
  Sampling(bool wanted, std::uint64_t full_accesses) : wanted_(wanted), full_accesses_(full_accesses) {}

  /// A launch comes, of which all is to be checked if `in_full`. `bytes`: of what its arguments point to.
  void begin_launch(const sim::LaunchInfo&, bool in_full, std::uint64_t bytes = 0);
  /// It has ended; `accesses` of it were checked.
  void end_launch(std::uint64_t accesses);
  [[nodiscard]] bool skips(sim::BlockRank block) const {
    return running_.share == Share::kNone || (running_.share == Share::kSome && !is_in_turn(block));
  }
  /// Not all of the running launch is checked.
  [[nodiscard]] bool skips_some() const { return running_.share != Share::kAll; }
  /// Nothing of it is.
  [[nodiscard]] bool skips_all() const { return running_.share == Share::kNone; }
  /// What was decided of a launch.
  struct Running {
    Repeats* repeats = nullptr;
    Sizes* sizes = nullptr;
    Share share = Share::kAll;
    std::uint64_t turn = 0;
    std::uint64_t period = kShare;  ///< Pairs of blocks of which one is in turn.
  };
  [[nodiscard]] const Running& running() const { return running_; }
  /// Another launch, in whose middle this one was, goes on.
  void resume(const Running& other) { running_ = other; }
  /// So far; zeros if it was not wanted.
  [[nodiscard]] const SampleSummary& summary() const { return summary_; }
  void start_anew() { summary_ = {}; }

 private:
  using Key = std::tuple<const void*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                         std::uint32_t, std::size_t>;

  [[nodiscard]] bool is_in_turn(sim::BlockRank block) const {
    return block / kBlocksTogether % running_.period == running_.turn % running_.period;
  }
  [[nodiscard]] std::uint64_t blocks_in_turn(std::uint64_t blocks) const;
  [[nodiscard]] Share share_of_pairs(std::uint64_t blocks) const;

  const bool wanted_;
  const std::uint64_t full_accesses_;
  std::map<Key, Repeats> launches_;
  std::map<const void*, Sizes> kernels_;
  Running running_;
  SampleSummary summary_;
};

}  // namespace fencepost::detector
