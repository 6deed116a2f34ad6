// Lines of a block told together, and reads that are noted for all pages at once, against all their elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "detector/rows/page_rows.h"
#include "detector/rows/read_log.h"
#include "tests/rounds.h"
#include "tests/unit/random_rows.h"

namespace fencepost::detector {
namespace {

constexpr std::uintptr_t kPage = GlobalShadow::kPageWords * kWordBytes;

/// An element: epoch, address of the byte, thread, site and kind.
using Element = std::tuple<std::uint64_t, std::uintptr_t, std::uint32_t, std::uint64_t>;

void add_elements(std::set<Element>& elements, const Row& row, std::uint64_t epoch) {
  for (const auto& [byte, threads] : bytes_by(row)) {
    for (const std::uint32_t thread : threads) elements.insert({epoch, byte, thread, row.access});
  }
}

void add_elements(std::set<Element>& elements, const Sheet& sheet, std::uint64_t epoch) {
  sheet.each_line([&](const Row& row) {
    add_elements(elements, row, epoch);
    return true;
  });
}

std::set<Element> within(const std::set<Element>& elements, const Extent& extent) {
  std::set<Element> result;
  for (const Element& e : elements) {
    if (std::get<1>(e) >= extent.begin && std::get<1>(e) < extent.end()) result.insert(e);
  }
  return result;
}

/// Lines that follow each other, or lie in each other, or are the same.
Sheet any_sheet(RandomRows& rows) {
  Sheet sheet;
  sheet.row = rows.any();
  sheet.lines = static_cast<std::uint32_t>(rows.number(1, 4));
  const auto extent = static_cast<std::int64_t>(sheet.row.extent.bytes);
  const std::int64_t bytes = sheet.row.bytes;
  const std::int64_t steps[] = {0, extent, extent + bytes * rows.number(0, 9), -extent, bytes * rows.number(-9, 9)};
  sheet.line_step = sheet.lines == 1 ? 0 : steps[rows.number(0, 4)];
  sheet.line_threads = line_threads_of(sheet.row);
  return sheet;
}

Bytes bytes_by_all(const Sheet& sheet) {
  Bytes bytes;
  sheet.each_line([&](const Row& row) {
    for (const auto& [byte, threads] : bytes_by(row)) bytes[byte].insert(threads.begin(), threads.end());
    return true;
  });
  return bytes;
}

TEST(Sheets, AreWhatAllTheirLinesAre) {
  RandomRows rows(11);
  Answers answers;
  for (unsigned i = 0; i < rounds(20000) && !::testing::Test::HasFatalFailure(); ++i) {
    Sheet a = any_sheet(rows), b = any_sheet(rows);
    // Of the same threads.
    b.lines = a.lines;
    if (a.lines == 1) b.line_step = 0;
    b.row.first = a.row.first;
    b.row.threads = a.row.threads;
    b.row.rank_step = a.row.rank_step;
    b.line_threads = a.line_threads;
    b.row.measure();
    if (rows.number(0, 2) == 0) {
      const std::uint64_t access = b.row.access;
      b = a;
      b.row.access = access;
    }
    const auto of_a = bytes_by_all(a), of_b = bytes_by_all(b);
    ASSERT_EQ(a.extent().begin, of_a.begin()->first);
    ASSERT_EQ(a.extent().end(), of_a.rbegin()->first + 1);
    answers.hold_against(a, b, of_a, of_b, a.row.writes() || b.row.writes());
  }
  EXPECT_GT(answers.alone, rounds(2000));
  EXPECT_GT(answers.apart, rounds(1000));
  EXPECT_GT(answers.compatible, rounds(3000));
}

TEST(Sheets, AreTheSameWhenTurned) {
  RandomRows rows(12);
  unsigned turned = 0;
  for (unsigned i = 0; i < rounds(20000); ++i) {
    Sheet sheet = any_sheet(rows);
    if (rows.number(0, 1) == 0) {  // Columns whose elements are neighbours.
      sheet.row.rank_step = 1;
      sheet.line_threads = sheet.row.threads;
      sheet.line_step = sheet.row.bytes;
      sheet.row.thread_step = sheet.row.bytes * rows.number(1, 8);
      sheet.row.measure();
    }
    Sheet other = sheet;
    other.turn();
    ASSERT_EQ(bytes_by_all(other), bytes_by_all(sheet));
    ASSERT_EQ(other.extent().begin, sheet.extent().begin);
    ASSERT_EQ(other.extent().end(), sheet.extent().end());
    if (other.row.rank_step == sheet.row.rank_step) continue;
    ++turned;
    EXPECT_TRUE(other.row.is_dense());
  }
  EXPECT_GT(turned, rounds(1000));
}

/// What blocks do that read a plane: each has a tile of it, and several sites read the tile, or next to it.
class Blocks {
 public:
  explicit Blocks(RandomRows& rows) : rows_(rows) {
    across_ = static_cast<std::uint64_t>(rows.number(1, 5));
    lines_ = static_cast<std::uint32_t>(rows.number(1, 4));
    threads_ = static_cast<std::uint32_t>(rows.number(0, 1) == 0 ? rows.number(1, 12) : 8);
    const std::uintptr_t across = rows.number(0, 2) == 0 ? 1 : across_;  // Or lines are in each other.
    line_bytes_ = static_cast<std::uintptr_t>(4 * rows.number(0, 40)) + across * threads_ * 4;
    sites_ = rows.number(1, 4);
  }

  /// Reads of the block's.
  std::vector<Sheet> reads(std::uint64_t block) {
    std::vector<Sheet> result;
    for (std::int64_t site = 1; site <= sites_; ++site) {
      if (rows_.number(0, 9) == 0) continue;
      Sheet sheet;
      sheet.row = rows_.any();
      if (rows_.number(0, 4) != 0) {
        sheet.row.bytes = 4;
        sheet.row.threads = threads_;
        sheet.row.rank_step = 1;
        sheet.row.thread_step = site == 4 ? 0 : 4;
        sheet.row.turns = 1;
        sheet.row.step = 0;
        sheet.row.first = 0;
        sheet.row.address = kRowsBase + block / across_ * lines_ * line_bytes_ + block % across_ * threads_ * 4 +
                            static_cast<std::uintptr_t>(site == 2   ? 4
                                                        : site == 3 ? static_cast<std::int64_t>(line_bytes_)
                                                                    : 0);
        sheet.lines = rows_.number(0, 6) == 0 ? 1 : lines_;
        sheet.line_step = rows_.number(0, 8) == 0 ? 0 : static_cast<std::int64_t>(line_bytes_);
      }
      if (rows_.number(0, 9) == 0) sheet.line_step = 4 * rows_.number(-3, 12);
      sheet.row.access = cell::tag(kPlainRead, kAllBytes) | static_cast<std::uint64_t>(site) << cell::kSiteShift;
      sheet.row.measure();
      if (sheet.lines == 1) sheet.line_step = 0;
      sheet.line_threads = line_threads_of(sheet.row);
      result.push_back(sheet);
      if (sheet.lines > 1 && rows_.number(0, 5) == 0) {  // The same once more, with more lines or fewer.
        result.push_back(sheet);
        result.back().lines = static_cast<std::uint32_t>(rows_.number(2, 6));
      }
      // Lines one by one, as from code that does not tell them together.
      if (sheet.lines == 1 && rows_.number(0, 1) == 0) {
        for (std::uint32_t line = 1; line < lines_; ++line) {
          Sheet more = sheet;
          more.row.first += line * sheet.line_threads;
          more.row.address += line * line_bytes_;
          more.row.measure();
          result.push_back(more);
        }
      }
    }
    return result;
  }

 private:
  RandomRows& rows_;
  std::uint64_t across_;
  std::uint32_t lines_, threads_;
  std::uintptr_t line_bytes_;
  std::int64_t sites_;
};

TEST(ReadLog, HasWhatWasAddedAndNothingElse) {
  RandomRows rows(12);
  std::size_t elements = 0, asked = 0;
  for (unsigned round = 0; round < rounds(400); ++round) {
    ReadLog log;
    Blocks blocks(rows);
    // What was added, and from which record on that is.
    std::set<Element> all, since;
    std::uint32_t first = log.next();
    for (std::uint64_t block = 0; block < 20; ++block) {
      const std::uint64_t epoch = 1 + 2 * block;
      for (const Sheet& sheet : blocks.reads(block)) {
        if (!log.may_take(sheet)) continue;
        log.add(sheet, epoch);
        add_elements(all, sheet, epoch);
        add_elements(since, sheet, epoch);
      }
      if (rows.number(0, 3) != 0) continue;
      const auto find = [&](std::uint32_t from, const Extent& extent) {
        std::set<Element> found;
        EXPECT_TRUE(log.each_near(from, extent, [&](const Row& row, std::uint64_t then) {
          add_elements(found, row, then);
          return true;
        }));
        return found;
      };
      const Extent extent{kRowsBase + static_cast<std::uintptr_t>(4 * rows.number(0, 200)),
                          static_cast<std::uintptr_t>(4 * rows.number(1, 300))};
      const std::set<Element> found = find(1, extent), found_since = find(first, extent);
      ASSERT_TRUE(std::ranges::includes(all, found));
      ASSERT_EQ(within(found, extent), within(all, extent));
      ASSERT_EQ(within(found_since, extent), within(since, extent));
      elements += found.size();
      ++asked;
      since.clear();
      first = log.next();
    }
  }
  EXPECT_GT(asked, rounds(1000));
  EXPECT_GT(elements, rounds(10000));
}

TEST(ReadLog, TakesTilesOfManyBlocksAsOneRecord) {
  ReadLog log;
  constexpr std::uint64_t kBlocks = 100000;
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    Sheet sheet{.row = {.address = kRowsBase + 64 * block, .thread_step = 4, .bytes = 4, .threads = 16},
                .lines = 16,
                .line_threads = 16,
                .line_step = 64 * kBlocks};
    sheet.row.access = cell::tag(kPlainRead, kAllBytes);
    sheet.row.measure();
    ASSERT_TRUE(log.may_take(sheet));
    log.add(sheet, 1 + block);
  }
  std::set<Element> found;
  log.each_near(1, {kRowsBase, kWordBytes}, [&](const Row& row, std::uint64_t epoch) {
    add_elements(found, row, epoch);
    return true;
  });
  EXPECT_EQ(log.next(), 2U);
  EXPECT_EQ(found.size(), 16U * kWordBytes);
}

TEST(ReadLog, TakesNoMoreThanItMay) {
  RandomRows rows(13);
  ReadLog log;
  std::set<Element> added;
  std::uint64_t epoch = 0;
  Sheet sheet{.row = {.thread_step = 4, .bytes = 4, .threads = 2}};
  sheet.row.access = cell::tag(kPlainRead, kAllBytes);
  for (; log.may_take(sheet) && epoch < 10 * ReadLog::kMost; ++epoch) {
    sheet.row.address = kRowsBase + static_cast<std::uintptr_t>(4 * rows.number(0, 1 << 20));
    sheet.row.measure();
    log.add(sheet, epoch);
    add_elements(added, sheet, epoch);
  }
  ASSERT_LT(epoch, 10 * ReadLog::kMost);
  ASSERT_GT(epoch, ReadLog::kMost);
  std::set<Element> found;
  log.each_near(1, {kRowsBase, 8U << 20}, [&](const Row& row, std::uint64_t then) {
    add_elements(found, row, then);
    return true;
  });
  EXPECT_EQ(found, added);
  log.clear();
  for (std::uint32_t i = 0; i < ReadLog::kMostQuestions; ++i) {
    ASSERT_TRUE(log.may_take(sheet));
    log.add(sheet, i);
    EXPECT_FALSE(log.each_near(log.next(), sheet.row.extent, [](const Row&, std::uint64_t) { return false; }));
  }
  EXPECT_FALSE(log.may_take(sheet));
  log.clear();
  EXPECT_TRUE(log.may_take(sheet));
}

TEST(PageRows, KnowOfReadsThatWerePutOffAlsoIfTheyAreMany) {
  RandomRows rows(15);
  GlobalShadow global;
  global.set_range(kRowsBase, 3 * kPage);
  global.reserve(nullptr);
  BlockEpochs epochs;
  PageRows kept;
  kept.reserve(global);
  std::set<Element> all;
  for (std::uint64_t block = 1; block <= rounds(5) * PageRows::kMost; ++block) {
    epochs.begin_block(static_cast<std::int64_t>(block), block);
    Sheet sheet{.row = {.address = kRowsBase + 4 * static_cast<std::uintptr_t>(rows.number(0, 1 << 10)),
                        .thread_step = 4,
                        .bytes = 4,
                        .threads = static_cast<std::uint32_t>(rows.number(2, 900))}};
    sheet.row.access = cell::tag(kPlainRead, kAllBytes);
    sheet.row.measure();
    ASSERT_TRUE(kept.may_put_off(sheet, global));
    kept.put_off(sheet, global, block, false);
    add_elements(all, sheet, block);
  }
  Row write;
  write.address = kRowsBase;
  write.bytes = 4;
  write.thread_step = 4;
  write.threads = 8;
  write.access = cell::tag(kWrites, kAllBytes);
  write.measure();
  EXPECT_FALSE(kept.is_compatible(global, 0, write, 1000, 1000, epochs));
  for (const std::size_t page : {0, 1}) {
    const Extent extent{global.address_of(page * GlobalShadow::kPageWords), kPage};
    std::set<Element> found;
    for (const KeptRow& each : kept.take(global, page, epochs)) {
      for (std::uint32_t q = 0; q < each.count; ++q) add_elements(found, each.at(q), each.epoch_of(q));
    }
    EXPECT_EQ(within(found, extent), within(all, extent));
  }
}

/// Several pages, to which reads are put off, others added, and writes: all that was done to a page is known when it is
/// taken, and no conflict is let through. Between, pages are ready for more of the same, as a worker has it.
TEST(PageRows, KnowWhatWasPutOff) {
  RandomRows rows(14);
  constexpr std::size_t kPages = 6;
  GlobalShadow global;
  global.set_range(kRowsBase, (kPages + 2) * kPage);
  global.reserve(nullptr);
  std::size_t put_off = 0, ready = 0, writes = 0, refused = 0, taken_elements = 0;
  for (unsigned round = 0; round < rounds(400); ++round) {
    PageRows kept;
    kept.reserve(global);
    std::fill_n(global.touched, kPages + 2, 0);
    BlockEpochs epochs;
    Blocks blocks(rows);
    std::set<Element> all;
    const std::uintptr_t beyond =
        rows.number(0, 1) == 0 ? 1024 : kPage - 4 * static_cast<std::uintptr_t>(rows.number(0, 90));
    const auto elements_of_page = [&](std::size_t page) {
      return within(all, {global.address_of(page * GlobalShadow::kPageWords), kPage});
    };
    const auto take = [&](std::size_t page) {
      std::set<Element> found;
      for (const KeptRow& each : kept.take(global, page, epochs)) {
        for (std::uint32_t q = 0; q < each.count; ++q) {
          for (std::uint32_t line = 0; line < each.lines_of(q); ++line)
            add_elements(found, each.at(q, line), each.epoch_of(q));
        }
      }
      const std::set<Element> expected = elements_of_page(page);
      ASSERT_EQ(within(found, {global.address_of(page * GlobalShadow::kPageWords), kPage}), expected);
      ASSERT_FALSE(kept.has(page));
      taken_elements += expected.size();
    };
    const auto pages_of = [&](const Row& row) {
      return std::pair(global.page_of(row.extent.begin), global.page_of(row.extent.end() - 1));
    };
    std::uint64_t epoch = 0, block_epoch = 0;
    const auto is_in_conflict = [&](const Row& row, std::size_t page) {
      for (const auto& [byte, threads] : bytes_by(row)) {
        if (global.page_of(byte) != page) continue;
        for (const auto& [then, there, thread, access] : all) {
          if (there != byte || ((access | row.access) & cell::tag(kWrites, 0)) == 0) continue;
          if ((access & row.access & cell::tag(kWrites, 0)) != 0) return true;
          if (then == epoch ? threads.size() != 1 || !threads.contains(thread) : then < block_epoch) return true;
        }
      }
      return false;
    };
    const auto add = [&](const Row& row) {
      if (!PageRows::may_take(row)) return;
      if (rows.number(0, 5) == 0) {  // It is asked for, and does not come.
        const std::size_t page = pages_of(row).first;
        if (global.touched[page] == 0) std::ignore = kept.is_compatible(global, page, row, epoch, block_epoch, epochs);
        return;
      }
      const auto [first, last] = pages_of(row);
      for (std::size_t page = first; page <= last; ++page) {
        if (global.touched[page] != 0) continue;
        const bool is_taken = kept.is_compatible(global, page, row, epoch, block_epoch, epochs);
        if (is_taken) {
          ASSERT_FALSE(is_in_conflict(row, page));
          ASSERT_TRUE(kept.add(page, row, epoch, epochs));
          continue;
        }
        ++refused;
        take(page);
        global.touch(page * GlobalShadow::kPageWords);
      }
      add_elements(all, row, epoch);
    };
    for (std::uint64_t block = 0; block < 12; ++block) {
      for (std::uint64_t interval = 0; interval < 2; ++interval) {
        ++epoch;
        if (interval == 0) {
          block_epoch = epoch;
          epochs.begin_block(static_cast<std::int64_t>(epoch), block);
        }
        for (Sheet sheet : blocks.reads(block)) {
          sheet.row.address += beyond;
          sheet.row.measure();
          const bool is_ready = kept.is_ready(sheet, global, 7);
          ASSERT_FALSE(is_ready && !kept.may_put_off(sheet, global));
          if (kept.may_put_off(sheet, global) && rows.number(0, 5) != 0) {
            sheet.each_line([&](const Row& row) {
              const auto [first, last] = pages_of(row);
              for (std::size_t page = first; page <= last; ++page) EXPECT_FALSE(is_in_conflict(row, page));
              return true;
            });
            kept.put_off(sheet, global, epoch, is_ready);
            ++put_off;
            ready += is_ready ? 1 : 0;
            add_elements(all, sheet, epoch);
            sheet.each_line([&](const Row& row) {
              const auto [first, last] = pages_of(row);
              for (std::size_t page = first; page <= last; ++page) {
                if (rows.number(0, 1) == 0) kept.note_ready(page, 7);
              }
              return true;
            });
          } else {
            sheet.each_line([&](const Row& row) {
              add(row);
              return !testing::Test::HasFatalFailure();
            });
          }
        }
        if (rows.number(0, 2) == 0) {
          Row row = rows.any();
          row.thread_step = std::max<std::int64_t>(row.thread_step, row.bytes);
          row.turns = 1;
          row.address += beyond + static_cast<std::uintptr_t>(16 * rows.number(0, 100));
          row.access = cell::tag(kWrites, kAllBytes);
          row.measure();
          ++writes;
          add(row);
        }
        if (HasFatalFailure()) return;
      }
    }
    for (std::size_t page = 0; page < kPages; ++page) {
      EXPECT_EQ(kept.has(page), global.touched[page] == 0 && !elements_of_page(page).empty());
      EXPECT_TRUE(!kept.has(page) || std::ranges::count(kept.pages(), page) > 0);
      if (global.touched[page] == 0) take(page);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(put_off, rounds(2000));
  EXPECT_GT(ready, rounds(500));
  EXPECT_GT(writes, rounds(1000));
  EXPECT_GT(refused, rounds(100));
  EXPECT_GT(taken_elements, rounds(100000));
}

}  // namespace
}  // namespace fencepost::detector
