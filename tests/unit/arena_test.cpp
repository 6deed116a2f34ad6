#include "sim/engine/arena.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstring>
#include <map>
#include <random>
#include <vector>

#include "sim/os/free_blocks.h"
#include "tests/unit/every_observer.h"

namespace fencepost::sim {
namespace {

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

std::byte* take(std::size_t bytes, MemorySpace space = MemorySpace::kDevice) {
  return static_cast<std::byte*>(Arena::instance().allocate(bytes, space, 4, nullptr));
}

TEST(FreeBlocks, MergesNeighboursWhateverTheOrderOfReturn) {
  FreeBlocks blocks(1000);
  const auto a = blocks.take(100);
  const auto b = blocks.take(100);
  const auto c = blocks.take(100);
  ASSERT_TRUE(a && b && c);
  blocks.give_back(*a, 100);
  blocks.give_back(*c, 100);
  EXPECT_EQ(blocks.count(), 2U);
  blocks.give_back(*b, 100);
  EXPECT_EQ(blocks.count(), 1U);
  EXPECT_EQ(blocks.free_bytes(), 1000U);
}

TEST(FreeBlocks, TakesTheSmallestBlockThatFitsAndTheLowestOfThose) {
  FreeBlocks blocks(1000);
  const auto big = blocks.take(300);
  ASSERT_TRUE(blocks.take(10));
  const auto small_1 = blocks.take(100);
  ASSERT_TRUE(blocks.take(10));
  const auto small_2 = blocks.take(100);
  ASSERT_TRUE(blocks.take(480));
  blocks.give_back(*big, 300);
  blocks.give_back(*small_2, 100);
  blocks.give_back(*small_1, 100);
  EXPECT_EQ(blocks.take(90), small_1);
  EXPECT_EQ(blocks.take(90), small_2);
  EXPECT_EQ(blocks.take(90), big);
  EXPECT_EQ(blocks.take(1000), std::nullopt);
}

/// Against a plain array of bytes in use.
TEST(FreeBlocks, NeverHandsOutAByteTwice) {
  constexpr std::size_t kSize = 2000;
  FreeBlocks blocks(kSize);
  std::vector<bool> used(kSize);
  std::map<std::size_t, std::size_t> taken;
  std::mt19937 random(1);
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2 == 0) {
      const std::size_t bytes = 1 + random() % 60;
      if (const auto offset = blocks.take(bytes)) {
        for (std::size_t i = 0; i < bytes; ++i) {
          ASSERT_FALSE(used.at(*offset + i));
          used[*offset + i] = true;
        }
        taken.emplace(*offset, bytes);
      }
    } else if (!taken.empty()) {
      const auto victim = std::next(taken.begin(), static_cast<std::ptrdiff_t>(random() % taken.size()));
      for (std::size_t i = 0; i < victim->second; ++i) used[victim->first + i] = false;
      blocks.give_back(victim->first, victim->second);
      taken.erase(victim);
    }
    ASSERT_EQ(blocks.free_bytes(), static_cast<std::size_t>(std::count(used.begin(), used.end(), false)));
  }
}

/// In each state that another thread may see while the arena is made.
TEST(ArenaBounds, ContainNothingUntilTheirBeginIsKnown) {
  const auto* const low = reinterpret_cast<const void*>(0x1000);
  const auto* const high = reinterpret_cast<const void*>(0x1020);
  ArenaBounds bounds;
  EXPECT_FALSE(bounds.contains(low) || bounds.is_device_only(low));
  bounds.begin = 0x1000;
  EXPECT_FALSE(bounds.contains(low) || bounds.is_device_only(low));
  EXPECT_FALSE(bounds.contains(high) || bounds.is_device_only(high));
  bounds.device_bytes = 0x20;
  EXPECT_TRUE(bounds.is_device_only(low));
  EXPECT_FALSE(bounds.is_device_only(high));
  bounds.bytes = 0x40;
  EXPECT_TRUE(bounds.contains(high));
  EXPECT_FALSE(bounds.is_device_only(high));
}

TEST(Arena, AllocationsAreAlignedAndKeepTheirDistance) {
  std::vector<std::byte*> all;
  for (const std::size_t bytes : {1U, 255U, 256U, 257U, 4096U, 1U}) all.push_back(take(bytes));
  for (std::byte* a : all) {
    EXPECT_EQ(number(a) % Arena::kAlignment, 0U);
    EXPECT_TRUE(arena_bounds.contains(a));
    EXPECT_TRUE(arena_bounds.is_device_only(a));
    const Allocation mine = Arena::instance().find(a).value();
    EXPECT_FALSE(Arena::instance().find(a - 1));
    EXPECT_FALSE(Arena::instance().find(a - Arena::kRedZone));
    EXPECT_FALSE(Arena::instance().find(a + mine.bytes));
    EXPECT_FALSE(Arena::instance().find(a + mine.bytes + Arena::kRedZone - 1));
    EXPECT_EQ(Arena::instance().find(a + mine.bytes - 1)->base, a);
  }
  for (std::byte* a : all) EXPECT_TRUE(Arena::instance().free(a));
}

TEST(Arena, ManagedAndPinnedMemoryIsVisibleToTheHost) {
  for (const MemorySpace space : {MemorySpace::kManaged, MemorySpace::kPinned}) {
    std::byte* const memory = take(100, space);
    EXPECT_TRUE(arena_bounds.contains(memory));
    EXPECT_FALSE(arena_bounds.is_device_only(memory));
    EXPECT_EQ(Arena::instance().find(memory)->space, space);
    Arena::instance().free(memory);
  }
}

TEST(Arena, RefusesToFreeWhatItDidNotAllocate) {
  std::byte* const memory = take(1000);
  int local = 0;
  EXPECT_FALSE(Arena::instance().free(memory + 4));
  EXPECT_FALSE(Arena::instance().free(&local));
  EXPECT_TRUE(Arena::instance().free(memory));
  EXPECT_FALSE(Arena::instance().free(memory));
}

TEST(Arena, FreedMemoryKeepsItsContentsAndIsNotHandedOutAtOnce) {
  const std::size_t free_before = Arena::instance().free_bytes();
  std::byte* const first = take(1000);
  first[7] = std::byte{42};
  Arena::instance().free(first);
  EXPECT_EQ(Arena::instance().free_bytes(), free_before);
  std::byte* const second = take(1000);
  EXPECT_NE(second, first);
  EXPECT_EQ(first[7], std::byte{42});
  EXPECT_TRUE(Arena::is_backed(first));
  EXPECT_FALSE(Arena::is_backed(reinterpret_cast<void*>(arena_bounds.middle() - 1)));
  Arena::instance().free(second);
}

/// Frees so much that nothing that was freed before is in the quarantine.
void empty_quarantine() {
  std::vector<std::byte*> blocks;
  for (int i = 0; i < 5; ++i) blocks.push_back(take(Arena::kQuarantine / 4));
  for (std::byte* const block : blocks) Arena::instance().free(block);
}

TEST(Arena, RecycledMemoryIsZeroAndLiesWhereItLay) {
  for (const std::size_t bytes : {5U, 300U, 5000U, 40000U, 300000U}) {
    empty_quarantine();
    std::byte* const first = take(bytes);
    std::byte* const neighbour = take(1);
    std::memset(first, 0xab, bytes + Arena::kRedZone);
    Arena::instance().free(first);
    empty_quarantine();
    std::byte* const second = take(bytes);
    EXPECT_EQ(second, first);
    EXPECT_EQ(std::count(second, second + bytes, std::byte{0}), static_cast<std::ptrdiff_t>(bytes));
    Arena::instance().free(second);
    Arena::instance().free(neighbour);
  }
}

TEST(Arena, UntouchedMemoryCostsNothing) {
  const auto peak_kilobytes = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  constexpr std::size_t kBytes = std::size_t{10} << 30;
  if (Arena::instance().total_bytes() < kBytes) GTEST_SKIP() << "not enough addresses";
  const long before = peak_kilobytes();
  std::byte* const memory = take(kBytes);
  ASSERT_NE(memory, nullptr);
  for (std::size_t i = 0; i < kBytes; i += kBytes / 1000) memory[i] = std::byte{1};
  EXPECT_LT(peak_kilobytes() - before, 100 * 1024);
  Arena::instance().free(memory);
}

TEST(Arena, IsExhaustedAtItsSizeAndRecovers) {
  Arena& arena = Arena::instance();
  const std::size_t free_before = arena.free_bytes();
  EXPECT_EQ(take(arena.total_bytes() + 1), nullptr);
  EXPECT_EQ(take(~std::size_t{0}), nullptr);
  std::byte* const half = take(arena.total_bytes() / 2);
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(take(arena.total_bytes() / 2), nullptr);
  EXPECT_TRUE(arena.free(half));
  EXPECT_EQ(arena.free_bytes(), free_before);
}

TEST(Arena, NamesTheNearestAllocationOfAStrayAddress) {
  std::byte* const a = take(256);
  std::byte* const b = take(256);
  EXPECT_EQ(Arena::instance().nearest(a + 260)->base, a);
  EXPECT_EQ(Arena::instance().nearest(b - 3)->base, b);
  Arena::instance().free(a);
  Arena::instance().free(b);
}

TEST(Arena, TellsTheObserver) {
  class Recorder : public EveryObserver {
   public:
    void on_allocate(const Allocation& allocation) override { allocated.push_back(allocation); }
    void on_free(const Allocation& allocation) override {
      EXPECT_TRUE(Arena::instance().find(allocation.base)) << "told before it happens";
      freed.push_back(allocation);
    }
    std::vector<Allocation> allocated, freed;
  };
  static Recorder recorder;
  observe(&recorder);
  std::byte* const memory = take(12, MemorySpace::kManaged);
  Arena::instance().free(memory);
  observe(nullptr);
  ASSERT_EQ(recorder.allocated.size(), 1U);
  ASSERT_EQ(recorder.freed.size(), 1U);
  EXPECT_EQ(recorder.allocated[0].base, memory);
  EXPECT_EQ(recorder.allocated[0].bytes, 12U);
  EXPECT_EQ(recorder.allocated[0].element_bytes, 4U);
  EXPECT_EQ(recorder.freed[0].number, recorder.allocated[0].number);
}

TEST(Arena, AddressesThatAreHeldAreUsedAgainAndByNobodyElse) {
  Arena& arena = Arena::instance();
  void* const held = arena.hold(1000);
  ASSERT_NE(held, nullptr);
  EXPECT_FALSE(arena.find(held));
  EXPECT_TRUE(arena.is_held(held, 1000));
  EXPECT_FALSE(arena.is_held(held, 1001));
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(arena.allocate_held(held, 4, nullptr));
    EXPECT_FALSE(arena.allocate_held(held, 4, nullptr));
    ASSERT_TRUE(arena.find(held));
    EXPECT_EQ(arena.find(held)->bytes, 1000U);
    EXPECT_TRUE(arena.free(held));
    EXPECT_FALSE(arena.find(held));
    // More than the quarantine keeps, so that what is free is handed out again.
    for (int i = 0; i < 3; ++i) {
      std::byte* const other = take(Arena::kQuarantine);
      EXPECT_NE(static_cast<void*>(other), held);
      arena.free(other);
    }
  }
  ASSERT_TRUE(arena.allocate_held(held, 4, nullptr));
  arena.let_go(held);
  EXPECT_TRUE(arena.find(held));
  EXPECT_TRUE(arena.free(held));
  EXPECT_FALSE(arena.allocate_held(held, 4, nullptr));
}

}  // namespace
}  // namespace fencepost::sim
