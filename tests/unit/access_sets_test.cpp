// Sets of accesses in place of lists: a cell says what the list would.
#include "detector/shadow/access_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace fencepost::detector {
namespace {

constexpr std::uint64_t kNow = std::uint64_t{7} << cell::kEpochShift;

std::uint64_t access(unsigned site, unsigned kind, unsigned mask, unsigned thread) {
  return kNow | std::uint64_t{site} << cell::kSiteShift | cell::tag(kind, mask) | thread;
}

std::string text(const Entry& e) {
  return std::to_string(e.site) + ' ' + std::to_string(e.kind) + ' ' + std::to_string(e.mask) + ' ' +
         std::to_string(e.low) + ' ' + std::to_string(e.high) + (e.several_warps ? " warps\n" : "\n");
}

std::string text(const Cell& c, const AccessSets& sets) {
  std::string all;
  each_entry(c, sets, [&](const Entry& entry) { all += text(entry); });
  return all;
}

TEST(AccessSets, HoldWhatOneThreadDoes) {
  AccessSets sets;
  Cell c = cell::first_access(access(1, kPlainRead, kAllBytes, 40));
  c = *cell::with(c, cell::unpack_access(access(2, kPlainRead, kAllBytes, 40)), true);
  ASSERT_TRUE(sets.add(c, access(3, kWrites, kAllBytes, 40)));
  EXPECT_EQ(cell::state(c), cell::kSet);
  EXPECT_EQ(text(c, sets), "1 0 15 40 40\n2 0 15 40 40\n3 1 15 40 40\n");
  EXPECT_EQ(written_bytes(c, sets), kAllBytes);
  const Cell before = c;
  ASSERT_TRUE(sets.add(c, access(3, kWrites, kAllBytes, 40)));  // Again.
  EXPECT_EQ(c.second, before.second);
  EXPECT_FALSE(sets.add(c, access(3, kPlainRead, kAllBytes, 41)));  // Another thread.
  EXPECT_FALSE(sets.add(c, access(4, kWrites, kAllBytes, 40)));     // Which value is whose would be lost.
  EXPECT_FALSE(sets.add_as_before(c, access(3, kPlainRead, kAllBytes, 41)));
  EXPECT_FALSE(sets.add_as_before(c, access(4, kWrites, kAllBytes, 40)));
  EXPECT_EQ(c.second, before.second);
}

TEST(AccessSets, KeepTheFlagsOfValues) {
  AccessSets sets;
  for (const std::uint64_t values : {std::uint64_t{0}, cell::kHasValue, cell::kValues}) {
    for (int again = 0; again < 2; ++again) {
      Cell c = cell::first_access(access(1, kWrites, kAllBytes, 3));
      c = *cell::with(c, cell::unpack_access(access(2, kPlainRead, kAllBytes, 3)), true);
      c.second |= values;
      ASSERT_TRUE(again != 0 ? sets.add_as_before(c, access(3, kPlainRead, kAllBytes, 3))
                             : sets.add(c, access(3, kPlainRead, kAllBytes, 3)));
      EXPECT_EQ(c.second & cell::kValues, values);
    }
  }
}

/// What was learnt of some threads' cells is right for others'.
TEST(AccessSets, AddAsBeforeWhatTheyAdd) {
  std::minstd_rand random(1);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const auto any = [&](unsigned thread) {
    return access(1 + below(4), below(2) != 0 ? kWrites : kPlainRead, below(5) == 0 ? 0x3 : kAllBytes, thread);
  };
  AccessSets sets;
  int same = 0;
  for (int run = 0; run < 20'000; ++run) {
    const unsigned thread = below(1024);
    Cell c = cell::first_access(any(thread));
    for (int n = 0; n < 6; ++n) {
      const std::uint64_t next = any(below(20) == 0 ? below(1024) : thread);
      Cell quick = c;
      Cell slow = c;
      const bool is_known = sets.add_as_before(quick, next);
      const auto two = cell::state(c) == cell::kSet ? std::nullopt : cell::with(c, cell::unpack_access(next), true);
      const bool is_added = two ? false : sets.add(slow, next);
      if (is_known && !two) {
        ++same;
        ASSERT_TRUE(is_added);
        EXPECT_EQ(quick.first, slow.first);
        EXPECT_EQ(quick.second, slow.second);
      }
      if (two) {
        c = *two;
      } else if (is_added) {
        c = slow;
      } else {
        break;
      }
    }
  }
  EXPECT_GT(same, 1000);
}

/// What is left of an entry's values, as far as it is told.
std::string values(const ListEntry& e) {
  return text(e.accesses) + (!e.has_value ? "no value" : e.values_differ ? "several" : std::to_string(e.value)) + '\n';
}

TEST(AccessSets, KeepWhatAListHas) {
  std::minstd_rand random(2);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  AccessSets sets;
  IntervalLog log;
  std::vector<std::string> expected;
  std::vector<Cell> cells;
  std::vector<std::uint32_t> kept;
  int several = 0, zero = 0, none = 0, clashing = 0;
  for (int run = 0; run < 4'000; ++run) {
    std::uint32_t word = below(2) != 0 ? random() : 0;
    Cell c{};
    EntryList& list = log[log.make(reinterpret_cast<std::uintptr_t>(&word), &c, true)];
    for (unsigned n = 1 + below(8); n > 0; --n) {
      const unsigned mask = below(4) != 0 ? kAllBytes : 1U << below(4);
      const unsigned kind = below(2) == 0 ? kWrites : kPlainRead;
      log.add(list, cell::unpack_access(access(1 + below(3), kind, mask, below(4))));
      word ^= below(2) == 0 ? 0xFF00U : 0U;
      if (below(4) != 0) IntervalLog::settle_last_write(list);
    }
    IntervalLog::settle_last_write(list);
    std::string& text = expected.emplace_back();
    bool clash = false;
    const auto has_one = [](const ListEntry& e) { return e.has_value && !e.values_differ && e.value != 0; };
    for (const ListEntry& a : list.all()) {
      text += values(a);
      several += a.values_differ ? 1 : 0;
      zero += a.has_value && !a.values_differ && a.value == 0 ? 1 : 0;
      none += (a.accesses.kind & kWrites) != 0 && !a.has_value ? 1 : 0;
      for (const ListEntry& b : list.all()) {
        const std::uint32_t common = bits_of(a.accesses.mask & b.accesses.mask);
        clash = clash || (has_one(a) && has_one(b) && ((a.value ^ b.value) & common) != 0);
      }
    }
    clashing += clash ? 1 : 0;
    const auto value = sets.keep(list, kNow);
    ASSERT_TRUE(value.has_value());
    kept.push_back(*value);
    cells.push_back(c);
    log.clear();
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string all;
    each_valued_entry(cells[i], sets, kept[i], [&](const ListEntry& entry) { all += values(entry); });
    EXPECT_EQ(all, expected[i]);
  }
  EXPECT_GT(several, 200);
  EXPECT_GT(zero, 200);
  EXPECT_GT(none, 100);
  EXPECT_GT(clashing, 200);
}

TEST(AccessSets, AreNotEndless) {
  AccessSets sets;
  Cell c = cell::first_access(access(1, kPlainRead, kAllBytes, 0));
  unsigned site = 2;
  while (site < 1000 && sets.add(c, access(site, kPlainRead, kAllBytes, 0))) ++site;
  EXPECT_GT(site, 10U);
  EXPECT_LT(site, 1000U);
}

TEST(AccessSets, ForgetTheWaysToSetsWithTheSets) {
  AccessSets sets;
  const auto reads = [&](unsigned first, unsigned count) {
    Cell c = cell::first_access(access(first, kPlainRead, kAllBytes, 3));
    c = *cell::with(c, cell::unpack_access(access(first + 1, kPlainRead, kAllBytes, 3)), true);
    std::string expected;
    for (unsigned site = first; site < first + count; ++site) {
      if (site > first + 1) sets.add(c, access(site, kPlainRead, kAllBytes, 3));
      expected += std::to_string(site) + " 0 15 3 3\n";
    }
    EXPECT_EQ(text(c, sets), expected);
  };
  for (unsigned first = 1; first < 20'000; first += 40) reads(first, 40);
  sets.forget();
  for (unsigned first = 19'961; first > 40; first -= 40) reads(first, 5);
}

}  // namespace
}  // namespace fencepost::detector
