// Footprints of what is kept in rows against those of the same accesses word by word.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "detector/rows/page_rows.h"
#include "detector/rows/row_runs.h"
#include "tests/rounds.h"
#include "tests/unit/random_rows.h"

namespace fencepost::detector {
namespace {

constexpr std::uint32_t kThreads = 64;
constexpr std::uint64_t kBlocks = 12, kIntervals = 2;

/// Of each word, by its number, and kind of access: the least rank.
using Words = std::map<std::tuple<std::uint64_t, SiteId, std::uint8_t, std::uint8_t>, std::uint64_t>;

void note(Words& words, const Row& row, std::uint64_t epoch) {
  const std::uint64_t block = (epoch - 1) / kIntervals;
  row.each([&](std::uintptr_t address, std::uint32_t thread) {
    const Entry entry = cell::unpack(row.access_at(address), 0);
    for (std::uint64_t word = address / kWordBytes; word * kWordBytes < address + row.bytes; ++word) {
      const std::uint64_t rank = block * kThreads + thread;
      const auto [at, is_new] = words.try_emplace({word, entry.site, entry.kind, entry.mask}, rank);
      at->second = std::min(at->second, rank);
    }
    return true;
  });
}

/// add() wants them ascending.
Footprint one_by_one(const Words& words) {
  Footprint result;
  for (const auto& [access, rank] : words) {
    const auto& [word, site, kind, mask] = access;
    result.add(word, site, kind, mask, rank);
  }
  result.finish();
  return result;
}

class RowFootprintOracle : public ::testing::Test {
 protected:
  RowFootprintOracle() {
    global_.set_range(kRowsBase, 4 * GlobalShadow::kPageWords * kWordBytes);
    global_.reserve(nullptr);
    for (std::uint64_t block = 0; block < kBlocks; ++block) {
      blocks_.begin_block(static_cast<std::int64_t>(1 + kIntervals * block), block);
    }
  }

  /// Of one of two lines, at one of two places in memory, one of which lies across the border of two pages.
  Row any_row() {
    Row row = rows_.any();
    Entry access = cell::unpack(row.access, 0);
    access.site = static_cast<SiteId>(rows_.number(1, 2));
    row.access = cell::pack(access);
    if (rows_.number(0, 1) == 0) row.address += GlobalShadow::kPageWords * kWordBytes - 96;
    row.measure();
    return row;
  }

  /// Adds what may be kept: reads for all pages at once, or row by row.
  void keep(const Sheet& sheet, std::uint64_t epoch, PageRows& kept) {
    if (!PageRows::may_take(sheet.row)) return;
    if (!sheet.row.writes() && rows_.number(0, 1) == 0 && kept.may_put_off(sheet, global_)) {
      kept.put_off(sheet, global_, epoch, false);
      sheet.each_line([&](const Row& row) {
        note(words_, row, epoch);
        return true;
      });
      return;
    }
    const std::uint64_t block_epoch = epoch - (epoch - 1) % kIntervals;
    sheet.each_line([&](const Row& row) {
      const std::size_t last = global_.page_of(row.extent.end() - 1);
      for (std::size_t page = global_.page_of(row.extent.begin); page <= last; ++page) {
        if (!kept.is_compatible(global_, page, row, epoch, block_epoch, blocks_)) return false;
      }
      for (std::size_t page = global_.page_of(row.extent.begin); page <= last; ++page) {
        EXPECT_TRUE(kept.add(page, row, epoch, blocks_));
      }
      note(words_, row, epoch);
      return true;
    });
  }

  Footprint of(const PageRows& kept) {
    Footprint result;
    kept.each(global_, [&](const KeptRow& rows, const Extent& words) {
      add_runs(rows, words, {blocks_, kThreads}, result);
    });
    result.finish();
    return result;
  }

  RandomRows rows_{5};
  GlobalShadow global_;
  BlockEpochs blocks_;
  Words words_;
};

TEST_F(RowFootprintOracle, RunsAreThoseOfTheWords) {
  std::size_t rows_seen = 0;
  for (unsigned round = 0; round < rounds(3000); ++round) {
    PageRows kept;
    kept.reserve(global_);
    words_.clear();
    Sheet sheet;
    sheet.row = any_row();
    const std::uintptr_t stride = rows_.number(0, 3) == 0 ? 0 : sheet.row.extent.bytes;
    for (std::uint64_t epoch = 1; epoch <= kBlocks * kIntervals; ++epoch) {
      if (rows_.number(0, 4) == 0) continue;
      Sheet next = sheet;
      if (rows_.number(0, 5) == 0) {
        next.row = any_row();
      } else {
        next.row.address += stride * (epoch / kIntervals);
        next.row.measure();
      }
      next.lines = static_cast<std::uint32_t>(rows_.number(1, 3));
      next.line_step = rows_.number(0, 2) == 0 ? 0 : static_cast<std::int64_t>(next.row.extent.bytes);
      if (next.lines == 1) next.line_step = 0;
      next.line_threads = line_threads_of(next.row);
      keep(next, epoch, kept);
    }
    rows_seen += words_.empty() ? 0 : 1;
    ASSERT_EQ(of(kept).runs(), one_by_one(words_).runs()) << round;
  }
  EXPECT_GT(rows_seen, rounds(1000));
}

/// Two launches on the same arrays: what they have in common, however it is kept.
TEST(FootprintOracle, WhatIsSpreadOverlapsWhereItsWordsDo) {
  using Common = std::set<std::tuple<std::uint64_t, SiteId, std::uint64_t, SiteId, std::uint64_t>>;
  RandomRows random(7);
  std::size_t common = 0, none = 0;
  for (unsigned round = 0; round < rounds(20000); ++round) {
    Footprint spread[2], by_word[2];
    for (int side = 0; side < 2; ++side) {
      Words words;
      const auto note = [&](const FootprintRun& run) {
        for (std::uint64_t word = run.begin; word < run.end; ++word) {
          const auto [at, is_new] = words.try_emplace({word, run.site, run.kind, run.mask}, run.rank_at(word));
          at->second = std::min(at->second, run.rank_at(word));
        }
      };
      for (auto more = random.number(0, 2); more >= 0; --more) {
        SpreadRun run;
        run.first = {.begin = static_cast<std::uint64_t>(random.number(0, 40)),
                     .rank = static_cast<std::uint64_t>(random.number(0, 9)),
                     .site = static_cast<SiteId>(random.number(1, 2)),
                     .kind = kWrites,
                     .mask = kAllBytes};
        run.stride = static_cast<std::uint64_t>(random.number(2, 4));
        run.first.end =
            run.first.begin + static_cast<std::uint64_t>(random.number(1, static_cast<int>(run.stride) - 1));
        run.count = static_cast<std::uint64_t>(random.number(1, 6));
        run.ranks_per_step = 1;
        if (random.number(0, 3) == 0) {
          spread[side].add_run(run.first, run.first.begin, run.first.end);
          run.count = 1;
        } else {
          spread[side].add_spread(run);
        }
        for (std::uint64_t i = 0; i < run.count; ++i) note(run.at(i));
      }
      spread[side].finish();
      by_word[side] = one_by_one(words);
    }
    const auto all = [](const Footprint& a, const Footprint& b) {
      Common result;
      a.each_overlap(b, [&](const FootprintRun& x, const FootprintRun& y, std::uint64_t first) {
        for (std::uint64_t word = first; word < std::min(x.end, y.end); ++word)
          result.insert({word, x.site, x.rank_at(word), y.site, y.rank_at(word)});
        return true;
      });
      return result;
    };
    const bool were_equal = spread[0] == spread[1];
    const Common expected = all(by_word[0], by_word[1]);
    (expected.empty() ? none : common) += 1;
    ASSERT_EQ(all(spread[0], spread[1]), expected) << round;
    EXPECT_TRUE(!were_equal || by_word[0] == by_word[1]);
    ASSERT_EQ(spread[0].runs(), by_word[0].runs()) << round;
  }
  EXPECT_GT(common, rounds(2000));
  EXPECT_GT(none, rounds(2000));
}

/// Runs in any order, which may lie in each other, as pages and workers leave them.
TEST(FootprintOracle, RunsInAnyOrderAreThoseOfTheWords) {
  RandomRows random(6);
  for (unsigned round = 0; round < rounds(20000); ++round) {
    Words words;
    Footprint by_runs;
    for (auto more = random.number(0, 6); more >= 0; --more) {
      FootprintRun run;
      run.begin = static_cast<std::uint64_t>(random.number(0, 20));
      run.end = run.begin + static_cast<std::uint64_t>(random.number(1, 16));
      run.rank = static_cast<std::uint64_t>(random.number(0, 9));
      run.words_per_step = static_cast<std::uint32_t>(random.number(0, 3));
      run.ranks_per_step = run.words_per_step == 0 ? 0 : static_cast<std::uint32_t>(random.number(1, 3));
      run.site = static_cast<SiteId>(random.number(1, 2));
      run.kind = kPlainRead;
      run.mask = kAllBytes;
      const auto from = static_cast<std::uint64_t>(random.number(0, 24)), to = from + 12;
      by_runs.add_run(run, from, to);
      for (std::uint64_t word = std::max(from, run.begin); word < std::min(to, run.end); ++word) {
        const auto [at, is_new] = words.try_emplace({word, run.site, run.kind, run.mask}, run.rank_at(word));
        at->second = std::min(at->second, run.rank_at(word));
      }
    }
    by_runs.finish();
    ASSERT_EQ(by_runs.runs(), one_by_one(words).runs()) << round;
  }
}

}  // namespace
}  // namespace fencepost::detector
