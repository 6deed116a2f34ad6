// Rows of accesses against all their elements, one by one.
#include "detector/rows/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "detector/rows/page_rows.h"
#include "tests/rounds.h"
#include "tests/unit/random_rows.h"

namespace fencepost::detector {
namespace {

TEST(Rows, ReachFromTheirFirstByteToTheirLast) {
  RandomRows rows(1);
  for (int i = 0; i < 2000; ++i) {
    const Row row = rows.any();
    const auto bytes = bytes_by(row);
    EXPECT_EQ(row.extent.begin, bytes.begin()->first);
    EXPECT_EQ(row.extent.end(), bytes.rbegin()->first + 1);
  }
}

TEST(Rows, AreApartFromThemselvesAndOthersOnlyIfNoWordIsTwice) {
  RandomRows rows(2);
  Answers answers;
  for (unsigned i = 0; i < rounds(100000) && !::testing::Test::HasFatalFailure(); ++i) {
    const Row a = rows.any(), b = rows.any();
    answers.hold_against(a, b, bytes_by(a), bytes_by(b), a.writes() || b.writes());
  }
  EXPECT_GT(answers.alone, rounds(10000));
  EXPECT_GT(answers.apart, rounds(10000));
  EXPECT_GT(answers.compatible, rounds(10000));
}

TEST(Rows, OfAPageAreAllThatWasAdded) {
  RandomRows rows(3);
  GlobalShadow global;
  global.set_range(kRowsBase, 4 * GlobalShadow::kPageWords * kWordBytes);
  BlockEpochs blocks;
  for (std::uint64_t block = 0; block < 64; ++block)
    blocks.begin_block(static_cast<std::int64_t>(1 + 2 * block), block);
  for (unsigned round = 0; round < rounds(300); ++round) {
    PageRows kept;
    kept.reserve(global);
    using Access = std::tuple<std::uint64_t, std::uintptr_t, std::uint32_t, std::uint64_t>;
    std::set<Access> added, found;
    const auto note = [](std::set<Access>& accesses, const Row& row, std::uint64_t epoch) {
      for (const auto& [byte, threads] : bytes_by(row)) {
        for (const std::uint32_t thread : threads) accesses.insert({epoch, byte, thread, row.access});
      }
    };
    // What one thread writes, another one accesses, but in another interval of the block.
    const auto conflicts = [&](const Row& other, std::uint64_t epoch) {
      for (const auto& [byte, threads] : bytes_by(other)) {
        for (const auto& [then, there, thread, access] : added) {
          if (there != byte || ((access | other.access) & cell::tag(kWrites, 0)) == 0) continue;
          const bool both_write = (access & other.access & cell::tag(kWrites, 0)) != 0;
          const bool is_ordered =
              then == epoch ? threads.size() == 1 && threads.contains(thread) : then >= epoch - (epoch + 1) % 2;
          if (both_write || !is_ordered) return true;
        }
      }
      return false;
    };
    Row row = rows.any();
    const std::uintptr_t stride = row.extent.bytes + static_cast<std::uintptr_t>(4 * rows.number(0, 2));
    const auto line_threads = static_cast<std::uint32_t>(rows.number(1, 2)) * (row.rank_step == 1 ? 16 : 1);
    const std::uintptr_t line_step = rows.number(0, 2) == 0   ? 0
                                     : rows.number(0, 1) == 0 ? row.extent.bytes
                                                              : 20 * stride + row.extent.bytes;
    for (std::uint64_t epoch = 1; epoch < 20; ++epoch) {
      // Blocks that go on where the one before ended, and others between.
      Row next = rows.number(0, 3) == 0 ? rows.any() : row;
      if (next.bytes == row.bytes) next.address += stride * epoch;
      next.measure();
      if (!PageRows::may_take(next) || !kept.is_compatible(global, 0, next, epoch, epoch - (epoch + 1) % 2, blocks))
        continue;
      ASSERT_FALSE(conflicts(next, epoch));
      ASSERT_TRUE(kept.add(0, next, epoch, blocks));
      note(added, next, epoch);
      // The same by threads that are further in the block, at the same addresses or further ones, also once more.
      Row line = next;
      const std::uint32_t ahead = rows.number(0, 3) == 0 ? 3 * kRankStep : line_threads;
      const std::uintptr_t apart = rows.number(0, 3) == 0 ? next.extent.bytes : line_step;
      for (auto more = rows.number(0, 3); more > 0; --more) {
        if (rows.number(0, 5) != 0) {
          line.first += ahead;
          line.address += apart;
          line.measure();
        }
        if (!kept.is_compatible(global, 0, line, epoch, epoch - (epoch + 1) % 2, blocks)) break;
        ASSERT_FALSE(conflicts(line, epoch));
        ASSERT_TRUE(kept.add(0, line, epoch, blocks));
        note(added, line, epoch);
      }
    }
    EXPECT_EQ(kept.has(0), !added.empty());
    if (added.empty()) continue;
    for (const KeptRow& each : kept.take(global, 0, blocks)) {
      for (std::uint32_t q = 0; q < each.count; ++q) {
        for (std::uint32_t line = 0; line < each.lines_of(q); ++line) note(found, each.at(q, line), each.epoch_of(q));
      }
    }
    EXPECT_EQ(found, added);
    EXPECT_FALSE(kept.has(0));
  }
}

/// As matrix multiplication reads its operands: each word by many blocks. What stays are the two lowest blocks of each
/// word at least, and none that did not read it.
TEST(Rows, OfAPageThatManyBlocksReadTwoStay) {
  for (const bool by_lines : {false, true}) {
    constexpr std::uint64_t kSide = 16, kLines = 4;
    constexpr std::uintptr_t kLine = 1024, kPart = kLine / kSide;
    GlobalShadow global;
    global.set_range(kRowsBase, 4 * GlobalShadow::kPageWords * kWordBytes);
    PageRows kept;
    kept.reserve(global);
    BlockEpochs blocks;
    std::map<std::uintptr_t, std::set<std::uint64_t>> readers;
    std::uint64_t epoch = 0;
    for (std::uint64_t block = 0; block < kSide * kSide; ++block) {
      for (std::uint64_t part = 0; part < (by_lines ? kSide : 1); ++part) {
        ++epoch;
        if (part == 0) blocks.begin_block(static_cast<std::int64_t>(epoch), block);
        for (std::uint32_t line = 0; line < kLines; ++line) {
          Row row;
          row.bytes = 4;
          row.first = line * kSide;
          row.threads = kSide;
          row.thread_step = 4;
          row.address = kRowsBase + line * kLine + (by_lines ? part : block % kSide) * kPart;
          row.access = cell::tag(kPlainRead, kAllBytes);
          row.measure();
          ASSERT_TRUE(kept.add(0, row, epoch, blocks));
          for (const auto& [byte, threads] : bytes_by(row)) readers[byte].insert(block);
        }
      }
    }
    std::map<std::uintptr_t, std::set<std::uint64_t>> stayed;
    for (const KeptRow& each : kept.take(global, 0, blocks)) {
      for (std::uint32_t q = 0; q < each.count; ++q) {
        for (std::uint32_t line = 0; line < each.lines_of(q); ++line) {
          for (const auto& [byte, threads] : bytes_by(each.at(q, line)))
            stayed[byte].insert(blocks.at(each.epoch_of(q)).block);
        }
      }
    }
    ASSERT_EQ(stayed.size(), readers.size());
    for (const auto& [byte, all] : readers) {
      EXPECT_EQ(*stayed[byte].begin(), *all.begin());
      EXPECT_TRUE(stayed[byte].contains(*std::next(all.begin())));
      EXPECT_TRUE(std::ranges::includes(all, stayed[byte]));
    }
  }
}

TEST(Rows, AreSplitWhereAComparisonChanges) {
  RandomRows rows(4);
  const auto holds = [](std::int64_t value, std::uint32_t relation) {
    const bool results[] = {value<0, value <= 0, value> 0, value >= 0, value == 0, value != 0};
    return results[relation];
  };
  for (unsigned i = 0; i < rounds(100000); ++i) {
    const std::int64_t value = rows.number(-40, 40), step = rows.number(-3, 3);
    const auto relation = static_cast<std::uint32_t>(rows.number(0, 5));
    const auto count = static_cast<std::uint32_t>(rows.number(1, 64));
    std::uint32_t alike = 1;
    while (alike < count && holds(value + step * alike, relation) == holds(value, relation)) ++alike;
    ASSERT_EQ(alike_to(value, step, static_cast<Relation>(relation), count), alike)
        << value << ' ' << step << ' ' << relation;
  }
}

}  // namespace
}  // namespace fencepost::detector
