// What a barrier separates, against all pairs of accesses.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "detector/permission/barrier_purpose.h"

namespace fencepost::detector {
namespace {

struct Made {
  std::uint32_t interval;
  Touch touch;
};

bool overlap(const Touch& a, const Touch& b) { return a.address < b.end() && b.address < a.end(); }

/// By definition: any two accesses of different threads and different intervals of one group that conflict.
std::set<SitePair> all_pairs(const std::vector<Made>& accesses, const std::vector<std::uint32_t>& group) {
  std::set<SitePair> found;
  for (const Made& a : accesses) {
    for (const Made& b : accesses) {
      if (a.interval == b.interval || group[a.interval] != group[b.interval]) continue;
      if (a.touch.thread == b.touch.thread || !overlap(a.touch, b.touch)) continue;
      if (!a.touch.writes() && !b.touch.writes()) continue;
      const bool overlap_completely = a.touch.address == b.touch.address && a.touch.bytes == b.touch.bytes;
      if ((a.touch.kind & b.touch.kind & kStrong) != 0 && overlap_completely) continue;
      SitePair pair{{a.touch.site, unsigned{a.touch.kind}}, {b.touch.site, unsigned{b.touch.kind}}};
      if (pair.second < pair.first) std::swap(pair.first, pair.second);
      found.insert(pair);
    }
  }
  return found;
}

TEST(BarrierPurposeOracle, WhatABarrierSeparatesIsWhatAllPairsOfAccessesSay) {
  std::mt19937 random(20);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  constexpr unsigned kKinds[] = {kPlainRead, kPlainRead,       kWrites, kStrong | kIsAtomic | kWrites,
                                 kStrong,    kStrong | kWrites};
  std::size_t with_pairs = 0;
  for (int round = 0; round < 20000; ++round) {
    const unsigned intervals = 1 + below(7);
    const unsigned threads = 1 + below(5);
    std::vector<Made> made(1 + below(14));
    for (Made& m : made) {
      m.interval = below(intervals);
      m.touch.bytes = 1U << below(3);
      m.touch.address = below(4) / m.touch.bytes * m.touch.bytes;
      m.touch.site = static_cast<SiteId>(1 + below(3));
      m.touch.thread = static_cast<std::uint16_t>(below(threads));
      m.touch.kind = static_cast<std::uint16_t>(kKinds[below(6)]);
    }
    // As a block would: interval by interval.
    std::stable_sort(made.begin(), made.end(), [](const Made& a, const Made& b) { return a.interval < b.interval; });
    BlockAccesses accesses;
    for (const Made& m : made) accesses.add(m.interval, m.touch);
    std::vector<std::uint32_t> group(intervals, 0);
    for (unsigned i = 1; i < intervals; ++i) group[i] = group[i - 1] + below(2);
    const std::set<SitePair> expected = all_pairs(made, group);
    with_pairs += expected.empty() ? 0 : 1;
    ASSERT_EQ(accesses.words(false).size(), 1U);
    ASSERT_EQ(separated_pairs(accesses.words(false).at(0), group), expected) << "round " << round;
  }
  EXPECT_GT(with_pairs, 5000U);
}

}  // namespace
}  // namespace fencepost::detector
