// Blocks on two workers write the same words at the same time. Whether they wrote the same must be known exactly,
// however the operating system interleaves the workers.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "detector/shadow/access_state.h"
#include "detector/shadow/memory_faults.h"
#include "detector/shadow/race_log.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/arena.h"
#include "sim/interface/current.h"

namespace fencepost::detector {
namespace {

constexpr std::uint32_t kWords = 512;
constexpr std::uint32_t kStride = 16;  ///< Between two words: they lie in several pages.
constexpr std::uint32_t kLaunches = 30;
/// To words with multiples of this number the blocks write two values, to others one.
constexpr std::uint32_t kDiffering = 7;

/// Places in this program's code that stand for the lines that write the words: each is a site of its own. The last
/// stands for the event between two writes.
std::vector<const void*> distinct_lines() {
  std::vector<const void*> lines;
  std::unordered_set<SiteId> known;
  const auto* at = reinterpret_cast<const std::byte*>(reinterpret_cast<const void*>(&check_range));
  for (; lines.size() <= kWords; at += 16) {
    const SiteId site = Sites::instance().number(at, 4);
    if (site == 0) break;
    if (known.insert(site).second) lines.push_back(at);
  }
  return lines;
}

/// What `block` writes there.
std::uint32_t value_of(std::uint32_t i, std::uint32_t block) { return i % kDiffering == 0 ? 5 + block : 5; }

void linger(std::mt19937& random) {
  switch (random() % 16) {
    case 0:
      std::this_thread::yield();
      break;
    case 1:
      std::this_thread::sleep_for(std::chrono::microseconds(1));
      break;
    default:
      break;
  }
}

TEST(EqualValues, AreToldApartWhileTwoWorkersWriteAtOnce) {
  auto* const words = static_cast<volatile std::uint32_t*>(
      sim::Arena::instance().allocate((kWords + 2) * kStride * 4, sim::MemorySpace::kDevice, 4, nullptr));
  const std::vector<const void*> lines_of = distinct_lines();
  ASSERT_EQ(lines_of.size(), kWords + 1);
  std::barrier together(3);
  std::atomic<std::uint32_t> at[2] = {0, 0};
  const auto work = [&](std::uint32_t block) {
    WorkerShadow& worker = WorkerShadow::of_this_thread();
    sim::current.thread = 0;
    for (std::uint32_t launch = 0; launch < kLaunches; ++launch) {
      std::mt19937 random(launch * 2 + block);
      together.arrive_and_wait();
      worker.begin_block(block);
      for (std::uint32_t i = 0; i < kWords; ++i) {
        check_range(reinterpret_cast<std::uintptr_t>(&words[i * kStride]), 4, kWrites, lines_of[i]);
        linger(random);
        words[i * kStride] = value_of(i, block);
        linger(random);
        // An event that settles the write, so that nobody waits for it meanwhile; then side by side to the next word.
        check_range(reinterpret_cast<std::uintptr_t>(&words[(kWords + block) * kStride]), 2, kPlainRead,
                    lines_of[kWords]);
        at[block] = launch * kWords + i;
        while (at[1 - block] < at[block]) std::this_thread::yield();
      }
      worker.end_block();
      together.arrive_and_wait();
    }
  };
  std::jthread one(work, 0U);
  std::jthread other(work, 1U);
  for (std::uint32_t launch = 0; launch < kLaunches; ++launch) {
    for (WorkerShadow* worker : WorkerShadow::all()) worker->begin_launch();
    together.arrive_and_wait();
    together.arrive_and_wait();
    RaceLog log;
    FaultLog faults;
    std::unordered_set<std::uint64_t> racy_words;
    WorkerShadow::end_launch(log, faults, racy_words);
    std::uint32_t lines = 0;
    for (const auto& [key, record] : log.records()) {
      if (key.site_a != key.site_b) continue;
      ++lines;
      EXPECT_EQ(record.occurrences, 1);
      std::uint32_t line = 0;
      while (Sites::instance().find(lines_of[line]) != key.site_a) ++line;
      EXPECT_EQ(record.only_same_value, line % kDiffering != 0) << "line " << line << " in launch " << launch;
    }
    EXPECT_EQ(lines, kWords);
  }
}

}  // namespace
}  // namespace fencepost::detector
