// Barrier objects and asynchronous copies against their rules, on random traces.
//
// The oracle keeps, for each thread and barrier object, the plain set of the events that happened before: no intervals,
// no segments, no vector clocks.
#include <gtest/gtest.h>

#include <bitset>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "detector/order/ordered_log.h"
#include "detector/symbols/sites.h"
#include "sim/interface/observer.h"
#include "tests/rounds.h"

namespace fencepost::detector {
namespace {

constexpr std::size_t kEvents = 24;
constexpr unsigned kThreads = 4;  ///< Two in each of two blocks.
using Events = std::bitset<kEvents>;
using Pairs = std::set<std::pair<SiteId, SiteId>>;

std::uint32_t memory[2];
std::uint64_t objects[2];

/// A place in this program's code that stands for the access number `event` of a trace.
SiteId site_of(std::size_t event) {
  static std::vector<SiteId> known(kEvents, 0);
  SiteId& site = known.at(event);
  if (site == 0) {
    const auto* base = reinterpret_cast<const std::byte*>(reinterpret_cast<const void*>(&sim::observers));
    site = Sites::instance().number(base + std::size_t{512} * event, 4);
  }
  return site;
}

struct Access {
  std::size_t event = 0;
  unsigned thread = 0, location = 0;
  bool writes = false, copies = false;
  Events before;
};

/// One random trace, told to the log and to the oracle alike.
class Trace {
 public:
  explicit Trace(unsigned seed) : random_(seed) {
    for (unsigned b = 0; b < 2; ++b) blocks_.push_back(std::make_unique<OrderedBlock>(launch_, Home{b, b}, 2, 0));
    for (std::size_t event = 0; event < kEvents; ++event) step(event);
  }

  Pairs found() {
    blocks_.clear();
    RaceLog log;
    std::unordered_set<std::uint64_t> racy_words;
    launch_.judge(log, racy_words);
    Pairs pairs;
    for (const auto& [key, record] : log.records()) pairs.insert(std::minmax(key.site_a, key.site_b));
    return pairs;
  }

  [[nodiscard]] Pairs expected() const {
    Pairs pairs;
    for (const Access& a : accesses_) {
      for (const Access& b : accesses_) {
        if (a.event >= b.event || a.location != b.location || (!a.writes && !b.writes)) continue;
        if (a.thread == b.thread && a.copies == b.copies) continue;
        if (!b.before.test(a.event)) pairs.insert(std::minmax(site_of(a.event), site_of(b.event)));
      }
    }
    return pairs;
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  void step(std::size_t event) {
    const unsigned thread = below(kThreads);
    const unsigned rank = thread % 2;
    OrderedBlock& block = *blocks_[thread / 2];
    const unsigned number = below(2);
    // Objects are of device scope, so that blocks meet.
    const BlockOrder::Location object{reinterpret_cast<std::uintptr_t>(&objects[number]), false};
    const auto address = reinterpret_cast<std::uintptr_t>(&memory[number]);
    Events& mine = happened_[thread];
    const unsigned what = below(12);
    text_ += std::to_string(thread) + ":" + "RWCcaAPKBSOF"[what] + std::to_string(number) + " ";
    switch (what) {
      case 0:
      case 1:
        accesses_.push_back({event, thread, number, what == 1, false, mine});
        mine.set(event);
        block.access(rank, address, 4, what == 1 ? kWrites : kPlainRead, site_of(event), false);
        break;
      case 2: {  // A copy to the location.
        Events before = mine;
        for (const Copy& copy : copies_[thread]) before |= copy.events;
        accesses_.push_back({event, thread, number, true, true, before});
        before.set(event);
        copies_[thread].push_back({before, batch_[thread]});
        block.begin_copy(rank);
        block.access(rank, address, 4, kWrites, site_of(event), false);
        block.end_copy();
        break;
      }
      case 3:
        ++batch_[thread];
        block.order().commit_copies(rank);
        break;
      case 4: {
        const unsigned remaining = below(2);
        for (const Copy& copy : copies_[thread]) {
          if (copy.batch + remaining < batch_[thread]) mine |= copy.events;
        }
        block.order().await_copies(rank, remaining);
        break;
      }
      case 5: {
        const bool completes = below(2) != 0;
        arrived_[number] |= mine;
        if (completes) {
          completed_[number] |= arrived_[number];
          arrived_[number].reset();
        }
        block.order().arrive(rank, object, Reach::kDevice, completes);
        break;
      }
      case 6:
        mine |= completed_[number];
        block.order().pass(rank, object, Reach::kDevice);
        break;
      case 7:
        for (const Copy& copy : copies_[thread]) arrived_[number] |= copy.events;
        ++batch_[thread];
        block.order().copies_arrive(rank, object, Reach::kDevice);
        break;
      case 8:
      case 9: {
        const unsigned first = thread / 2 * 2;
        happened_[first] |= happened_[first + 1];
        happened_[first + 1] = happened_[first];
        const std::uint32_t ranks[] = {0, 1};
        if (what == 8) {
          block.block_barrier(nullptr);
        } else {
          block.group_barrier(ranks);
        }
        break;
      }
      case 10: {  // Opens for this thread, or for both of the block.
        const bool both = below(2) != 0;
        const std::uint32_t ranks[] = {rank, 1 - rank};
        mine |= arrived_[number];
        if (both) happened_[thread / 2 * 2 + 1 - rank] |= arrived_[number];
        arrived_[number].reset();
        block.order().open(object, Reach::kDevice, std::span(ranks).first(both ? 2 : 1));
        break;
      }
      case 11:
        arrived_[number].reset();
        completed_[number].reset();
        block.order().forget(object, Reach::kDevice);
        break;
      default:
        break;
    }
  }

  struct Copy {
    Events events;  ///< The copy and what came before it.
    unsigned batch = 0;
  };

  std::mt19937 random_;
  OrderedLaunch launch_;
  std::vector<std::unique_ptr<OrderedBlock>> blocks_;
  std::vector<Access> accesses_;
  Events happened_[kThreads];
  std::vector<Copy> copies_[kThreads];
  unsigned batch_[kThreads] = {};
  Events arrived_[2], completed_[2];
  std::string text_;
};

TEST(AsyncOracle, RandomTracesHaveTheRacesThatTheRulesSay) {
  std::size_t racy = 0, ordered = 0;
  for (unsigned seed = 0; seed < rounds(100'000); ++seed) {
    Trace trace(seed);
    const Pairs expected = trace.expected();
    ASSERT_EQ(trace.found(), expected) << "seed " << seed << ": " << trace.text();
    racy += expected.empty() ? 0 : 1;
    ordered += expected.size() < 4 ? 1 : 0;
  }
  EXPECT_GT(racy, 1000U);
  EXPECT_GT(ordered, 1000U);
}

}  // namespace
}  // namespace fencepost::detector
