// The tree of what is known to have happened, against a plain map, on random sets of many blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "detector/order/knowledge.h"

namespace fencepost::detector {
namespace {

/// By block: the interval below which all is known, and in it by thread the segment below which all is known.
using Known = std::map<std::uint64_t, std::pair<std::uint32_t, std::map<std::uint32_t, std::uint32_t>>>;

void learn(Known& known, const Moment& moment) {
  auto& [interval, threads] = known[moment.block];
  if (interval > moment.interval) return;
  if (interval < moment.interval) threads.clear();
  interval = moment.interval;
  threads[moment.thread] = std::max(threads[moment.thread], moment.segment + 1);
}

void merge(Known& into, const Known& from) {
  for (const auto& [block, theirs] : from) {
    auto& [interval, threads] = into[block];
    if (interval > theirs.first) continue;
    if (interval < theirs.first) threads.clear();
    interval = theirs.first;
    for (const auto& [thread, segments] : theirs.second) threads[thread] = std::max(threads[thread], segments);
  }
}

bool covers(const Known& known, const Moment& moment) {
  const auto at = known.find(moment.block);
  if (at == known.end()) return false;
  const auto& [interval, threads] = at->second;
  if (interval != moment.interval) return interval > moment.interval;
  const auto thread = threads.find(moment.thread);
  return thread != threads.end() && moment.segment < thread->second;
}

TEST(KnowledgeOracle, AgreesOnRandomSets) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::vector<std::uint64_t> blocks = {0,
                                             1,
                                             2,
                                             3,
                                             4,
                                             7,
                                             8,
                                             15,
                                             16,
                                             4095,
                                             4096,
                                             std::uint64_t{1} << 40,
                                             Moment::kAgents,
                                             Moment::kAgents | 1,
                                             Moment::kAgents | 4096};
  const auto moment = [&] {
    return Moment{.block = blocks[below(blocks.size())], .interval = below(3), .thread = below(4), .segment = below(4)};
  };
  struct Both {
    SharedKnowledge tree = make_shared_of<Knowledge>();
    Known map;
  };
  std::vector<Both> sets(6);
  for (int step = 0; step < 60'000; ++step) {
    Both& set = sets[below(sets.size())];
    const Both& other = sets[below(sets.size())];
    switch (below(8)) {
      case 0:
        set = {};
        break;
      case 1: {
        const std::uint64_t block = blocks[below(blocks.size())];
        auto rest = make_shared_of<Knowledge>(*set.tree);
        rest->forget(block);
        set.tree = rest;
        set.map.erase(block);
        break;
      }
      case 2:
      case 3: {
        const SharedKnowledge both = joined(set.tree, other.tree);
        merge(set.map, other.map);
        set.tree = both;
        break;
      }
      default: {
        auto more = make_shared_of<Knowledge>(*set.tree);
        const Moment now = moment();
        more->learn(now);
        learn(set.map, now);
        set.tree = more;
        break;
      }
    }
    ASSERT_EQ(set.tree->empty(), set.map.empty());
    for (int i = 0; i < 20; ++i) {
      const Moment asked = moment();
      ASSERT_EQ(set.tree->covers(asked), covers(set.map, asked)) << "block " << asked.block << ", step " << step;
    }
  }
}

}  // namespace
}  // namespace fencepost::detector
