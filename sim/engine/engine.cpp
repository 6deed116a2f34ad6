#include "sim/engine/engine.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "sim/cluster/cluster.h"
#include "sim/cluster/places.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/fault.h"
#include "sim/engine/heap.h"
#include "sim/engine/output.h"
#include "sim/engine/residents.h"
#include "sim/engine/workers/worker_choice.h"
#include "sim/interface/config.h"
#include "sim/interface/current.h"
#include "sim/interface/tensor/cells.h"
#include "sim/os/held_signals.h"
#include "sim/os/own_threads.h"
#include "sim/os/parked_threads.h"

namespace fencepost::sim {

namespace {

std::atomic<std::uint64_t> total_launches{0}, total_blocks{0}, total_threads{0};

/// Launches that have begun and not ended.
std::atomic<unsigned> under_way{0};

/// Of the launch that runs; no blocks: none does. A block's end writes to it: on a cache line of its own.
struct alignas(64) Running {
  std::atomic<std::uint64_t> blocks_done{0}, blocks{0};
  std::atomic<std::chrono::steady_clock::duration::rep> since{0};
};
Running running;

/// The library reads a file of the kernel's each time, which takes longer than a small launch.
unsigned processors() {
  static const unsigned count = std::max(1U, std::thread::hardware_concurrency());
  return count;
}

unsigned worker_count(std::uint64_t blocks) {
  const unsigned jobs = config().jobs != 0 ? config().jobs : processors();
  return static_cast<unsigned>(std::min<std::uint64_t>(jobs, blocks));
}

/// What the workers of one launch share.
class LaunchRun final : private Residents::Launch {
 public:
  LaunchRun(const LaunchInfo& info, const ThreadCode& thread, void* closure, unsigned workers, std::uint64_t chunk,
            HostWait* host)
      : info_(info),
        thread_(thread),
        closure_(closure),
        host_(host),
        alone_(workers <= 1 && !info.is_nested),
        output_(workers <= 1),
        residents_(info, workers, chunk, *this) {}

  /// Takes blocks, nearly in ascending order, until none is left for this worker.
  void work() {
    Resident self(residents_);
    residents_.enter(self);
    run_blocks(self);
  }

  /// Where a thread waited on a stack of its own, in one of the blocks; null: nowhere.
  [[nodiscard]] const void* fiber_pc() const { return fiber_pc_; }

  /// All workers have come back.
  std::optional<Stop> finish() {
    residents_.wait_for_all();
    output_.flush();
    return std::move(stop_);
  }

 private:
  void on_first_pass() override { output_.hold(); }

  HostAnswer wait_for_host(bool host_may_end_it, bool changed, bool reads_clock) override {
    if (host_ == nullptr) return host_may_end_it ? HostAnswer::kNobodyKnows : HostAnswer::kNever;
    if (!host_may_end_it && !host_->others_may_come()) return HostAnswer::kNever;
    observers().launches->on_launch_waits(info_);
    const bool goes_on = host_->wait(changed, reads_clock);
    observers().launches->on_launch_goes_on(info_);
    return goes_on ? HostAnswer::kGoOn : HostAnswer::kNever;
  }

  void run_blocks(Resident& self) override {
    BlockRunner& runner = BlockRunner::of_this_thread();
    prepare_fault_handling_on_this_thread(runner);
    current.alone = alone_;
    do {
      while (const std::optional<BlockRank> block = residents_.take(self)) run_block(runner, self, *block);
    } while (!residents_.leave(self));
  }

  /// `number`: in the order in which blocks begin.
  void run_block(BlockRunner& runner, Resident& self, std::uint64_t number) {
    const BlockRank block = block_begun_at(info_, number);
    const bool unchecked = thread_.unchecked != nullptr && observers().guide->skips_checks(block);
    Cluster* const cluster = self.cluster();
    runner.join(cluster, self.rank_in_cluster());
    observers().launches->on_block_begin(info_, block);
    if (cluster != nullptr && self.rank_in_cluster() == 0) observers().accesses->on_barrier_init(cluster, false);
    const bool completed = runner.run(info_, block, unchecked ? *thread_.unchecked : thread_, closure_, self);
    if (runner.fiber_pc() != nullptr) fiber_pc_.store(runner.fiber_pc(), std::memory_order_relaxed);
    if (!completed && !Residents::withdrawn(self)) stop_at(number, runner);
    if (cluster != nullptr) self.wait_for_cluster_end(completed);
    if (TensorHome& tensor = fencepost_tensor_home; tensor.allocated != 0) {
      if (completed) observers().launches->on_tensor_memory_kept(block, tensor.thread, tensor.allocated, tensor.pc);
      tensor.allocated = 0;
    }
    observers().launches->on_block_end(info_, block);
    if (!info_.is_nested) count_block();
    if (!runner.output().empty()) output_.add(number, runner.output());
  }

  void count_block() const {
    constexpr auto kRelaxed = std::memory_order_relaxed;
    if (alone_) {  // A locked operation would wait for all that the block has written.
      running.blocks_done.store(running.blocks_done.load(kRelaxed) + 1, kRelaxed);
    } else {
      running.blocks_done.fetch_add(1, kRelaxed);
    }
  }

  /// The lowest stopped block counts, whichever worker was first: blocks below it still run, those above do not.
  void stop_at(std::uint64_t number, const BlockRunner& runner) {
    const std::scoped_lock lock(mutex_);
    if (number >= residents_.end()) return;
    residents_.stop_at(number);
    stop_ = runner.stop();
  }

  const LaunchInfo& info_;
  const ThreadCode& thread_;
  void* closure_;
  HostWait* host_;
  const bool alone_;  ///< Blocks that wait for each other, too, run one at a time.
  std::mutex mutex_;
  std::optional<Stop> stop_;
  std::atomic<const void*> fiber_pc_ = nullptr;
  OrderedOutput output_;
  Residents residents_;
};

/// Threads that TBB has for blocks are the runtime's.
class WorkersNoted final : public tbb::task_scheduler_observer {
 public:
  explicit WorkersNoted(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) { observe(true); }
  void on_scheduler_entry(bool is_worker) override {
    if (is_worker) note_own_thread();
  }
};

tbb::task_arena& arena(unsigned workers) {
  static tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism, std::max(workers, 1024U));
  static tbb::global_control stack(tbb::global_control::thread_stack_size, kWorkerStackBytes);
  static tbb::task_arena instance(static_cast<int>(worker_count(~std::uint64_t{0})));
  // Never destroyed: TBB's threads may look at it until the process ends.
  static const auto* const noted = new WorkersNoted(instance);
  (void)noted;
  return instance;
}

}  // namespace

Totals totals() { return {total_launches, total_blocks, total_threads}; }

std::optional<RunningLaunch> running_launch() {
  using Clock = std::chrono::steady_clock;
  const std::uint64_t blocks = running.blocks;
  if (blocks == 0) return std::nullopt;
  const std::chrono::duration<double> time = Clock::now().time_since_epoch() - Clock::duration(running.since);
  return RunningLaunch{total_launches, blocks, running.blocks_done, time.count()};
}

std::optional<Stop> run_launch(const LaunchInfo& described, const ThreadCode& thread, void* closure,
                               std::size_t closure_bytes, HostWait* host) {
  static auto& one_at_a_time = *new std::mutex;  // Host threads may launch concurrently.
  const SignalsHeld held;
  std::unique_lock lock(one_at_a_time, std::defer_lock);
  const bool nested = described.is_nested;
  if (!nested) lock.lock();
  LaunchInfo info = described;
  info.closure = {static_cast<const std::byte*>(closure), closure_bytes};
  info.has_unchecked_code = thread.unchecked != nullptr;
  const std::uint64_t blocks = info.grid.count();
  ++under_way;
  total_launches += 1;
  total_blocks += blocks;
  total_threads += blocks * info.block.count();
  watch_for_timeout();
  observers().launches->on_launch_begin(info);
  const std::uint32_t together = blocks_begun_together(info);
  // What a block launches may have to be run before it ends, with nobody else under way.
  const bool launches = info.children != nullptr && info.orders_threads;
  const bool one_at_a_time_runs =
      together > 1 || launches || host != nullptr || observers().guide->wants_one_thread_at_a_time();
  static auto& choice = *new WorkerChoice;  // Guarded by that mutex.
  const LaunchShape shape{info.entry_pc, blocks, info.block.count()};
  unsigned workers = one_at_a_time_runs ? 1 : worker_count(blocks);
  const bool may_choose = workers > 1 && !nested;
  if (may_choose && choice.wants_one(shape, workers)) workers = 1;
  const auto begin = std::chrono::steady_clock::now();
  std::optional<LaunchUnderWatch> under_watch;
  if (!nested) {
    under_watch.emplace();
    running.blocks_done = 0;
    running.since = begin.time_since_epoch().count();
    running.blocks = blocks;
  }

  // Small chunks balance the load; large ones spare the shared counter, and pages of memory that two workers write to.
  const std::uint64_t chunk = workers <= 1 ? together : std::clamp<std::uint64_t>(blocks / (workers * 8ULL), 1, 1024);
  LaunchRun run(info, thread, closure, workers, chunk, host);
  if (workers <= 1) {
    run.work();
  } else {
    arena(workers).execute([&] {
      tbb::parallel_for(
          0U, workers, [&](unsigned) { run.work(); }, tbb::simple_partitioner());
    });
  }
  std::optional<Stop> stop = run.finish();
  info.fiber_pc = run.fiber_pc();
  if (!nested) running.blocks = 0;
  if (const auto reason = stop_requested(); reason && !stop) stop = Stop{.reason = *reason};
  observers().launches->on_launch_end(info, stop ? &*stop : nullptr);
  if (may_choose && !stop) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    choice.took(shape, workers == 1, time.count());
  }
  // Memory that kernels have freed is not given to one that is in its middle.
  if (--under_way == 0) free_device_heap();
  if (stop && ends_program(stop->reason)) observers().process->on_abandon(stop->reason);
  return stop;
}

void stop_launch(Stop stop) {
  stop.thread = current.thread;
  current.runner->fail(std::move(stop));
}

}  // namespace fencepost::sim
