// The SIMT engine, driven directly: kernels here are plain C++ functions, compiled without any instrumentation.
#include "sim/engine/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "sim/engine/block_runner.h"
#include "sim/interface/atomic_hook.h"
#include "sim/interface/config.h"
#include "sim/interface/current.h"
#include "sim/interface/thread_variables.h"
#include "tests/unit/every_observer.h"

extern "C" {
void __syncthreads();
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void __syncwarp(unsigned mask);
void fencepost_grid_barrier();
unsigned long long fencepost_shuffle(int mode, unsigned mask, unsigned long long bits, unsigned lane_or_delta,
                                     unsigned width);
unsigned fencepost_vote(int op, unsigned mask, int predicate);
unsigned fencepost_activemask();
}

namespace fencepost::sim {
namespace {

/// Counts what the engine publishes.
class Recorder : public EveryObserver {
 public:
  void on_barrier(const void* /*pc*/) override { ++barriers; }
  void on_barrier_divergence(std::span<const Waiter> waiters) override {
    const std::scoped_lock lock(mutex);
    divergences.emplace_back(waiters.begin(), waiters.end());
  }
  void on_deadlock(std::span<const Waiter> waiters) override {
    const std::scoped_lock lock(mutex);
    deadlocks.emplace_back(waiters.begin(), waiters.end());
  }
  void on_grid_barrier() override { ++grid_barriers; }
  void on_grid_barrier_divergence(BlockRank /*block*/, const Waiter& /*first*/, BlockRank left) override {
    const std::scoped_lock lock(mutex);
    blocks_left.push_back(left);
  }
  void on_warp_misuse(const WarpMisuse& misuse) override {
    const std::scoped_lock lock(mutex);
    misuses.emplace_back(misuse.waiters.begin(), misuse.waiters.end());
    missing_reads += misuse.kind == WarpMisuse::Kind::kValueOfReturned ? 1 : 0;
  }
  std::atomic<int> barriers{0}, grid_barriers{0};
  std::mutex mutex;
  std::vector<std::vector<Waiter>> divergences, deadlocks, misuses;
  std::vector<BlockRank> blocks_left;
  int missing_reads = 0;
};

class Engine : public testing::Test {
 protected:
  void SetUp() override { observe(&recorder_); }
  void TearDown() override {
    observe(nullptr);
    config() = Config{};
  }

  template <class Body>
  std::optional<Stop> launch(Extent grid, Extent block, Body body) {
    return run_launch({.number = 1, .grid = grid, .block = block, .orders_threads = true},
                      {.run = [](void* closure) { (*static_cast<Body*>(closure))(); }}, &body, sizeof(body));
  }

  template <class Body>
  std::optional<Stop> launch_cooperatively(Extent grid, Extent block, Body body) {
    return run_launch({.number = 1, .grid = grid, .block = block, .cooperative = true, .orders_threads = true},
                      {.run = [](void* closure) { (*static_cast<Body*>(closure))(); }}, &body, sizeof(body));
  }

  /// As device code reads what others may write.
  static int strong_load(std::atomic<int>& value) {
    before_atomic(&value, sizeof value, AtomicKind::kLoad, __builtin_return_address(0));
    return value.load();
  }

  Recorder recorder_;
};

TEST_F(Engine, RunsEveryThreadOfEveryBlockOnceWithItsIndices) {
  for (const unsigned jobs : {1U, 3U}) {
    config().jobs = jobs;
    std::mutex mutex;
    std::multiset<std::vector<std::uint32_t>> seen;
    EXPECT_FALSE(launch({3, 2, 2}, {4, 3, 2}, [&] {
      const Extent t = fencepost_thread_idx, b = fencepost_block_idx;
      EXPECT_EQ(fencepost_grid_dim, (Extent{3, 2, 2}));
      EXPECT_EQ(fencepost_block_dim, (Extent{4, 3, 2}));
      const std::scoped_lock lock(mutex);
      seen.insert({b.z, b.y, b.x, t.z, t.y, t.x});
    }));
    EXPECT_EQ(seen.size(), 3U * 2 * 2 * 4 * 3 * 2);
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), seen.size());
    EXPECT_LE(*seen.rbegin(), (std::vector<std::uint32_t>{1, 1, 2, 1, 2, 3}));
  }
}

TEST_F(Engine, ThreadsThatNeverWaitShareOneStack) {
  config().jobs = 1;
  std::set<void*> frames;
  launch({4}, {256}, [&] { frames.insert(__builtin_frame_address(0)); });
  EXPECT_EQ(frames.size(), 1U);
}

TEST_F(Engine, NoThreadPassesABarrierBeforeAllHaveArrived) {
  for (const Schedule schedule : {Schedule::kForward, Schedule::kReverse, Schedule::kRandom}) {
    config().jobs = 1;
    config().schedule = schedule;
    for (const std::uint32_t threads : {1U, 2U, 31U, 64U, 65U, 1000U, 1024U}) {
      std::uint32_t arrived = 0;
      bool early = false;
      EXPECT_FALSE(launch({1}, {threads}, [&] {
        for (std::uint32_t round = 1; round <= 3; ++round) {
          ++arrived;
          __syncthreads();
          early = early || arrived != round * threads;
          __syncthreads();
        }
      }));
      EXPECT_FALSE(early);
      EXPECT_EQ(arrived, 3 * threads);
    }
  }
}

TEST_F(Engine, SchedulesDifferInTheOrderOfThreads) {
  config().jobs = 1;
  const auto order = [&](Schedule schedule, std::uint64_t seed) {
    config().schedule = schedule;
    config().seed = seed;
    std::vector<std::uint32_t> ranks;
    launch({1}, {kMaxThreads}, [&] { ranks.push_back(current.thread); });
    return ranks;
  };
  const auto forward = order(Schedule::kForward, 1);
  EXPECT_TRUE(std::is_sorted(forward.begin(), forward.end()));
  auto reverse = order(Schedule::kReverse, 1);
  std::reverse(reverse.begin(), reverse.end());
  EXPECT_EQ(reverse, forward);
  for (const std::uint16_t thread : {std::uint16_t{5}, std::uint16_t{kMaxThreads - 1}}) {
    config().first_threads = Config().first_threads;
    config().first_threads[0] = thread;
    const auto first = order(Schedule::kFirst, 1);
    ASSERT_EQ(first.size(), kMaxThreads);
    EXPECT_EQ(first.front(), thread);
    EXPECT_TRUE(std::is_sorted(first.begin() + 1, first.end()));
  }
  config().first_threads = {40, 3, 7, Config::kNoThread};
  const auto several = order(Schedule::kFirst, 1);
  ASSERT_EQ(several.size(), kMaxThreads);
  EXPECT_EQ(std::vector(several.begin(), several.begin() + 4), (std::vector<std::uint32_t>{40, 3, 7, 0}));
  EXPECT_TRUE(std::is_sorted(several.begin() + 3, several.end()));
  EXPECT_NE(order(Schedule::kRandom, 1), order(Schedule::kRandom, 2));
  EXPECT_EQ(order(Schedule::kRandom, 3), order(Schedule::kRandom, 3));
}

TEST_F(Engine, OperationsInStepAreDoneByAllThreadsInTurn) {
  config().jobs = 1;
  for (const Schedule schedule : {Schedule::kForward, Schedule::kReverse}) {
    config().schedule = schedule;
    // A warp's sum as it was written before Volta: each lane reads twice and then writes. 600 rounds are more than a
    // turn.
    std::vector<int> sum(64);
    int wrong = 0;
    launch({1}, {32}, [&] {
      const auto in_step = [&](int& word) -> int& {
        current.runner->operation_in_step({&word, sizeof word}, __builtin_return_address(0));
        return word;
      };
      for (int round = 0; round < 600; ++round) {
        const std::uint32_t lane = current.thread;
        in_step(sum[lane]) = static_cast<int>(lane) + round;
        for (std::uint32_t distance = 16; distance > 0; distance /= 2) {
          const int own = in_step(sum[lane]);
          const int other = in_step(sum[lane + distance]);
          in_step(sum[lane]) = own + other;
        }
        if (lane == 0 && sum[0] != 496 + 32 * round) ++wrong;
      }
    });
    EXPECT_EQ(wrong, 0);
  }
}

TEST_F(Engine, BarriersReduceOverAllThreads) {
  config().jobs = 1;
  launch({2}, {96}, [&] {
    const int rank = static_cast<int>(current.thread);
    EXPECT_EQ(__syncthreads_count(rank % 3 == 0), 32);
    EXPECT_EQ(__syncthreads_and(rank < 95), 0);
    EXPECT_EQ(__syncthreads_and(1), 1);
    EXPECT_EQ(__syncthreads_or(rank == 77), 1);
    EXPECT_EQ(__syncthreads_or(0), 0);
  });
}

TEST_F(Engine, AThreadThatHasReturnedCountsAsArrivedAndIsTold) {
  config().jobs = 1;
  int passed = 0;
  EXPECT_FALSE(launch({1}, {8}, [&] {
    if (current.thread == 5) return;
    __syncthreads();
    ++passed;
  }));
  EXPECT_EQ(passed, 7);
  ASSERT_EQ(recorder_.divergences.size(), 1U);
  EXPECT_EQ(recorder_.divergences[0].size(), 8U);
  EXPECT_EQ(recorder_.divergences[0][5].pc, nullptr);
  EXPECT_NE(recorder_.divergences[0][4].pc, nullptr);
}

TEST_F(Engine, DifferentBarriersOpenTogetherAndAreTold) {
  config().jobs = 1;
  EXPECT_FALSE(launch({1}, {4}, [&] {
    if (current.thread % 2 == 0) {
      __syncthreads();
    } else {
      __syncthreads_count(1);  // Another function, so that the compiler cannot merge the two calls.
    }
    asm volatile("");  // And neither is a tail call.
  }));
  ASSERT_EQ(recorder_.divergences.size(), 1U);
  EXPECT_NE(recorder_.divergences[0][0].pc, recorder_.divergences[0][1].pc);
  EXPECT_EQ(recorder_.divergences[0][0].pc, recorder_.divergences[0][2].pc);
}

TEST_F(Engine, ADeadlockIsToldAndEndsTheLaunch) {
  config().jobs = 1;
  const auto stop = launch({1}, {32}, [&] {
    if (current.thread == 0) {
      __syncthreads();
    } else {
      __syncwarp(~0U);
    }
  });
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->reason, StopReason::kDeadlock);
  EXPECT_EQ(recorder_.deadlocks.size(), 1U);
  EXPECT_FALSE(launch({1}, {32}, [] { __syncthreads(); }));  // The engine is usable afterwards.
}

TEST_F(Engine, ShufflesMoveValuesBetweenLanes) {
  config().jobs = 1;
  launch({1}, {64}, [&] {
    const unsigned lane = current.thread % 32;
    const unsigned long long value = 100 + lane;
    EXPECT_EQ(fencepost_shuffle(0, ~0U, value, 5, 32), 105U);
    EXPECT_EQ(fencepost_shuffle(1, ~0U, value, 2, 32), lane < 2 ? value : value - 2);
    EXPECT_EQ(fencepost_shuffle(2, ~0U, value, 3, 32), lane + 3 > 31 ? value : value + 3);
    EXPECT_EQ(fencepost_shuffle(3, ~0U, value, 1, 32), 100 + (lane ^ 1U));
    EXPECT_EQ(fencepost_shuffle(2, ~0U, value, 1, 8), lane % 8 == 7 ? value : value + 1);
  });
}

TEST_F(Engine, VotesCountTheLanesOfTheMask) {
  config().jobs = 1;
  launch({1}, {40}, [&] {  // The second warp has 8 lanes.
    const unsigned rank = current.thread;
    const unsigned lanes = rank < 32 ? ~0U : 0xFFU;
    EXPECT_EQ(fencepost_vote(2, lanes, rank % 2 == 0), 0x55555555U & lanes);
    EXPECT_EQ(fencepost_vote(0, lanes, 1), 1U);
    EXPECT_EQ(fencepost_vote(0, lanes, rank != 3), rank < 32 ? 0U : 1U);
    EXPECT_EQ(fencepost_vote(1, lanes, rank == 3), rank < 32 ? 1U : 0U);
    if (rank % 4 == 1) {
      EXPECT_EQ(fencepost_vote(2, 0x22222222U & lanes, 1), 0x22222222U & lanes);
    }
  });
}

TEST_F(Engine, TheActiveMaskNamesTheLanesThatCameAlong) {
  config().jobs = 1;
  launch({1}, {32}, [&] {
    if (current.thread % 2 == 1) {
      EXPECT_EQ(fencepost_activemask(), 0xAAAAAAAAU);
    }
  });
}

TEST_F(Engine, AThreadThatExitsDoesNotHoldUpItsWarp) {
  config().jobs = 1;
  EXPECT_FALSE(launch({1}, {32}, [&] {
    if (current.thread == 31) return;
    __syncwarp(~0U);
  }));
}

TEST_F(Engine, ALaneThatItsMaskDoesNotNameGoesOnAloneAndIsTold) {
  config().jobs = 1;
  EXPECT_FALSE(launch({1}, {32}, [&] {
    const unsigned lane = current.thread;
    EXPECT_EQ(fencepost_shuffle(0, 0xFFFFU, 100 + lane, 3, 32), lane < 16 ? 103U : 0U);
  }));
  EXPECT_EQ(recorder_.misuses.size(), 16U);
  EXPECT_EQ(recorder_.misuses.at(0).size(), 1U);
}

TEST_F(Engine, LanesOfAMaskThatHaveReturnedAreTold) {
  config().jobs = 1;
  launch({1}, {40}, [&] {
    if (current.thread == 30) return;
    __syncwarp(~0U);  // The lanes that the second warp does not have are no matter.
    fencepost_shuffle(0, ~0U, 1, 4, 32);
    fencepost_shuffle(0, ~0U, 1, 30, 32);  // Nor may they be read from.
  });
  ASSERT_EQ(recorder_.misuses.size(), 4U);
  EXPECT_EQ(recorder_.misuses[0].size(), 32U);
  EXPECT_EQ(recorder_.misuses[0].back().pc, nullptr);
  EXPECT_EQ(recorder_.missing_reads, 1);
}

TEST_F(Engine, LanesWithDifferentMasksDoNotMeet) {
  config().jobs = 1;
  const auto stop = launch({1}, {32}, [&] { __syncwarp(current.thread < 16 ? ~0U : ~1U); });
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->reason, StopReason::kDeadlock);
}

TEST_F(Engine, BlocksThatWaitForLaterOnesMakeProgress) {
  for (const unsigned jobs : {1U, 2U, 5U}) {
    for (const std::uint32_t threads : {1U, 64U}) {
      config().jobs = jobs;
      std::vector<std::atomic<int>> flags(41);
      EXPECT_FALSE(launch({40}, {threads}, [&] {
        const std::uint32_t block = fencepost_block_idx.x;
        while (block != 39 && strong_load(flags[block + 1]) == 0) {
        }
        __syncthreads();
        flags[block] = 1;
      }));
      EXPECT_EQ(flags[0], 1);
    }
  }
}

TEST_F(Engine, ABlockThatWaitsInRoundsOfBarriersLetsOthersRun) {
  config().jobs = 1;
  std::atomic<int> flag{0};
  EXPECT_FALSE(launch({2}, {40}, [&] {
    if (fencepost_block_idx.x == 1) {
      flag = 1;
    } else {
      while (__syncthreads_or(current.thread == 7 && strong_load(flag) != 0) == 0) {
      }
      while (fencepost_vote(1, ~0U, strong_load(flag) == 0) != 0) {
      }
    }
  }));
}

TEST_F(Engine, BlocksThatOnlyCountStayOnTheirOsThread) {
  config().jobs = 1;
  std::atomic<int> counter{0};
  std::set<std::thread::id> workers;
  EXPECT_FALSE(launch({4}, {64}, [&] {
    workers.insert(std::this_thread::get_id());
    for (int i = 0; i < 2000; ++i) {
      before_atomic(&counter, sizeof counter, AtomicKind::kUpdate, __builtin_return_address(0));
      ++counter;
      if (i % 100 == 0) __syncthreads();
    }
  }));
  EXPECT_EQ(counter, 4 * 64 * 2000);
  EXPECT_EQ(workers.size(), 1U);
}

TEST_F(Engine, BlocksThatWaitForAStoppedOneAreGivenUp) {
  for (const unsigned jobs : {1U, 3U}) {
    config().jobs = jobs;
    std::atomic<int> never{0};
    const auto stop = launch({9}, {33}, [&] {
      if (fencepost_block_idx.x == 4) stop_launch({.reason = StopReason::kTrap});
      while (strong_load(never) == 0) {
      }
    });
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->reason, StopReason::kTrap);
    EXPECT_EQ(stop->block, 4U);
    EXPECT_FALSE(launch({8}, {32}, [] { __syncthreads(); }));
  }
}

TEST_F(Engine, NoBlockPassesTheBarrierOfTheGridBeforeAllHaveArrived) {
  for (const unsigned jobs : {1U, 3U}) {
    config().jobs = jobs;
    std::atomic<int> arrived{0}, early{0};
    recorder_.grid_barriers = 0;
    EXPECT_FALSE(launch_cooperatively({20}, {48}, [&] {
      for (int round = 1; round <= 4; ++round) {
        ++arrived;
        fencepost_grid_barrier();
        if (arrived != round * 20 * 48) ++early;
        fencepost_grid_barrier();
      }
    }));
    EXPECT_EQ(early, 0);
    EXPECT_EQ(recorder_.grid_barriers, 8);
    EXPECT_TRUE(recorder_.blocks_left.empty());
  }
}

TEST_F(Engine, ABlockThatReturnsBeforeTheBarrierOfTheGridIsTold) {
  config().jobs = 1;
  EXPECT_FALSE(launch_cooperatively({4}, {8}, [&] {
    if (fencepost_block_idx.x != 2) fencepost_grid_barrier();
  }));
  EXPECT_EQ(recorder_.blocks_left, (std::vector<BlockRank>{2}));
}

TEST_F(Engine, TheBarrierOfTheGridNeedsACooperativeLaunch) {
  config().jobs = 1;
  const auto stop = launch({2}, {8}, [] { fencepost_grid_barrier(); });
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->reason, StopReason::kNotCooperative);
}

TEST_F(Engine, AStopBeforeTheBarrierOfTheGridEndsTheLaunch) {
  config().jobs = 1;
  const auto stop = launch_cooperatively({6}, {8}, [] {
    if (fencepost_block_idx.x == 4 && current.thread == 3) stop_launch({.reason = StopReason::kTrap});
    fencepost_grid_barrier();
  });
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->reason, StopReason::kTrap);
  EXPECT_EQ(stop->block, 4U);
  EXPECT_EQ(stop->thread, 3U);
  EXPECT_EQ(recorder_.grid_barriers, 0);
}

#ifndef FENCEPOST_ASAN
TEST_F(Engine, ACrashEndsTheLaunchAndSaysWhere) {
  for (const unsigned jobs : {1U, 4U}) {
    config().jobs = jobs;
    int* volatile null = nullptr;
    const auto stop = launch({64}, {32}, [&] {
      if (fencepost_block_idx.x >= 7 && current.thread == 3) *null = 1;
    });
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->reason, StopReason::kInvalidAddress);
    EXPECT_EQ(stop->address, nullptr);
    EXPECT_EQ(stop->block, 7U);
    EXPECT_EQ(stop->thread, 3U);
    EXPECT_FALSE(launch({8}, {32}, [] { __syncthreads(); }));
  }
}

// Not a tail call, and not removable.
__attribute__((noinline)) int recurse(int n) {
  volatile char frame[1024];
  frame[n % 1024] = static_cast<char>(n);
  return n == 1 << 30 ? 0 : recurse(n + 1) + frame[n % 7];
}

TEST_F(Engine, AStackOverflowIsToldFromOtherCrashes) {
  config().jobs = 1;
  const auto stop = launch({1}, {64}, [&] {
    __syncthreads();
    if (current.thread == 40) recurse(0);
    __syncthreads();
  });
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->reason, StopReason::kStackOverflow);
  EXPECT_EQ(stop->thread, 40U);
}

TEST_F(Engine, AnIntegerDivisionByZeroIsAStop) {
  config().jobs = 1;
  volatile int zero = 0;
  const auto stop = launch({1}, {2}, [&] { zero = 100 / zero; });
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->reason, StopReason::kArithmetic);
}
#endif

TEST_F(Engine, ManyBlocksAndLaunchesReuseTheirMemory) {
  config().jobs = 2;
  std::atomic<std::uint64_t> threads{0};
  for (int i = 0; i < 50; ++i) {
    EXPECT_FALSE(launch({200}, {32}, [&] {
      __syncthreads();
      ++threads;
    }));
  }
  EXPECT_EQ(threads, 50U * 200 * 32);
}

}  // namespace
}  // namespace fencepost::sim
