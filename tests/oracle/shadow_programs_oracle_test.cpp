// The shadow memory against the memory model: small programs that synchronise by block barriers alone, their blocks on
// one worker or on several (small_program.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "detector/shadow/access_state.h"
#include "detector/shadow/memory_faults.h"
#include "detector/shadow/race_log.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/arena.h"
#include "sim/interface/current.h"
#include "tests/oracle/memory_axioms.h"
#include "tests/oracle/small_program.h"

namespace fencepost::detector {
namespace {

constexpr unsigned kBlocks = 3;
std::byte* memory = nullptr;

unsigned kind_of(Op op) {
  switch (op) {
    case Op::kWrite:
      return kWrites;
    case Op::kAtomic:
      return kStrong | kIsAtomic | kWrites;
    case Op::kVolatileRead:
      return kStrong;
    case Op::kVolatileWrite:
      return kStrong | kWrites;
    default:
      return kPlainRead;
  }
}

/// What happens in one block of an execution.
void run_block(const std::vector<Event>& events, const Layout& layout, unsigned block, std::size_t threads) {
  const std::vector<unsigned> index = indexes(events, threads);
  WorkerShadow& worker = WorkerShadow::of_this_thread();
  worker.begin_block(block);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (layout.block[event.thread] != block) continue;
    if (event.what.op == Op::kBlockBarrier) {
      worker.end_interval(place_of(event.thread, 0));
      continue;
    }
    sim::current.thread = layout.rank[event.thread];
    const Bytes bytes = bytes_of(event.what.location);
    std::byte* const at = memory + bytes.begin;
    const unsigned size = bytes.end - bytes.begin;
    const void* const place = place_of(event.thread, index[i]);
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const unsigned kind = kind_of(event.what.op);
    if ((kind & kStrong) != 0) {
      check_strong(address, size, kind, {.reads = meaning_of(event.what.op).reads}, place);
    } else {
      check_range(address, size, kind, place);
    }
    if (!writes(event.what.op)) continue;
    for (unsigned byte = 0; byte < size; ++byte) {
      std::atomic_ref(at[byte]).store(static_cast<std::byte>(event.thread), std::memory_order_relaxed);
    }
  }
  worker.end_block();
}

class ShadowPrograms : public testing::Test {
 protected:
  ShadowPrograms() {
    if (memory == nullptr) {
      memory = static_cast<std::byte*>(sim::Arena::instance().allocate(8, sim::MemorySpace::kDevice, 4, nullptr));
    }
    for (unsigned block = 0; block < kBlocks; ++block) {
      workers_.emplace_back([this, block] {
        for (together_.arrive_and_wait(); !ends_; together_.arrive_and_wait()) {
          run_block(*events_, *layout_, block, threads_);
          together_.arrive_and_wait();
        }
      });
    }
  }
  ~ShadowPrograms() override {
    ends_ = true;
    together_.arrive_and_wait();
    for (std::thread& worker : workers_) worker.join();
  }

  /// Every tenth program also with a worker for each block.
  bool agree(const Program& program, const Layout& layout, const Schedule& schedule, std::size_t& racy) {
    const std::vector<Event> events = execute(program, layout, schedule);
    const std::set<Pair> expected = races_by_definition(events, layout, program.size(), false);
    racy += expected.empty() ? 0 : 1;
    for (const bool side_by_side : {false, true}) {
      if (side_by_side && ++calls_ % 10 != 0) continue;
      for (WorkerShadow* worker : WorkerShadow::all()) worker->begin_launch();
      if (side_by_side) {
        events_ = &events;
        layout_ = &layout;
        threads_ = program.size();
        together_.arrive_and_wait();
        together_.arrive_and_wait();
      } else {
        for (unsigned block = 0; block < kBlocks; ++block) run_block(events, layout, block, program.size());
      }
      RaceLog log;
      FaultLog faults;
      std::unordered_set<std::uint64_t> racy_words;
      WorkerShadow::end_launch(log, faults, racy_words);
      const std::string difference =
          disagreement(program, layout, events, expected, races_in(log, events, program.size()));
      if (difference.empty()) continue;
      ADD_FAILURE() << (side_by_side ? "three workers\n" : "one worker\n") << difference;
      return false;
    }
    return true;
  }

  void check(unsigned threads, unsigned length, unsigned locations, std::size_t by_default) {
    all_programs(threads, length, barrier_operations(locations, threads == 3 && length == 3 ? 4 : 1), step(by_default),
                 [this](const Program& program, const Layout& layout, const Schedule& schedule, std::size_t& racy) {
                   return agree(program, layout, schedule, racy);
                 });
  }

 private:
  std::barrier<> together_{kBlocks + 1};
  bool ends_ = false;
  const std::vector<Event>* events_ = nullptr;
  const Layout* layout_ = nullptr;
  std::size_t threads_ = 0;
  std::size_t calls_ = 0;
  std::vector<std::thread> workers_;
};

TEST_F(ShadowPrograms, OfTwoThreadsAndThreeOperations) { check(2, 3, 2, 269); }
TEST_F(ShadowPrograms, OfThreeThreadsAndTwoOperations) { check(3, 2, 2, 389); }
TEST_F(ShadowPrograms, OfThreeThreadsAndThreeOperations) { check(3, 3, 2, 4'799'999); }

}  // namespace
}  // namespace fencepost::detector
