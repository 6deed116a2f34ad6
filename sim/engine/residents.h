// The blocks of a launch that have begun and not ended, and which of them run.
//
// A worker runs block after block, each to its end; that needs nothing of this. A block that waits for other blocks
// cannot be left by its OS thread (fibers never move): it passes its turn on, to the next block that has not begun, on
// another OS thread, or to one that has passed its turn on before.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "sim/cluster/places.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// OS threads that may hold a block of a launch at the same time; what one GPU of 16 multiprocessors holds.
inline constexpr std::uint32_t kMostResidents = 512;

class Cluster;
class Residents;

/// One OS thread's part in a launch. Thread safety: that thread only; Residents touches the part of another one while
/// that waits, under the lock.
class Resident {
 public:
  explicit Resident(Residents& all) : all_(all) {}

  enum class Answer : std::uint8_t {
    kGoOn,
    kWithdraw,       ///< Another block has ended the launch; this one will never go on.
    kHopeless,       ///< All blocks wait for changes that nobody makes.
    kTooManyBlocks,  ///< The blocks wait for others, for which there is no room.
  };

  /// The running block's threads wait for other blocks; `may_change`: they may have seen a change, or will without the
  /// others. Returns when it is its turn again.
  /// `host_may_end_it`: they look at what the host may write.
  Answer pass_turn(bool may_change, bool host_may_end_it, bool reads_clock);
  /// They do not any more.
  void made_progress();
  /// All threads of the running block have come to the barrier of the grid, `first` is the lowest-ranked of them.
  /// Returns when it opens.
  Answer wait_for_grid(const Waiter& first);
  /// No thread of the running block can go on before the barrier of its cluster opens. Returns when it has; kHopeless:
  /// it never will.
  Answer wait_for_cluster();
  /// It has.
  void open_cluster();
  /// The running block's threads have ended, `completed` if all of them returned. Returns when all blocks of its
  /// cluster have ended, which need its shared memory until then.
  void wait_for_cluster_end(bool completed);
  /// Of the running block; null: it is alone.
  [[nodiscard]] Cluster* cluster() const { return cluster_.get(); }
  [[nodiscard]] std::uint32_t rank_in_cluster() const { return rank_in_cluster_; }

 private:
  friend class Residents;
  /// What it waits for without a turn, besides that.
  enum class Aside : std::uint8_t { kNot, kAtGrid, kAtCluster, kAtEnd };

  Residents& all_;
  BlockRank block_ = 0;            ///< Running.
  BlockRank next_ = 0, last_ = 0;  ///< To be run after it: [next_, last_).
  std::optional<unsigned> share_;  ///< Of the blocks; none: it was started for a block that others wait for.
  bool begins_ = false;            ///< It was started for the sake of the block `next_`.
  bool has_turn_ = true;
  bool spins_ = false;  ///< It has passed its turn on, and there was no progress since.
  bool withdrawn_ = false;
  std::uint64_t round_ = 0;  ///< In which it passed its turn on last.
  Waiter at_grid_;
  std::shared_ptr<Cluster> cluster_;
  std::uint32_t rank_in_cluster_ = 0;
  Aside aside_ = Aside::kNot;
  bool hopeless_ = false;                        ///< The barrier of its cluster never opens.
  std::uint32_t sibling_turns_ = 0;              ///< Passed to blocks of its cluster alone, without progress.
  std::optional<std::condition_variable> wake_;  ///< Made when it first waits: launches hardly ever need one.
};

/// What several residents share: whose turn it is, and who waits. Guarded by its mutex.
struct TurnState {
  std::mutex mutex;
  std::map<BlockRank, BlockRank> put_back;  ///< Ranges [first, last) that were taken and not begun.
  std::vector<Resident*> ready;             ///< Whose turn is next.
  std::vector<Resident*> at_grid;
  std::vector<Resident*> at_cluster;  ///< At the barriers of their clusters, or at their ends.
  std::set<unsigned> shares_taken;
  unsigned running = 0, spinning = 0;
  unsigned residents = 0;  ///< Entered and not left.
  unsigned on_own_threads = 0;
  std::uint64_t passes = 0;  ///< Since the last change that any block saw.
  /// In a round every resident passes its turn on at least once.
  std::uint64_t round = 1, idle_rounds = 0;  ///< idle: all that were completed since that change.
  unsigned passed_in_round = 0;
  std::uint64_t memory_state = 0;  ///< When it was looked at last.
  bool host_may_end_it = false;    ///< Since the last change somebody looked at what the host may write.
  bool hopeless = false;           ///< Each resident ends its block.
  bool changed_since_wait = true;  ///< For whoever else might end it.
  static constexpr unsigned kMostPatienceByClock = 256;
  unsigned passes_by_clock = 0, patience_by_clock = 16;  ///< Of threads that read a clock, between two rests.
  std::condition_variable all_left;
  std::condition_variable all_came;  ///< All blocks of a cluster have their OS threads.
};

/// Thread safety: full. One for each launch.
///
/// Blocks are numbered in the order in which they begin: that of their ranks, but cluster by cluster where blocks of a
/// cluster may wait for each other (cluster.h). These begin together, each on an OS thread of its own, one at a time
/// running.
///
/// Invariants, when nobody holds the mutex:
///  1. has_turn_ holds for `running` residents, at most `turns`;
///  2. every other resident is in `ready`, `at_grid` or `at_cluster`;
///  3. if `running` is 0, all are empty.
class Residents {
 public:
  /// What the launch does for them.
  class Launch {
   public:
    /// For a resident on an OS thread of its own: what take() and leave() ask for.
    virtual void run_blocks(Resident&) = 0;
    /// From now on blocks do not end in order. Called once, or never.
    virtual void on_first_pass() = 0;
    /// Nothing will change unless somebody else writes; `host_may_end_it`: the host may. `changed`: since the last call
    /// something did. `reads_clock`: or a clock ends it. Called for one that runs a block at a time, with the lock
    /// held.
    enum class HostAnswer : std::uint8_t { kNobodyKnows, kGoOn, kNever };
    virtual HostAnswer wait_for_host(bool host_may_end_it, bool changed, bool reads_clock) = 0;

   protected:
    ~Launch() = default;
  };

  /// `turns`: how many blocks may run at a time, 1 if some begin together. `chunk`: how many are taken at a time, whole
  /// clusters.
  Residents(const LaunchInfo& info, unsigned turns, std::uint64_t chunk, Launch& launch)
      : info_(info),
        blocks_(info.grid.count()),
        cluster_(blocks_begun_together(info)),
        turns_(turns),
        chunk_(chunk),
        launch_(launch),
        given_(turns) {
    if (turns > 1 || cluster_ > 1) shared_.emplace();
  }

  /// A worker comes, with a turn of its own.
  void enter(Resident&);
  /// The next block for the resident; nullopt if there is none, or if blocks that have begun come first.
  std::optional<BlockRank> take(Resident&);
  /// After take() said nullopt: gives the turn back. False if there are blocks again.
  bool leave(Resident&);
  /// Blocks from `block` on need not run to their end.
  void stop_at(BlockRank block);
  [[nodiscard]] BlockRank end() const { return end_.load(std::memory_order_relaxed); }
  /// True if the resident's last block was given up for another one's sake.
  [[nodiscard]] static bool withdrawn(const Resident& resident) { return resident.withdrawn_; }
  /// Waits for the residents that have OS threads of their own.
  void wait_for_all();

 private:
  friend class Resident;

  TurnState& shared();
  BlockRank begin(Resident&);
  void begin_cluster(Resident&);
  Resident::Answer wait_for_cluster(Resident&);
  void open_cluster(const Resident&);
  void wait_for_cluster_end(Resident&, bool completed);
  void set_aside(Resident&, Resident::Aside);
  void give_turn_away();
  void find_cluster_deadlock(const Cluster*);
  void make_ready(Resident&);
  void release_when_none_runs();
  bool prefers_sibling(Resident&);
  Resident::Answer pass_turn(Resident&, bool may_change, bool host_may_end_it, bool reads_clock);
  void let_others_come(bool host_may_end_it);
  void count_idle(Resident&);
  void something_changed();
  Resident::Answer wait_for_grid(Resident&);
  bool take_back(Resident&);
  void progress(Resident&);
  void put_back(Resident&);
  [[nodiscard]] BlockRank blocks_to_run() const { return std::min(end(), blocks_); }
  [[nodiscard]] bool any_block_left() const;
  std::optional<BlockRank> next_block();
  bool take_chunk(Resident&);
  [[nodiscard]] BlockRank first_of(unsigned share) const {
    return (given_[share].load(std::memory_order_relaxed) * turns_ + share) * chunk_;
  }
  [[nodiscard]] unsigned least_share() const;
  std::optional<BlockRank> take_of_share(unsigned share);
  bool start_another();
  void wake_next();
  void wait_for_turn(Resident&, std::unique_lock<std::mutex>&);
  void open_grid();

  const LaunchInfo& info_;
  const BlockRank blocks_;
  const std::uint32_t cluster_;  ///< Blocks that begin together.
  const unsigned turns_;
  const std::uint64_t chunk_;
  Launch& launch_;
  bool in_order_ = true;  ///< No block has passed its turn on.

  std::atomic<bool> others_wait_{false};  ///< `ready` or `put_back` holds something.
  std::atomic<BlockRank> end_{~BlockRank{0}};

  /// Blocks are taken in chunks, each of a round of them the share of one turn: how many each turn's share has given
  /// away. The same OS thread takes the same share in each launch, others if it is far ahead or has no more: what it
  /// keeps of the memory that its blocks touch the others need not keep.
  std::vector<std::atomic<std::uint64_t>> given_;

  /// None while there is one worker and no block has ever waited: launches hardly ever need more.
  std::optional<TurnState> shared_;
};

}  // namespace fencepost::sim
