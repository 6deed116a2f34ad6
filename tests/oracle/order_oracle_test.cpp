// The ordered log against the memory model: small programs, all of them, and random larger ones (small_program.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "detector/ordered_log.h"
#include "detector/sites.h"
#include "tests/oracle/small_program.h"

namespace fencepost::detector {
namespace {

std::uint32_t memory[2];

std::set<Pair> races_of_log(const std::vector<Event>& events, const Layout& layout, std::size_t threads) {
  OrderedLaunch launch;
  std::vector<std::unique_ptr<OrderedBlock>> blocks;
  const unsigned block_count = *std::ranges::max_element(layout.block) + 1;
  for (unsigned b = 0; b < block_count; ++b) blocks.push_back(std::make_unique<OrderedBlock>(launch, b, 64, 0));
  const std::vector<unsigned> index = indexes(events, threads);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    OrderedBlock& block = *blocks[layout.block[e.thread]];
    const unsigned rank = layout.rank[e.thread];
    const auto address = reinterpret_cast<std::uintptr_t>(&memory[e.what.location]);
    const auto access = [&](unsigned kind) {
      block.access(rank, address, 4, kind, Sites::instance().find(place_of(e.thread, index[i])), false);
    };
    switch (e.what.op) {
      case Op::kRead:
        access(kPlainRead);
        break;
      case Op::kWrite:
        access(kWrites);
        break;
      case Op::kAtomic:
      case Op::kBlockAtomic: {
        const bool of_block = e.what.op == Op::kBlockAtomic;
        const Reach reach = of_block ? Reach::kBlock : Reach::kDevice;
        block.strong_read(rank, address, false, reach, false);
        access(kStrong | kIsAtomic | kWrites | (of_block ? kOfBlock : 0));
        block.strong_write(rank, address, false, reach, false, true);
        break;
      }
      case Op::kVolatileRead:
      case Op::kAcquire:
        block.strong_read(rank, address, false, Reach::kDevice, e.what.op == Op::kAcquire);
        access(kStrong);
        break;
      case Op::kVolatileWrite:
      case Op::kRelease:
        access(kStrong | kWrites);
        block.strong_write(rank, address, false, Reach::kDevice, e.what.op == Op::kRelease, false);
        break;
      case Op::kFence:
        block.fence(rank, Reach::kDevice);
        break;
      case Op::kBlockFence:
        block.fence(rank, Reach::kBlock);
        break;
      case Op::kWarpBarrier:
      case Op::kMaskedBarrier: {
        std::vector<std::uint32_t> ranks;
        for (const unsigned t : e.members) ranks.push_back(layout.rank[t]);
        block.group_barrier(ranks);
        break;
      }
      case Op::kBlockBarrier:
        block.block_barrier(nullptr);
        break;
    }
  }
  blocks.clear();
  RaceLog races;
  std::unordered_set<std::uint64_t> racy_words;
  launch.judge(races, racy_words);
  return races_in(races, events, threads);
}

/// Adds to `racy` if the program races. False if the two disagree.
bool agree(const Program& program, const Layout& layout, const Schedule& schedule, std::size_t& racy) {
  const std::vector<Event> events = execute(program, layout, schedule);
  const std::set<Pair> expected = races_by_definition(events, layout, program.size(), true);
  racy += expected.empty() ? 0 : 1;
  const std::string difference =
      disagreement(program, layout, events, expected, races_of_log(events, layout, program.size()));
  if (!difference.empty()) ADD_FAILURE() << difference;
  return difference.empty();
}

TEST(OrderOracle, AllProgramsOfTwoThreadsAndTwoOperations) { all_programs(2, 2, all_operations(), 1, agree); }
TEST(OrderOracle, ProgramsOfTwoThreadsAndThreeOperations) { all_programs(2, 3, simple_operations(), step(179), agree); }
TEST(OrderOracle, ProgramsOfThreeThreadsAndTwoOperations) { all_programs(3, 2, simple_operations(), step(179), agree); }
TEST(OrderOracle, ProgramsOfThreeThreadsAndThreeOperations) {
  all_programs(3, 3, simple_operations(), step(199'999), agree);
}
TEST(OrderOracle, ProgramsWithScopesAndOrders) { all_programs(3, 3, all_operations(), step(9'999'991), agree); }

TEST(OrderOracle, RandomPrograms) {
  std::mt19937 random(4);
  const auto below = [&](std::size_t n) { return static_cast<unsigned>(random() % n); };
  std::vector<Operation> ops = all_operations();
  ops.push_back({Op::kMaskedBarrier, 1});
  ops.push_back({Op::kMaskedBarrier, 2});
  std::size_t racy = 0;
  const char* const rounds = std::getenv("FENCEPOST_ORACLE_ROUNDS");
  const std::size_t count = rounds != nullptr ? std::strtoul(rounds, nullptr, 10) : 100'000;
  for (std::size_t round = 0; round < count; ++round) {
    const unsigned threads = 2 + below(3);
    Program program(threads);
    Layout layout;
    std::vector<unsigned> priorities;
    for (unsigned t = 0; t < threads; ++t) {
      program[t].resize(1 + below(8));
      for (Operation& o : program[t]) o = ops[below(ops.size())];
      layout.block.push_back(below(2 + below(2)));
      layout.rank.push_back(0);
      priorities.push_back(t);
    }
    // Ranks within each block, some in another warp.
    for (unsigned t = 0; t < threads; ++t) layout.rank[t] = t + (below(2) != 0 ? 32 : 0);
    std::ranges::shuffle(priorities, random);
    // A lane that a mask does not name must not come with it.
    for (unsigned t = 0; t < threads; ++t) {
      std::erase_if(program[t], [&](const Operation& o) {
        return o.op == Op::kMaskedBarrier && layout.rank[t] % 32 == o.location;
      });
    }
    ASSERT_TRUE(agree(program, layout, {priorities, round % 2 == 0 ? 0 : below(1'000'003) + 1}, racy));
  }
  EXPECT_GT(racy, count / 10);
  EXPECT_LT(racy, count - count / 50);
}

}  // namespace
}  // namespace fencepost::detector
