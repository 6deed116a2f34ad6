// The ordered log against the memory model: small programs, all of them, and random larger ones (small_program.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "detector/order/ordered_log.h"
#include "detector/symbols/sites.h"
#include "tests/oracle/memory_axioms.h"
#include "tests/oracle/small_program.h"
#include "tests/rounds.h"

namespace fencepost::detector {
namespace {

alignas(8) std::byte memory[8];

std::set<Pair> races_of_log(const std::vector<Event>& events, const Layout& layout, std::size_t threads) {
  OrderedLaunch launch;
  std::vector<std::unique_ptr<OrderedBlock>> blocks;
  const unsigned block_count = *std::ranges::max_element(layout.block) + 1;
  for (unsigned b = 0; b < block_count; ++b)
    blocks.push_back(std::make_unique<OrderedBlock>(launch, Home{b, b / 2}, 64, 0));
  const std::vector<unsigned> index = indexes(events, threads);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    OrderedBlock& block = *blocks[layout.block[e.thread]];
    const unsigned rank = layout.rank[e.thread];
    const Meaning meaning = meaning_of(e.what.op);
    const Reach reach = meaning.of_block ? Reach::kBlock : meaning.of_cluster ? Reach::kCluster : Reach::kDevice;
    if (accesses_memory(e.what.op)) {
      const Bytes bytes = bytes_of(e.what.location);
      const std::size_t size = bytes.end - bytes.begin;
      const auto address = reinterpret_cast<std::uintptr_t>(memory + bytes.begin);
      const BlockOrder::Location location{address, false, size};
      unsigned kind = meaning.writes ? kWrites : kPlainRead;
      if (meaning.strong)
        kind |= kStrong | (size > kWordBytes ? kWide : 0) | (meaning.of_block ? kOfBlock : 0) |
                (meaning.of_cluster ? kOfCluster : 0);
      if (meaning.strong && meaning.reads) block.strong_read(rank, location, reach, meaning.acquires);
      block.access(rank, address, size, kind, Sites::instance().find(place_of(e.thread, index[i])), false);
      if (meaning.strong && meaning.writes) {
        block.strong_write(rank, location, reach, meaning.releases, meaning.reads);
      }
      continue;
    }
    if (meaning.fence) {
      block.fence(rank, {.reach = reach,
                         .acquires = meaning.acquires,
                         .releases = meaning.releases,
                         .sequential = meaning.sequential});
      continue;
    }
    switch (e.what.op) {
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
      default:
        ADD_FAILURE() << "what is that?";
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

TEST(OrderOracle, AllProgramsOfTwoThreadsAndTwoOperations) { all_programs(2, 2, simple_operations(), 1, agree); }
TEST(OrderOracle, ProgramsOfTwoThreadsWithScopesOrdersAndSizes) {
  all_programs(2, 2, operations_of_all_sizes(), step(61), agree);
}
TEST(OrderOracle, ProgramsOfTwoThreadsAndThreeOperations) { all_programs(2, 3, simple_operations(), step(179), agree); }
TEST(OrderOracle, ProgramsOfThreeThreadsAndTwoOperations) { all_programs(3, 2, simple_operations(), step(179), agree); }
TEST(OrderOracle, ProgramsOfThreeThreadsAndThreeOperations) {
  all_programs(3, 3, simple_operations(), step(199'999), agree);
}
TEST(OrderOracle, ProgramsWithSizes) { all_programs(2, 3, operations_of_all_sizes(), step(999'983), agree); }
TEST(OrderOracle, ProgramsWithScopesAndOrders) { all_programs(3, 3, all_operations(), step(999'999'937), agree); }

TEST(OrderOracle, RandomPrograms) {
  std::mt19937 random(4);
  const auto below = [&](std::size_t n) { return static_cast<unsigned>(random() % n); };
  std::vector<Operation> all = operations_of_all_sizes();
  for (const Op op : {Op::kClusterAtomic, Op::kClusterAcquire, Op::kClusterRelease}) {
    for (const unsigned location : {0U, 1U}) all.push_back({op, location});
  }
  all.push_back({Op::kWeakClusterFence, 0});
  all.push_back({Op::kMaskedBarrier, 1});
  all.push_back({Op::kMaskedBarrier, 2});
  // Of a word, and of a flag that is set and read relaxed: fences and barriers decide.
  const std::vector<Operation> handing_over = {{Op::kRead, 0},
                                               {Op::kWrite, 0},
                                               {Op::kAtomic, 1},
                                               {Op::kVolatileRead, 1},
                                               {Op::kVolatileWrite, 1},
                                               {Op::kFence, 0},
                                               {Op::kBlockFence, 0},
                                               {Op::kWeakFence, 0},
                                               {Op::kWarpBarrier, 0},
                                               {Op::kBlockBarrier, 0},
                                               {Op::kUpdate, 0},
                                               {Op::kClusterAtomic, 1},
                                               {Op::kWeakClusterFence, 0}};
  std::size_t racy = 0;
  const char* const more = std::getenv("FENCEPOST_ORACLE_ROUNDS");
  const std::size_t count = more != nullptr ? std::strtoul(more, nullptr, 10) : rounds(100'000);
  for (std::size_t round = 0; round < count; ++round) {
    const std::vector<Operation>& ops = round % 4 < 2 ? all : handing_over;
    const unsigned threads = 2 + below(3);
    Program program(threads);
    Layout layout;
    std::vector<unsigned> priorities;
    for (unsigned t = 0; t < threads; ++t) {
      program[t].resize(1 + below(8));
      for (Operation& o : program[t]) o = ops[below(ops.size())];
      layout.block.push_back(below(2 + below(3)));
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
