#include "detector/shadow/memory_faults.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace fencepost::detector {
namespace {

MemoryFault fault(Kind kind, Space space, std::uint64_t address, Instance at) {
  return {.kind = kind, .space = space, .site = 1, .access = 0, .address = address, .bytes = 4, .at = at};
}

TEST(FaultLog, TheLeastFaultAndTheCountDoNotDependOnTheOrder) {
  std::vector<MemoryFault> faults;
  for (const std::uint32_t thread : {3U, 1U, 2U}) {
    for (const std::uint64_t address : {400U, 404U}) {
      faults.push_back(fault(Kind::kOutOfBounds, Space::kGlobal, address, {0, 0, thread}));
    }
  }
  const auto by_thread = [](const MemoryFault& a, const MemoryFault& b) {
    return std::tie(a.at, a.address) < std::tie(b.at, b.address);
  };
  std::ranges::sort(faults, by_thread);
  do {
    FaultLog log;
    for (const MemoryFault& f : faults) log.add(f);
    log.end(Space::kGlobal, {});
    ASSERT_EQ(log.records().size(), 1U);
    EXPECT_EQ(log.records().begin()->second.occurrences, 2U);
    EXPECT_EQ(log.records().begin()->second.least.at.thread, 1U);
    EXPECT_EQ(log.records().begin()->second.least.address, 400U);
  } while (std::next_permutation(faults.begin(), faults.end(), by_thread));
}

TEST(FaultLog, SharedMemoryIsCountedForEachBlockAndInterval) {
  FaultLog log;
  for (const std::uint64_t block : {0U, 1U}) {
    for (const std::uint32_t interval : {0U, 0U, 2U}) {
      log.add(fault(Kind::kUninitializedRead, Space::kShared, 8, {block, interval, 5}));
    }
    log.end(Space::kShared, {});
  }
  EXPECT_EQ(log.records().begin()->second.occurrences, 4U);
}

TEST(FaultLog, OfRacyWordsOnlyUnwrittenReadsAreForgotten) {
  FaultLog log;
  log.add(fault(Kind::kUninitializedRead, Space::kGlobal, 6, {}));  // Words 1 and 2.
  log.add(fault(Kind::kUninitializedRead, Space::kGlobal, 12, {}));
  log.add(fault(Kind::kOutOfBounds, Space::kGlobal, 8, {}));
  log.end(Space::kGlobal, {2});
  ASSERT_EQ(log.records().size(), 2U);
  for (const auto& [key, record] : log.records()) {
    EXPECT_EQ(record.least.address, key.kind == Kind::kOutOfBounds ? 8U : 12U);
  }
}

TEST(FaultLog, OnePlaceOfGlobalMemoryThatTwoWorkersMetIsCountedOnce) {
  FaultLog one, other;
  one.add(fault(Kind::kOutOfBounds, Space::kGlobal, 400, {3, 0, 1}));
  other.add(fault(Kind::kOutOfBounds, Space::kGlobal, 400, {2, 0, 9}));
  one.merge(other);
  one.end(Space::kGlobal, {});
  EXPECT_EQ(one.records().begin()->second.occurrences, 1U);
  EXPECT_EQ(one.records().begin()->second.least.at.block, 2U);
}

}  // namespace
}  // namespace fencepost::detector
