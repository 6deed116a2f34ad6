// Footprints against the plain sets of bytes that they sum up.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "detector/shadow/footprint.h"
#include "tests/rounds.h"

namespace fencepost::detector {
namespace {

constexpr std::uint64_t kWords = 24;

/// Who accessed a byte with a site and kind: the least rank.
using Bytes = std::map<std::tuple<std::uint64_t, SiteId, std::uint8_t>, std::uint64_t>;

class RandomFootprint {
 public:
  explicit RandomFootprint(std::mt19937& random) : random_(random) {
    const SiteId copy = 9;
    for (unsigned i = pick(3); i > 0; --i) {
      const std::uintptr_t begin = pick(kWords * kWordBytes);
      const std::size_t bytes = 1 + pick(static_cast<unsigned>(kWords * kWordBytes - begin));
      const std::uint8_t kind = pick(2) == 0 ? kWrites : kPlainRead;
      footprint_.add_bytes(begin, bytes, copy, kind);
      for (std::uintptr_t b = begin; b < begin + bytes; ++b) bytes_[{b, copy, kind}] = 0;
    }
    add_threads();
    add_pages();
    footprint_.finish();
  }

  /// The accesses of the runs, byte by byte.
  [[nodiscard]] Bytes listed() const {
    Bytes result;
    for (const FootprintRun& run : footprint_.runs()) {
      for (std::uint64_t word = run.begin; word < run.end; ++word) {
        for (unsigned b = 0; b < kWordBytes; ++b) {
          if ((run.mask >> b & 1) != 0) result[{word * kWordBytes + b, run.site, run.kind}] = run.rank_at(word);
        }
      }
    }
    return result;
  }

  void remove(std::uintptr_t word, std::size_t words) {
    footprint_.remove(word * kWordBytes, words * kWordBytes);
    std::erase_if(bytes_, [&](const auto& entry) {
      const std::uint64_t at = std::get<0>(entry.first) / kWordBytes;
      return at >= word && at < word + words;
    });
  }

  [[nodiscard]] const Footprint& footprint() const { return footprint_; }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }
  unsigned pick(unsigned below) { return std::uniform_int_distribution<unsigned>(0, below - 1)(random_); }

 private:
  /// Pages of reads, and others of the same lines beside them.
  void add_pages() {
    constexpr std::uint64_t kPage = 4;
    struct Line {
      SiteId site;
      std::uint8_t mask;
    };
    constexpr Line kLines[] = {{20, kAllBytes}, {21, 3}};
    const auto read = [&](std::uint64_t word) {
      const Line line = kLines[pick(2)];
      const std::uint64_t rank = pick(50);
      for (unsigned b = 0; b < kWordBytes; ++b) {
        if ((line.mask >> b & 1) == 0) continue;
        const auto [known, is_new] = bytes_.try_emplace({word * kWordBytes + b, line.site, kPlainRead}, rank);
        if (!is_new) known->second = std::min(known->second, rank);
      }
      return first_read::make(cell::pack({.site = line.site, .kind = kPlainRead, .mask = line.mask}), rank);
    };
    for (std::uint64_t first = 0; first < kWords; first += kPage) {
      if (pick(3) != 0) continue;
      ReadPage page{.first_word = first, .reads = {}};
      for (std::uint64_t word = first; word < first + kPage; ++word)
        page.reads.push_back(pick(3) == 0 ? 0 : read(word));
      const std::uint64_t again = first + pick(kPage);
      footprint_.add_read(again, read(again));
      footprint_.add_reads(std::move(page));
    }
  }

  /// Sites that walk through the words at several paces, with gaps and jumps.
  void add_threads() {
    struct Walk {
      std::uint64_t rank, step;
      unsigned pace;
      std::uint8_t mask, kind;
      bool jumps;
    };
    std::vector<Walk> walks;
    for (unsigned i = pick(4); i > 0; --i) {
      walks.push_back({pick(50), pick(5), 1 + pick(3), static_cast<std::uint8_t>(1 + pick(kAllBytes)),
                       static_cast<std::uint8_t>(pick(2) == 0 ? kWrites : kPlainRead), pick(3) == 0});
    }
    for (std::uint64_t word = 0; word < kWords; ++word) {
      for (std::size_t i = 0; i < walks.size(); ++i) {
        Walk& walk = walks[i];
        if (pick(8) == 0) continue;
        const std::uint64_t rank = walk.jumps ? pick(50) : walk.rank + word / walk.pace * walk.step;
        const auto site = static_cast<SiteId>(i + 1);
        footprint_.add(word, site, walk.kind, walk.mask, rank);
        for (unsigned b = 0; b < kWordBytes; ++b) {
          if ((walk.mask >> b & 1) != 0) bytes_[{word * kWordBytes + b, site, walk.kind}] = rank;
        }
      }
    }
  }

  std::mt19937& random_;
  Footprint footprint_;
  Bytes bytes_;
};

using Overlap = std::tuple<std::uint64_t, SiteId, std::uint8_t, SiteId, std::uint8_t>;

TEST(FootprintOracle, RunsHoldExactlyTheAccessesThatWereAdded) {
  std::mt19937 random(1);
  for (unsigned i = 0; i < rounds(20000); ++i) {
    RandomFootprint f(random);
    ASSERT_EQ(f.listed(), f.bytes()) << i;
  }
}

TEST(FootprintOracle, RemovedBytesAreGoneAndTheOthersStay) {
  std::mt19937 random(2);
  for (unsigned i = 0; i < rounds(20000); ++i) {
    RandomFootprint f(random);
    const unsigned word = f.pick(kWords);
    f.remove(word, 1 + f.pick(kWords - word));
    ASSERT_EQ(f.listed(), f.bytes()) << i;
  }
}

TEST(FootprintOracle, OverlapsAreThoseOfTheBytesAndComeInAscendingOrder) {
  std::mt19937 random(3);
  for (unsigned i = 0; i < rounds(20000); ++i) {
    const RandomFootprint a(random), b(random);
    std::set<Overlap> expected, found;
    // Two reads need not be told.
    const auto counts = [](std::uint8_t x, std::uint8_t y) { return ((x | y) & kWrites) != 0; };
    for (const auto& [x, _] : a.bytes()) {
      for (const auto& [y, unused] : b.bytes()) {
        if (std::get<0>(x) == std::get<0>(y) && counts(std::get<2>(x), std::get<2>(y))) {
          expected.insert({std::get<0>(x), std::get<1>(x), std::get<2>(x), std::get<1>(y), std::get<2>(y)});
        }
      }
    }
    std::uint64_t last = 0;
    a.footprint().each_overlap(b.footprint(), [&](const FootprintRun& x, const FootprintRun& y, std::uint64_t first) {
      EXPECT_GE(first, last);
      last = first;
      EXPECT_EQ(first, std::max(x.begin, y.begin));
      for (std::uint64_t word = first; word < std::min(x.end, y.end); ++word) {
        for (unsigned byte = 0; byte < kWordBytes; ++byte) {
          if (((x.mask & y.mask) >> byte & 1) != 0 && counts(x.kind, y.kind)) {
            found.insert({word * kWordBytes + byte, x.site, x.kind, y.site, y.kind});
          }
        }
      }
      return true;
    });
    ASSERT_EQ(found, expected) << i;
  }
}

/// Of a page of words, each read by up to two lines: the first that a word has in `order` is in the page.
Footprint of_page(const std::vector<std::map<SiteId, std::uint64_t>>& words, std::mt19937& order) {
  Footprint result;
  ReadPage page{.first_word = 0, .reads = std::vector<std::uint64_t>(words.size())};
  for (std::size_t word = 0; word < words.size(); ++word) {
    std::vector<std::uint64_t> reads;
    for (const auto& [site, rank] : words[word]) {
      reads.push_back(first_read::make(cell::pack({.site = site, .kind = kPlainRead, .mask = kAllBytes}), rank));
    }
    if (reads.empty()) continue;
    std::ranges::shuffle(reads, order);
    page.reads[word] = reads[0];
    if (reads.size() > 1) result.add_read(word, reads[1]);
  }
  result.add_reads(std::move(page));
  result.finish();
  return result;
}

TEST(FootprintOracle, FootprintsAreTheSameWhateverIsInPages) {
  std::mt19937 random(4);
  const auto pick = [&](unsigned below) { return std::uniform_int_distribution<unsigned>(0, below - 1)(random); };
  for (unsigned i = 0; i < rounds(20000); ++i) {
    std::vector<std::map<SiteId, std::uint64_t>> words(8);
    for (auto& word : words) {
      for (unsigned reads = pick(3); reads > 0; --reads) word[static_cast<SiteId>(1 + pick(2))] = pick(4);
    }
    const Footprint a = of_page(words, random), b = of_page(words, random);
    if (pick(2) == 0) {
      Footprint writes;
      writes.add_bytes(pick(8) * kWordBytes, kWordBytes, 9, kWrites);
      writes.finish();
      a.each_overlap(writes, [](const FootprintRun&, const FootprintRun&, std::uint64_t) { return true; });
    }
    ASSERT_TRUE(a == b) << i;
    auto others = words;
    others[pick(8)][static_cast<SiteId>(1 + pick(2))] = 4;
    ASSERT_FALSE(a == of_page(others, random)) << i;
  }
}

}  // namespace
}  // namespace fencepost::detector
