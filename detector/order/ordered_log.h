// Every access of a launch with its moment, and the races among them: the exact check for programs that order accesses
// by more than block barriers.
//
// The shadow memory (worker_shadow.h) sums accesses up per interval, which is all that block barriers need and fast.
// Fences, atomics and warp barriers order single threads, so here each access is kept, and pairs are judged with vector
// clocks (order.h) when all are known. Both come to the same findings where only barriers order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "detector/order/child_requests.h"
#include "detector/order/generic_writes.h"
#include "detector/order/map_reads.h"
#include "detector/order/order.h"
#include "detector/shadow/footprint.h"
#include "detector/shadow/memory_faults.h"
#include "detector/shadow/race_log.h"
#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// Of each block of a launch, the barrier at the end of each of its intervals.
using BarriersOfBlocks = std::unordered_map<std::uint64_t, std::vector<const void*>>;

/// Adds the races among `records`, all of one space and in the order in which they happened, to `result`, and their
/// words to `racy_words`. Reorders `records`. `observation`: what a strong read observes is ordered before what follows
/// the read (observation.h).
void judge_records(std::vector<Record>& records, const std::vector<TimedMoment>& moments,
                   const BarriersOfBlocks& barriers, Space space, bool observation, RaceLog& result,
                   std::unordered_set<std::uint64_t>& racy_words);

/// What follows is ordered after all that is in the log, which is of global memory: of words without a race nothing is
/// kept. Adds the others to `racy_words`, and takes it for granted that those in it race.
void keep_racy_words(AccessLog& log, bool observation, std::unordered_set<std::uint64_t>& racy_words);

class OrderedBlock;
class WorkerShadow;

/// What the blocks of a cluster have in common: each other's shared memory.
struct OrderedCluster {
  struct Member {
    std::uint64_t block = 0;
    std::uintptr_t shared_begin = 0;  ///< Address of the TLS block, whose offsets name shared memory.
    WorkerShadow* worker = nullptr;   ///< That runs it; null: it has not begun.
    AccessLog log;                    ///< Of the accesses to its shared memory, whoever did them.
    std::unordered_set<std::uint64_t> racy_words;
  };
  std::uint64_t number = 0;
  std::vector<Member> members;  ///< By rank.
  std::size_t shared_bytes = 0;
  std::uint32_t threads = 0;  ///< Of a block.
  ClusterOrder order;
  /// Of the current phase of the cluster's barrier: how many have arrived, as far as all that they did before is
  /// ordered before all that anybody does behind it.
  std::uint64_t arrived = 0;
  bool is_divided = false;  ///< It is not, of some thread; or an asynchronous copy may reach over the barrier.
  bool has_copied = false;

  /// The rank of the block whose shared memory it is.
  [[nodiscard]] std::optional<std::uint32_t> owner(std::uintptr_t address) const {
    for (std::uint32_t rank = 0; rank < members.size(); ++rank) {
      if (address - members[rank].shared_begin < shared_bytes) return rank;
    }
    return std::nullopt;
  }
};

/// One launch. Thread safety: none; one CUDA thread runs at a time.
class OrderedLaunch {
 public:
  /// All blocks have ended: adds their races to `result`, the words of those in global memory to `racy_words`.
  void judge(RaceLog& result, std::unordered_set<std::uint64_t>& racy_words);
  /// The last write may not have been performed: what it left is not looked at.
  void forget_last_write() { unsettled_.clear(); }

  /// All threads of the grid stand at a grid barrier.
  void grid_barrier();

  /// As WorkerShadow::add_footprint().
  void add_footprint(bool host_visible_only, std::uint32_t threads, Footprint& result);
  /// The same in the middle of the launch.
  void add_footprint_so_far(bool host_visible_only, std::uint32_t threads, Footprint& result);
  /// Footprints are of what comes from here on.
  void begin_segment() {
    settle();
    past_ = {};
    segment_begin_ = time_;
  }
  /// Before grid_barrier(), which forgets accesses: add_footprint() will still know them.
  void keep_footprint(bool host_visible_only, std::uint32_t threads);

  /// The cluster with this number, as `make` makes it for the first of its blocks.
  template <class Make>
  std::shared_ptr<OrderedCluster> cluster(std::uint64_t number, Make make) {
    std::shared_ptr<OrderedCluster> known = clusters_[number].lock();
    if (known == nullptr) {
      std::erase_if(clusters_, [&](const auto& entry) { return entry.first != number && entry.second.expired(); });
      clusters_[number] = known = std::make_shared<OrderedCluster>(make());
    }
    return known;
  }
  /// What its threads launch.
  ChildRequests& children() { return children_; }
  /// To be called when all blocks have ended, before judge().
  void keep_for_children() {
    settle();
    children_.keep(global_);
  }
  /// Of accesses to the shared memory of other blocks, which perhaps do not run yet, or no longer.
  FaultLog& faults() { return faults_; }

  LaunchOrder order;
  /// See judge_records(). Off where the verdict shall be that of barriers alone.
  bool observation = true;

 private:
  friend class OrderedBlock;
  /// Takes note of what the last write left: it is in memory only at the next event.
  void settle();

  AccessLog global_;
  std::unordered_set<std::uint64_t> racy_before_;  ///< Words of global_ that raced before the last grid barrier.
  Footprint past_;
  std::uint32_t segment_begin_ = 0;  ///< The time; footprints have no earlier accesses.
  ChildRequests children_;
  RaceLog shared_races_;
  std::vector<MapRead> map_reads_;
  std::uint32_t last_global_write_ = 0;  ///< Its time.
  RaceLog map_races_;                    ///< Of those before the last grid barrier.
  FaultLog faults_;
  /// The last records of a word and thread of a block, if no others with the same hash came later: a strong access, or
  /// plain ones since (a loop reads and writes what it adds to, in turns).
  struct Recent {
    const void* log = nullptr;  ///< The block's.
    std::uint64_t word = 0;
    std::uint64_t block = 0;
    std::uint32_t cleared = 0;  ///< As the log has it, if the records still exist.
    std::uint32_t thread = 0;
    std::uint32_t repetitions = 0;  ///< Of equal strong accesses, moments aside.
    std::uint32_t count = 0;        ///< Of `indexes`.
    std::array<std::size_t, 4> indexes{};
  };
  /// What a block had that has ended, for the next one. Records and moments are none.
  struct Spare {
    std::vector<Record> records;
    std::vector<TimedMoment> moments;
    std::vector<Recent> recent;
  };
  Spare spare_;
  std::unordered_map<std::uint64_t, std::weak_ptr<OrderedCluster>> clusters_;
  struct Unsettled {
    std::vector<Record>* log;
    std::size_t index;
    const void* address;
  };
  std::vector<Unsettled> unsettled_;  ///< Words of the last write.
  std::size_t unsettled_bytes_ = 0;   ///< Of it; 0: a read has been let pass, see settle_pending_write().
  BarriersOfBlocks barriers_;
  std::uint32_t time_ = 0;
};

/// One block of it. Thread safety: none, as of the launch.
class OrderedBlock {
 public:
  /// `shared_begin`: address of the TLS block, whose offsets name shared memory.
  OrderedBlock(OrderedLaunch& launch, const Home& home, std::uint32_t threads, std::uintptr_t shared_begin);
  /// The block of this rank in a cluster of several.
  OrderedBlock(OrderedLaunch& launch, std::uint32_t threads, std::shared_ptr<OrderedCluster> cluster,
               std::uint32_t rank);
  /// The block has ended; what is left to judge of its shared memory is judged.
  ~OrderedBlock();
  OrderedBlock(const OrderedBlock&) = delete;
  OrderedBlock& operator=(const OrderedBlock&) = delete;

  /// Judges the accesses to shared memory so far, and forgets them. At the latest when the block has ended.
  void judge_shared();
  /// The same when all blocks of the cluster have ended; `completed`: this one's threads have returned. Adds faults to
  /// the launch's.
  void judge_cluster(bool completed);
  /// The thread arrives at the barrier of the cluster (`releases`: all that it did), its phase is complete, the thread
  /// has waited for it. Accesses that all later ones are ordered behind are judged, and forgotten.
  void arrive_at_cluster(std::uint32_t thread, bool releases);
  void complete_cluster();
  void pass_cluster(std::uint32_t thread) { in_cluster_barrier_[thread] = false; }
  /// The block of the same cluster whose shared memory it is; null: none. Also of the own.
  [[nodiscard]] const OrderedCluster::Member* owner_in_cluster(std::uintptr_t address) const {
    if (cluster_ == nullptr) return nullptr;
    const auto rank = cluster_->owner(address);
    return rank ? &cluster_->members[*rank] : nullptr;
  }
  /// Words of shared memory with a race, of what is judged.
  [[nodiscard]] const std::unordered_set<std::uint64_t>& racy_words() const {
    return cluster_ != nullptr ? cluster_->members[rank_].racy_words : racy_words_;
  }

  /// One access by `thread`, before it is performed.
  void access(std::uint32_t thread, std::uintptr_t address, std::size_t bytes, unsigned kind, SiteId site, bool shared);
  void strong_read(std::uint32_t thread, BlockOrder::Location location, Reach reach, bool acquires);
  void strong_write(std::uint32_t thread, BlockOrder::Location location, Reach reach, bool releases, bool continues);
  void fence(std::uint32_t thread, const Fence& fence);
  void group_barrier(std::span<const std::uint32_t> threads);
  void block_barrier(const void* pc);

  /// The accesses from here to end_copy() are those of an asynchronous copy that `agent` starts. `copied`: as
  /// TimedMoment's.
  void begin_copy(BlockOrder::Agent agent, std::uint64_t copied = 0);
  /// `fence.proxy.async`.
  void proxy_fence(std::uint32_t thread) { order_.proxy_fence(thread); }
  /// `fence.proxy.tensormap::generic`.
  void map_fence(std::uint32_t thread, bool acquires) { order_.map_fence(thread, acquires); }
  /// The thread's accesses until end_map_read() are those of a copy to its tensor map.
  void begin_map_read() { reads_map_ = true; }
  void end_map_read() { reads_map_ = false; }
  void end_copy() { copy_.reset(); }
  /// The thread launches a grid, or puts a copy into a stream of the device's.
  void request_child(std::uint32_t thread, std::uint64_t request);
  /// It has waited for all that threads of the block launched so far.
  void await_children(std::uint32_t thread);
  /// For barrier objects and awaited copies.
  BlockOrder& order() { return order_; }

 private:
  static constexpr std::uint32_t kNoMoment = ~std::uint32_t{0};
  /// What belongs to the block of one of the two logs.
  struct Log {
    AccessLog* log = nullptr;
    std::vector<std::uint32_t> moments;     ///< Of each thread: the current one, or kNoMoment.
    std::uint32_t copy_moment = kNoMoment;  ///< Of the copy that is being done, if something of it is in the log.
    std::uint32_t cleared = 0;              ///< As the log has it, when `moments` was filled.
  };

  std::uint32_t moment_of(std::uint32_t thread, Log& log);
  void judge_log(AccessLog& log, std::unordered_set<std::uint64_t>& racy_words);
  void find_early_accesses(const OrderedCluster::Member& owner);
  void find_late_accesses();
  void note_stray(const Record& record, const TimedMoment& when, Kind kind);
  void add(std::uint32_t thread, Log& log, Record record, const void* address);
  /// An access to shared memory, of the copy that is being done or of a thread.
  void cross_proxies(std::uint32_t thread, const Record& record, AccessLog& log);
  /// The first word of a map that a copy reads.
  void note_map_read(std::uint32_t thread, const Record& record);
  void note_unfenced(const GenericWrites::Write& write, const Record& read);
  static constexpr std::uint32_t kSpins = 1024;  ///< Equal strong accesses in a row, after which they count as one.
  using Recent = OrderedLaunch::Recent;
  void take_spare(std::uint32_t threads);

  OrderedLaunch& launch_;
  std::shared_ptr<OrderedCluster> cluster_;  ///< Null: the block is alone.
  std::uint32_t rank_ = 0;
  Home home_;
  BlockOrder order_;
  std::uint64_t block_;
  std::uintptr_t shared_begin_;
  AccessLog shared_records_;
  std::unordered_set<std::uint64_t> racy_words_;
  Log shared_, global_;
  std::vector<std::uint32_t> launchers_;  ///< Threads that have launched something.
  std::vector<bool> in_cluster_barrier_;  ///< Of each thread: it has arrived there, and not waited yet.
  std::vector<Log> others_;  ///< Shared memory of the cluster's blocks, by rank; the own one's is not used.
  const void* interval_begin_ = nullptr;
  std::optional<TimedMoment> copy_;  ///< That is being done.
  bool copies_by_proxy_ = false;     ///< It is, through the asynchronous proxy.
  bool has_copied_ = false;
  bool reads_strongly_ = false;  ///< The access to come does.
  bool reads_map_ = false;       ///< It is one of a copy to its tensor map.
  std::vector<Recent> recent_;   ///< By word and thread; their number is a power of two.
};

}  // namespace fencepost::detector
