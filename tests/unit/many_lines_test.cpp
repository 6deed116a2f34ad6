// Words that are touched from hundreds of source lines: what finds entries by an index, and conflicts by sums, against
// the search from end to end.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "detector/shadow/conflicting_pairs.h"
#include "detector/shadow/entry_index.h"
#include "detector/shadow/history.h"
#include "detector/shadow/interval_log.h"

namespace fencepost::detector {
namespace {

constexpr unsigned kKinds[] = {kPlainRead,
                               kWrites,
                               kStrong,
                               kStrong | kWrites,
                               kStrong | kIsAtomic,
                               kStrong | kIsAtomic | kWrites,
                               kStrong | kIsAtomic | kOfBlock | kWrites};
constexpr std::uint8_t kMasks[] = {0xF, 0x1, 0xC, 0x2};

/// How the accesses to one word are made.
struct Shape {
  std::uint32_t lines = 1, threads = 1, kinds = 1, masks = 1;
};

Entry random_access(const Shape& shape, std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  Entry access;
  access.site = static_cast<SiteId>(1 + below(shape.lines));
  access.kind = static_cast<std::uint8_t>(kKinds[below(shape.kinds)]);
  access.mask = kMasks[below(shape.masks)];
  access.low = access.high = static_cast<ThreadRank16>(below(shape.threads) * 17 % 1024);
  return access;
}

/// Few and many lines, one thread and several, reads alone and all kinds: words with and without conflicts.
std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (const std::uint32_t lines : {3U, 17U, 400U}) {
    for (const std::uint32_t threads : {1U, 2U, 100U}) {
      for (const std::uint32_t kinds : {1U, 2U, 7U}) {
        for (const std::uint32_t masks : {1U, 4U}) all.push_back({lines, threads, kinds, masks});
      }
    }
  }
  return all;
}

bool operator==(const Entry& a, const Entry& b) { return key_of(a) == key_of(b) && a.low == b.low && a.high == b.high; }

TEST(ManyLines, AnIntervalsListIsWhatASearchThroughItComesTo) {
  std::mt19937 random(1);
  unsigned racy = 0, quiet = 0;
  for (const Shape& shape : shapes()) {
    for (const bool global : {false, true}) {
      IntervalLog log;
      std::uint32_t word = 0;
      EntryList& list = log[log.make(reinterpret_cast<std::uintptr_t>(&word), nullptr, global)];
      std::vector<Entry> expected;
      bool expected_racy = false;
      for (int i = 0; i < 1500; ++i) {
        const Entry access = random_access(shape, random);
        log.add(list, access);
        Entry* same = nullptr;
        for (Entry& entry : expected) {
          expected_racy = expected_racy || conflicts(entry, access) || (!global && assume_lockstep(entry, access));
          if (entry.same_accesses(access)) same = &entry;
        }
        if (same != nullptr) {
          same->add(access.low);
        } else {
          expected.push_back(access);
        }
        ASSERT_EQ(list.racy, expected_racy);
        ASSERT_EQ(list.count, expected.size());
      }
      for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_TRUE(list.entries[i].accesses == expected[i]);
      ++(expected_racy ? racy : quiet);
    }
  }
  EXPECT_GT(racy, 20U);
  EXPECT_GT(quiet, 20U);
}

/// The same shape, of blocks in place of threads.
std::pair<ListEntry, Instance> random_past(const Shape& shape, std::mt19937& random) {
  const Entry access = random_access(shape, random);
  ListEntry entry{.accesses = access};
  if ((access.kind & kWrites) != 0) entry.add_value(static_cast<std::uint32_t>(random() % 3));
  return {entry,
          Instance{access.low, static_cast<std::uint32_t>(random() % 4), static_cast<std::uint32_t>(random() % 8)}};
}

PastEntry past_of(const std::pair<ListEntry, Instance>& one) {
  PastEntry entry;
  entry.site = one.first.accesses.site;
  entry.kind = one.first.accesses.kind;
  entry.mask = one.first.accesses.mask;
  entry.has_value = one.first.has_value;
  entry.value = one.first.value;
  entry.low = entry.high = one.second;
  return entry;
}

bool operator==(const PastEntry& a, const PastEntry& b) {
  return key_of(a) == key_of(b) && a.low == b.low && a.high == b.high && a.has_value == b.has_value &&
         a.values_differ == b.values_differ && (a.values_differ || a.value == b.value);
}

TEST(ManyLines, AWordsHistoryIsWhatASearchThroughItComesTo) {
  std::mt19937 random(2);
  for (const Shape& shape : shapes()) {
    History history;
    // Two words, so that their lists are interleaved.
    std::uint32_t heads[2] = {};
    std::vector<PastEntry> expected[2];
    for (int i = 0; i < 1500; ++i) {
      const std::size_t word = random() % 2;
      const auto added = random_past(shape, random);
      bool expected_conflict = false;
      PastEntry* same = nullptr;
      for (PastEntry& entry : expected[word]) {
        expected_conflict = expected_conflict ||
                            entry.conflicts(added.first.accesses.kind, added.first.accesses.mask, added.second.block);
        if (key_of(entry) == key_of(added.first.accesses)) same = &entry;
      }
      if (same != nullptr) {
        same->merge(added.first, added.second);
      } else {
        expected[word].push_back(past_of(added));
      }
      ASSERT_EQ(history.add(heads[word], added.first, added.second), expected_conflict);
    }
    for (const std::size_t word : {0, 1}) {
      for (const PastEntry& entry : expected[word]) {
        const PastEntry* const found = history.find(heads[word], key_of(entry));
        ASSERT_NE(found, nullptr);
        ASSERT_TRUE(*found == entry);
      }
      EXPECT_EQ(history.find(heads[word], {.site = 60000, .kind = 0, .mask = 1}), nullptr);
    }
  }
}

TEST(ManyLines, WhatWorkersKnowOfAWordIsMergedAndCompared) {
  std::mt19937 random(3);
  unsigned conflicts_seen[2] = {}, none_seen[2] = {};
  PastEntries merged;
  for (const Shape& shape : shapes()) {
    merged.clear();
    std::vector<PastEntry> expected;
    for (int i = 0; i < 600; ++i) {
      const PastEntry entry = past_of(random_past(shape, random));
      merged.add(entry);
      const auto same = std::ranges::find_if(expected, [&](const PastEntry& e) { return key_of(e) == key_of(entry); });
      if (same != expected.end()) {
        same->merge(entry);
      } else {
        expected.push_back(entry);
      }
    }
    ASSERT_TRUE(std::equal(merged.all().begin(), merged.all().end(), expected.begin(), expected.end(),
                           [](const PastEntry& a, const PastEntry& b) { return a == b; }));
    for (const bool strictly : {false, true}) {
      bool conflict = false;
      for (const PastEntry& a : expected) {
        if (strictly && a.kind == kWrites) continue;
        for (const PastEntry& b : expected) conflict = conflict || blocks_conflict(a, b);
      }
      ASSERT_EQ(merged.conflict(strictly), conflict);
      ++(conflict ? conflicts_seen : none_seen)[strictly ? 1 : 0];
    }
  }
  for (const std::size_t i : {0, 1}) {
    EXPECT_GT(conflicts_seen[i], 5U);
    EXPECT_GT(none_seen[i], 5U);
  }
}

TEST(ManyLines, ThePairsAreThoseThatConflict) {
  std::mt19937 random(4);
  for (const Shape& shape : shapes()) {
    std::vector<Entry> entries;
    for (std::uint32_t i = 0; i < 60; ++i) {
      Entry entry = random_access(shape, random);
      entry.add(random_access(shape, random).low);
      entries.push_back(entry);
    }
    std::vector<Party> parties;
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      const Entry& e = entries[i];
      parties.push_back({e.kind, e.mask, e.low == e.high ? e.low : Party::kSeveral, i});
    }
    const auto conflict = [](const Party& a, const Party& b) {
      if ((a.mask & b.mask) == 0) return Pairing::kNever;
      if (kinds_assume_lockstep(a.kind, b.kind)) return Pairing::kPerhaps;
      return accesses_conflict(a.kind, a.mask, b.kind, b.mask) ? Pairing::kIfOthers : Pairing::kNever;
    };
    std::set<std::pair<std::uint32_t, std::uint32_t>> expected, found;
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      for (std::uint32_t j = i; j < entries.size(); ++j) {
        const Entry &a = entries[i], &b = entries[j];
        if ((a.mask & b.mask) == 0) continue;
        const bool alone = a.low == a.high && b.low == b.high && a.low == b.low;
        const bool conflicts = accesses_conflict(a.kind, a.mask, b.kind, b.mask);
        if (kinds_assume_lockstep(a.kind, b.kind) || (conflicts && !alone)) expected.insert({i, j});
      }
    }
    each_pair(parties, conflict, [&](std::uint32_t i, std::uint32_t j) {
      EXPECT_TRUE(found.insert(std::minmax(i, j)).second) << "twice";
    });
    EXPECT_EQ(found, expected);
  }
}

TEST(ManyLines, LinesThatDoNotConflictAreNotPaired) {
  std::vector<Party> parties;
  for (std::uint32_t i = 0; i < 20'000; ++i) parties.push_back({kWrites, kAllBytes, 5, i});
  parties.push_back({kPlainRead, kAllBytes, 5, 20'000});
  parties.push_back({kPlainRead, kAllBytes, Party::kSeveral, 20'001});
  std::size_t pairs = 0;
  each_pair(
      parties,
      [](const Party& a, const Party& b) {
        return accesses_conflict(a.kind, a.mask, b.kind, b.mask) ? Pairing::kIfOthers : Pairing::kNever;
      },
      [&](std::uint32_t, std::uint32_t) { ++pairs; });
  EXPECT_EQ(pairs, 20'000U);
}

}  // namespace
}  // namespace fencepost::detector
