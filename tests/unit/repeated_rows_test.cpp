// What of a block's rows is taken for those of the block before it.
#include "detector/rows/repeated_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace fencepost::detector {
namespace {

constexpr ShadowRange kShared{0x10000, 0x1000, nullptr};
constexpr RowThreads kThreads{0, 32, 1};

inlined_checks::Place place = 1, other_place = 2;

AccessRow row_at(std::uint64_t address, bool writes = false) {
  return {address, 4, 0, 0, 1, &place, 4, writes ? 1U : 0U};
}

/// As the detector makes them.
std::vector<Sheet> sheets_of(const std::vector<AccessRow>& rows, const RowThreads& threads) {
  std::vector<Sheet> sheets;
  for (const AccessRow& told : rows) {
    if (told.count == 0) continue;
    Sheet& sheet = sheets.emplace_back();
    sheet.lines = threads.lines;
    sheet.line_threads = threads.count;
    sheet.row.turns = told.count;
    sheet.row.threads = threads.count;
    sheet.row.access = cell::tag(told.writes != 0 ? kWrites : kPlainRead, kAllBytes);
    sheet.row.is_shared = kShared.contains(told.address);
  }
  return sheets;
}

void note(RepeatedRows& repeated, const std::vector<AccessRow>& rows, const RowThreads& threads = kThreads) {
  repeated.note(rows, threads, sheets_of(rows, threads));
}

/// Noted of a block: a row that is written, an interval's end, and two rows that are read beside one of device memory.
RepeatedRows noted() {
  RepeatedRows repeated;
  repeated.begin_block(true, true);
  note(repeated, {row_at(0x10000, true)});
  repeated.note_interval_end();
  note(repeated, {row_at(0x10000), row_at(0x900000), row_at(0x10004)});
  repeated.note_interval_end();
  return repeated;
}

TEST(RepeatedRows, AreFollowedIfSingleAccessesWillBeHeardOf) {
  RepeatedRows repeated;
  EXPECT_FALSE(repeated.follows() || repeated.notes());
  repeated.begin_block(true, true);
  EXPECT_TRUE(repeated.notes());
  repeated = noted();
  repeated.begin_block(false, true);
  EXPECT_FALSE(repeated.follows() || repeated.notes());
  repeated.begin_block(true, true);
  EXPECT_TRUE(repeated.follows());
  repeated.begin_block(true, false);
  EXPECT_TRUE(repeated.notes()) << "other words are variables'";
}

TEST(RepeatedRows, AreThoseOfTheBlockBefore) {
  RepeatedRows repeated = noted();
  repeated.begin_block(true, true);
  using Next = RepeatedRows::Next;
  const auto next = [&](const std::vector<AccessRow>& rows, const RowThreads& threads = kThreads) {
    return repeated.next_is(rows, threads, kShared);
  };
  EXPECT_EQ(next({row_at(0x900000)}), Next::kNone);
  AccessRow none = row_at(0x10000);
  none.count = 0;
  EXPECT_EQ(next({none}), Next::kNone);

  const AccessRow same = row_at(0x10000, true);
  EXPECT_EQ(next({row_at(0x900000), same, none}), Next::kSame);
  const auto changed = [&](auto change) {
    AccessRow row = same;
    change(row);
    return next({row});
  };
  EXPECT_EQ(changed([](AccessRow& row) { row.address += 4; }), Next::kOther);
  EXPECT_EQ(changed([](AccessRow& row) { row.thread_step = 8; }), Next::kOther);
  EXPECT_EQ(changed([](AccessRow& row) { row.count = 2; }), Next::kOther);
  EXPECT_EQ(changed([](AccessRow& row) { row.bytes = 8; }), Next::kOther);
  EXPECT_EQ(changed([](AccessRow& row) { row.writes = 0; }), Next::kOther);
  EXPECT_EQ(changed([](AccessRow& row) { row.place = &other_place; }), Next::kOther);
  EXPECT_EQ(changed([](AccessRow& row) { row.step = 4; }), Next::kSame) << "of a single turn it is not set";
  EXPECT_EQ(changed([](AccessRow& row) { row.line_step = 4; }), Next::kSame) << "of a single line it is not set";
  EXPECT_EQ(next({same}, {0, 16, 1}), Next::kOther);
  EXPECT_EQ(next({same}, {32, 32, 1}), Next::kOther);
  EXPECT_EQ(next({same}, {0, 32, 2}), Next::kOther);
  EXPECT_EQ(next({same, same}), Next::kOther);

  EXPECT_FALSE(repeated.interval_ends_next());
  const RepeatedRows::Step& written = repeated.advance();
  EXPECT_EQ(written.writes, 32);
  EXPECT_EQ(written.reads, 0);
  EXPECT_EQ(next({row_at(0x10000), row_at(0x10004)}), Next::kOther) << "before the interval ends";
  EXPECT_TRUE(repeated.interval_ends_next());
  EXPECT_TRUE(repeated.advance().ends_interval());
  EXPECT_EQ(next({row_at(0x10000)}), Next::kOther) << "one is missing";
  EXPECT_EQ(next({row_at(0x10000), row_at(0x10004)}), Next::kSame);
  const RepeatedRows::Step& read = repeated.advance();
  EXPECT_EQ(read.reads, 64);
  EXPECT_EQ(read.reads_of_each, 2);
  EXPECT_EQ(read.writes, 0);
  EXPECT_TRUE(repeated.interval_ends_next());
  repeated.advance();
  EXPECT_FALSE(repeated.interval_ends_next());
  EXPECT_EQ(next({same}), Next::kOther) << "the block before told no more";
  EXPECT_EQ(next({row_at(0x900000)}), Next::kNone);
}

TEST(RepeatedRows, AreNotedAnewFromWhereABlockParts) {
  RepeatedRows repeated = noted();
  repeated.begin_block(true, true);
  repeated.advance();
  repeated.advance();
  ASSERT_EQ(repeated.done().size(), 2);
  EXPECT_EQ(repeated.sheets(repeated.done()[0]).size(), 1);
  EXPECT_TRUE(repeated.sheets(repeated.done()[1]).empty());
  repeated.part();
  note(repeated, {row_at(0x10040)});

  repeated.begin_block(true, true);
  EXPECT_EQ(repeated.next_is(std::array{row_at(0x10000, true)}, kThreads, kShared), RepeatedRows::Next::kSame);
  repeated.advance();
  repeated.advance();
  EXPECT_EQ(repeated.next_is(std::array{row_at(0x10040)}, kThreads, kShared), RepeatedRows::Next::kSame);
}

TEST(RepeatedRows, StayWhereABlockHasSingleAccesses) {
  RepeatedRows repeated = noted();
  repeated.begin_block(true, true);
  repeated.advance();
  repeated.rest();
  note(repeated, {row_at(0x10040)});
  repeated.note_interval_end();

  repeated.begin_block(true, true);
  repeated.advance();
  repeated.advance();
  EXPECT_EQ(repeated.next_is(std::array{row_at(0x10000), row_at(0x10004)}, kThreads, kShared),
            RepeatedRows::Next::kSame);
}

TEST(RepeatedRows, OfAVeryLongBlockAreItsFirst) {
  RepeatedRows repeated;
  repeated.begin_block(true, true);
  for (std::size_t i = 0; i < 2 * RepeatedRows::kMostSteps; ++i) note(repeated, {row_at(0x10000)});
  EXPECT_FALSE(repeated.notes());
  repeated.begin_block(true, true);
  for (std::size_t i = 0; i < RepeatedRows::kMostSteps; ++i) {
    ASSERT_EQ(repeated.next_is(std::array{row_at(0x10000)}, kThreads, kShared), RepeatedRows::Next::kSame);
    repeated.advance();
  }
  EXPECT_EQ(repeated.next_is(std::array{row_at(0x10000)}, kThreads, kShared), RepeatedRows::Next::kOther);
}

}  // namespace
}  // namespace fencepost::detector
