// What the access callbacks do to packed cells, beside cell::with(), which says the same entry by entry.
#include "detector/shadow/shadow_cell.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

namespace fencepost::detector {
namespace {

constexpr std::uint64_t kNow = std::uint64_t{7} << cell::kEpochShift;

std::string text(const Cell& c) {
  const auto entry = [](const Entry& e) {
    return "site " + std::to_string(e.site) + " kind " + std::to_string(e.kind) + " mask " + std::to_string(e.mask) +
           " threads " + std::to_string(e.low) + ' ' + std::to_string(e.high) +
           (e.several_warps ? " of several warps" : "");
  };
  return entry(cell::first_entry(c)) + " | " + entry(cell::second_entry(c)) + " state " +
         std::to_string(cell::state(c));
}

bool operator==(const Cell& a, const Cell& b) { return a.first == b.first && a.second == b.second; }

/// All accesses by a few threads, from a few lines, of every kind.
std::vector<std::uint64_t> accesses() {
  std::vector<std::uint64_t> all;
  for (const std::uint64_t thread : {0, 1, 40, 1023}) {
    for (const std::uint64_t site : {1, 2, 65535}) {
      for (const unsigned kind : {0U, unsigned{kWrites}, unsigned{kStrong}, unsigned{kStrong | kWrites},
                                  unsigned{kStrong | kIsAtomic}, unsigned{kStrong | kIsAtomic | kWrites}}) {
        for (const unsigned mask : {0xFU, 0x1U, 0xCU}) {
          all.push_back(kNow | site << cell::kSiteShift | cell::tag(kind, mask) | thread);
        }
      }
    }
  }
  return all;
}

Entry entry_of(std::uint64_t access) { return cell::unpack_access(access); }

bool has_plain_write(const Cell& c) {
  return cell::first_entry(c).kind == kWrites ||
         (cell::state(c) == cell::kTwo && cell::second_entry(c).kind == kWrites);
}

struct Counts {
  int repeats = 0, adds_thread = 0, makes_two = 0, adds_reader = 0, repeats_second = 0, slow = 0;
};

/// Whether each of the callbacks' forms that applies comes to what cell::with() says.
void compare(const Cell& c, std::uint64_t access, bool global, Counts& counts) {
  const std::optional<Cell> expected = cell::with(c, entry_of(access), global);
  const bool reads = (entry_of(access).kind & kWrites) == 0;
  const bool is_atomic = (entry_of(access).kind & kIsAtomic) != 0;
  int forms = 0;
  const auto agrees = [&](int& count, const Cell& result) {
    ++count;
    ++forms;
    ASSERT_TRUE(expected) << text(c) << "\nand " << text(cell::first_access(access));
    EXPECT_TRUE(*expected == result) << text(c) << "\nand " << text(cell::first_access(access)) << "\nmakes "
                                     << text(result) << "\ninstead of " << text(*expected);
  };
  if (cell::repeats(c, access)) agrees(counts.repeats, c);
  if ((reads || is_atomic) && cell::one_entry_of_other_thread(c, access)) {
    Cell result = c;
    cell::add_thread(result, access);
    agrees(counts.adds_thread, result);
  }
  if (cell::makes_two(c, access, entry_of(access).kind == kPlainRead)) {
    Cell result = c;
    cell::add_second(result, access);
    agrees(counts.makes_two, result);
  }
  if (entry_of(access).kind == kPlainRead && cell::two_read(c, access)) {
    Cell result = c;
    cell::add_reader(result, access);
    agrees(counts.adds_reader, result);
  }
  if (cell::repeats_second(c, access)) agrees(counts.repeats_second, c);
  if (forms == 0) ++counts.slow;
}

/// From every cell that accesses can make: by one entry, by two, and by random sequences.
void compare_all(bool global) {
  const std::vector<std::uint64_t> all = accesses();
  std::set<std::pair<std::uint64_t, std::uint64_t>> cells;
  for (const std::uint64_t first : all) {
    const Cell one = cell::first_access(first);
    cells.insert({one.first, one.second});
    for (const std::uint64_t second : all) {
      if (const auto two = cell::with(one, entry_of(second), global)) cells.insert({two->first, two->second});
    }
  }
  std::minstd_rand random(1);
  for (int i = 0; i < 20'000; ++i) {
    Cell c = cell::first_access(all[random() % all.size()]);
    for (int n = 0; n < 6; ++n) {
      if (const auto next = cell::with(c, entry_of(all[random() % all.size()]), global)) c = *next;
    }
    cells.insert({c.first, c.second});
    if (global && has_plain_write(c)) {
      cells.insert({c.first, c.second | cell::kHasValue});
      cells.insert({c.first, c.second | cell::kHasValue | cell::kValuesDiffer});
    }
  }
  Counts counts;
  for (const auto& [first, second] : cells) {
    for (const std::uint64_t access : all) {
      compare({first, second}, access, global, counts);
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(counts.repeats, 100);
  EXPECT_GT(counts.adds_thread, 100);
  EXPECT_GT(counts.makes_two, 100);
  EXPECT_GT(counts.adds_reader, 100);
  EXPECT_GT(counts.repeats_second, 100);
  EXPECT_GT(counts.slow, 100);
}

TEST(ShadowCell, CallbacksAgreeOnSharedMemory) { compare_all(false); }
TEST(ShadowCell, CallbacksAgreeOnDeviceMemory) { compare_all(true); }

/// A cell of an earlier interval, and one that is a list or a set, are none of the callbacks'.
TEST(ShadowCell, OtherCellsAreLeftAlone) {
  for (const std::uint64_t first : accesses()) {
    const Cell one = cell::first_access(first);
    const Cell earlier = {one.first - (std::uint64_t{1} << cell::kEpochShift), one.second};
    const Cell set = cell::make_set(first, 3, one.second);
    const Cell list = cell::make_list(first, 3);
    for (const std::uint64_t access : accesses()) {
      for (const Cell& c : {earlier, set, list, cell::kWatched}) {
        EXPECT_FALSE(cell::makes_two(c, access, true));
        EXPECT_FALSE(cell::two_read(c, access));
        EXPECT_FALSE(cell::repeats_second(c, access));
        EXPECT_FALSE(cell::one_entry_of_other_thread(c, access));
      }
    }
  }
}

}  // namespace
}  // namespace fencepost::detector
