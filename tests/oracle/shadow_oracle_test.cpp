// The shadow memory against the definition of a race, on random launches.
//
// A launch here is a list of accesses; the oracle keeps them all and compares every pair. The shadow gets the same
// accesses, with the threads of each interval in a random order and the blocks spread over one or several workers, and
// must come to the same races: the same pairs of sites, the same least instance, the same number of occurrences. It
// gets them both ways: as ranges, which nothing but the slow ways look at, and as the compiler's callbacks do.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <thread>
#include <tuple>
#include <vector>

#include "detector/abi/callback_checks.h"
#include "detector/shadow/access_state.h"
#include "detector/shadow/race_log.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/arena.h"
#include "sim/interface/current.h"
#include "tests/rounds.h"

namespace fencepost::detector {
namespace {

struct Access {
  std::uint64_t block;
  std::uint32_t interval, thread;
  bool shared;
  std::uint32_t offset, bytes;
  unsigned kind;
  const void* pc;
  std::uint32_t value;  ///< What a write leaves in each of its bytes.
};

struct Shape {
  std::uint32_t blocks = 1, threads = 2, intervals = 1, per_interval = 2;
  std::uint32_t words = 2, sites = 2;
  bool sub_words = false, shared = false, strong = false;
  bool one_write_a_word = false;  ///< Each word is written at most once by a thread in an interval.
  std::uint32_t strangers = 0;  ///< One of so many accesses is not to the word of the thread's own; 0: words are all's.
};

constexpr std::uint32_t kMaxBytes = 64;
constexpr std::uint32_t kMaxSites = 300;
/// Threads of a block are so far apart: two are of one warp, others are not.
constexpr std::uint32_t kLanesApart = 16;
thread_local std::uint32_t shared_memory[kMaxBytes / 4];
std::uint32_t* global_memory = nullptr;

/// Places in this program's code that stand for accesses in a kernel.
const void* fake_pc(std::uint32_t i) {
  return reinterpret_cast<const std::byte*>(reinterpret_cast<const void*>(&sim::observers)) + std::size_t{i} * 64;
}

std::vector<Access> random_launch(const Shape& shape, std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::vector<Access> launch;
  for (std::uint32_t block = 0; block < shape.blocks; ++block) {
    for (std::uint32_t interval = 0; interval < shape.intervals; ++interval) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> written;
      for (std::uint32_t thread = 0; thread < shape.threads; ++thread) {
        for (std::uint32_t n = below(shape.per_interval + 1); n > 0; --n) {
          Access access{.block = block, .interval = interval, .thread = thread * kLanesApart, .shared = shape.shared};
          const std::uint32_t sizes[] = {1, 2, 4, 8};
          access.bytes = shape.sub_words ? sizes[below(4)] : 4;
          const std::uint32_t positions = shape.words * 4 / access.bytes;
          access.offset = positions == 0 ? 0 : below(positions) * access.bytes;
          if (shape.strangers != 0 && below(shape.strangers) != 0) {
            const std::uint64_t own = (block * shape.threads + thread) % shape.words;
            access.offset = static_cast<std::uint32_t>(own) * 4 + access.offset % 4;
            access.bytes = std::min(access.bytes, 4U);
          }
          access.kind = below(2) != 0 ? unsigned{kWrites} : unsigned{kPlainRead};
          if (shape.strong && below(2) != 0) access.kind |= kStrong | kIsAtomic | (access.bytes > 4 ? kWide : 0);
          access.pc = fake_pc(below(shape.sites));
          access.value = below(2);
          if (shape.one_write_a_word && (access.kind & kWrites) != 0 &&
              !written.insert({thread, access.offset / 4}).second) {
            continue;
          }
          launch.push_back(access);
        }
      }
    }
  }
  return launch;
}

// ---- the oracle
// ------------------------------------------------------------------------------------------------------

using Result = std::map<RaceLog::Key, RaceLog::Record>;

struct Group {
  SiteId site;
  unsigned kind, mask;
  std::uint32_t offset, bytes;  ///< Of the whole access, of which the word may hold a part.
  std::vector<Instance> instances;
  std::vector<std::uint32_t> final_values;
};

/// Whoever does them: strong accesses do not conflict if they overlap completely.
bool may_conflict(const Group& a, const Group& b) {
  if ((a.mask & b.mask) == 0 || ((a.kind | b.kind) & kWrites) == 0) return false;
  return (a.kind & b.kind & kStrong) == 0 || a.offset != b.offset || a.bytes != b.bytes;
}

bool is_conflict(const Group& a, const Group& b, bool blocks) {
  if (!may_conflict(a, b)) return false;
  for (const Instance& x : a.instances) {
    for (const Instance& y : b.instances) {
      if (blocks ? x.block != y.block : x.thread != y.thread) return true;
    }
  }
  return false;
}

void compare(const std::vector<Group>& groups, bool shared, bool blocks, std::uint64_t address, Result& result) {
  bool doubtful = false;  // Some conflict between blocks is not of two plain writes.
  for (const Group& a : blocks ? groups : std::vector<Group>()) {
    for (const Group& b : groups) doubtful = doubtful || (a.kind != kWrites && is_conflict(a, b, blocks));
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = i; j < groups.size(); ++j) {
      const Group *a = &groups[i], *b = &groups[j];
      if (!may_conflict(*a, *b)) continue;
      const int order = Sites::instance().compare(a->site, b->site);
      if (order > 0 || (order == 0 && b->kind < a->kind)) std::swap(a, b);
      std::optional<Conflict> least;
      bool in_warp = !blocks;
      for (const Instance& x : a->instances) {
        for (const Instance& y : b->instances) {
          if (blocks ? x.block == y.block : x.thread == y.thread) continue;
          Conflict found{.space = shared ? Space::kShared : Space::kGlobal,
                         .scope = blocks ? Scope::kInterBlock : Scope::kIntraBlock,
                         .a = {a->site, static_cast<std::uint8_t>(a->kind), x},
                         .b = {b->site, static_cast<std::uint8_t>(b->kind), y},
                         .address = address + static_cast<unsigned>(__builtin_ctz(a->mask & b->mask))};
          if (a->site == b->site && a->kind == b->kind && y < x) std::swap(found.a, found.b);
          in_warp = in_warp && x.thread / 32 == y.thread / 32;
          if (!least || comes_before(found, *least)) least = found;
        }
      }
      if (!least) continue;
      bool same = !doubtful && a->kind == kWrites && b->kind == kWrites && a->mask == b->mask &&
                  !a->final_values.empty() && !b->final_values.empty();
      for (const std::uint32_t v : a->final_values) same = same && v == b->final_values.front();
      for (const std::uint32_t v : b->final_values) same = same && v == b->final_values.front();
      const RaceLog::Key key{least->space, least->scope, least->a.site, least->b.site, least->a.kind, least->b.kind};
      auto [at, is_new] = result.try_emplace(key, RaceLog::Record{*least, 0, true, false, true});
      ++at->second.occurrences;
      at->second.only_same_value = at->second.only_same_value && same;
      at->second.only_in_warp = at->second.only_in_warp && in_warp;
      if (comes_before(*least, at->second.least)) at->second.least = *least;
    }
  }
}

Result oracle(const std::vector<Access>& launch, std::uint64_t base) {
  // word -> (block, interval) -> accesses, split at words.
  struct Part {
    const Access* access;
    unsigned mask;
  };
  std::map<std::uint32_t, std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<Part>>> words;
  for (const Access& access : launch) {
    for (std::uint32_t byte = access.offset; byte < access.offset + access.bytes;) {
      const std::uint32_t word = byte / 4;
      unsigned mask = 0;
      for (; byte < access.offset + access.bytes && byte / 4 == word; ++byte) mask |= 1U << (byte % 4);
      words[word][{access.block, access.interval}].push_back({&access, mask});
    }
  }
  const auto add = [](std::vector<Group>& groups, const Part& part, bool final_write) {
    const Access& access = *part.access;
    const SiteId site = Sites::instance().find(access.pc);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return g.site == site && g.kind == access.kind && g.mask == part.mask;
    });
    if (group == groups.end()) {
      group = groups.insert(groups.end(), Group{site, access.kind, part.mask, access.offset, access.bytes, {}, {}});
    }
    group->instances.push_back({access.block, access.interval, access.thread});
    if ((access.kind & kWrites) != 0 && final_write) group->final_values.push_back(access.value);
  };
  Result result;
  for (const auto& [word, intervals] : words) {
    std::vector<Group> all;
    for (const auto& [where, parts] : intervals) {
      std::vector<Group> groups;
      for (const Part& part : parts) {
        add(groups, part, true);
        add(all, part, true);
      }
      compare(groups, parts.front().access->shared, false, base + word * 4, result);
    }
    if (!launch.front().shared) compare(all, false, true, base + word * 4, result);
  }
  return result;
}

// ---- the shadow
// ------------------------------------------------------------------------------------------------------

enum class Way : std::uint8_t { kRanges, kCallbacks };

template <std::uint32_t kBytes>
void call_back(const void* memory, const Access& access) {
  if ((access.kind & kStrong) != 0) {
    const bool reads = (access.kind & kWrites) == 0;
    check_strong(reinterpret_cast<std::uintptr_t>(memory), kBytes, access.kind, {.reads = reads}, access.pc);
  } else if ((access.kind & kWrites) != 0) {
    check<kBytes, kWrites>(memory, access.pc);
  } else {
    check<kBytes, kPlainRead>(memory, access.pc);
  }
}

void perform(const Access& access, Way way) {
  sim::current.thread = access.thread;
  auto* memory = reinterpret_cast<std::byte*>(access.shared ? shared_memory : global_memory) + access.offset;
  if (way == Way::kRanges) {
    check_range(reinterpret_cast<std::uintptr_t>(memory), access.bytes, access.kind, access.pc);
  } else {
    switch (access.bytes) {
      case 1:
        call_back<1>(memory, access);
        break;
      case 2:
        call_back<2>(memory, access);
        break;
      case 4:
        call_back<4>(memory, access);
        break;
      case 8:
        call_back<8>(memory, access);
        break;
      default:
        FAIL() << "no callback for " << access.bytes << " bytes";
    }
  }
  if ((access.kind & kWrites) != 0) std::fill_n(memory, access.bytes, static_cast<std::byte>(access.value));
}

void run_block(const std::vector<Access>& launch, std::uint64_t block, const Shape& shape, Way way,
               std::mt19937& random) {
  WorkerShadow& worker = WorkerShadow::of_this_thread();
  worker.begin_block(block);
  std::vector<std::uint32_t> order(shape.threads);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t& thread : order) thread *= kLanesApart;
  for (std::uint32_t interval = 0; interval < shape.intervals; ++interval) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::uint32_t thread : order) {
      for (const Access& access : launch) {
        if (access.block == block && access.interval == interval && access.thread == thread) perform(access, way);
      }
    }
    if (interval + 1 < shape.intervals) worker.end_interval(fake_pc(0));
  }
  worker.end_block();
}

Result shadow(const std::vector<Access>& launch, const Shape& shape, unsigned workers, Way way, std::mt19937& random) {
  for (WorkerShadow* worker : WorkerShadow::all()) worker->begin_launch();
  if (workers == 1) {
    for (std::uint32_t block = 0; block < shape.blocks; ++block) run_block(launch, block, shape, way, random);
  } else {
    std::latch all(workers);  // A thread that began after another one's end would go on with its worker.
    std::atomic<unsigned> done = 0;
    std::vector<std::jthread> threads;
    for (unsigned w = 0; w < workers; ++w) {
      threads.emplace_back([&, w, seed = random()] {
        std::mt19937 own(static_cast<std::uint32_t>(seed));
        WorkerShadow::of_this_thread().begin_launch();
        for (std::uint32_t block = w; block < shape.blocks; block += workers) run_block(launch, block, shape, way, own);
        done = w + 1;
        done.notify_all();
        all.arrive_and_wait();
      });
      done.wait(w);  // One after the other: what is tested is the merging, not the timing.
    }
  }
  RaceLog log;
  FaultLog faults;
  std::unordered_set<std::uint64_t> racy_words;
  WorkerShadow::end_launch(log, faults, racy_words);
  return log.records();
}

std::string text(const RaceLog::Key& key, const RaceLog::Record& record) {
  const auto side = [](const RaceSide& s) {
    return "site " + std::to_string(s.site) + " kind " + std::to_string(s.kind) + " block " +
           std::to_string(s.at.block) + " interval " + std::to_string(s.at.interval) + " thread " +
           std::to_string(s.at.thread);
  };
  const std::string scope = key.scope == Scope::kInterBlock ? "inter " : record.only_in_warp ? "warp " : "intra ";
  return scope + side(record.least.a) + " / " + side(record.least.b) + " at " + std::to_string(record.least.address) +
         " x" + std::to_string(record.occurrences);
}

std::string text(const Result& result, bool with_values) {
  std::string all;
  for (const auto& [key, record] : result) {
    all += text(key, record);
    if (with_values && (record.least.a.kind & record.least.b.kind & kWrites) != 0) {
      all += record.only_same_value ? " same" : " different";
    }
    all += '\n';
  }
  return all;
}

class ShadowOracle : public testing::Test {
 protected:
  void SetUp() override {
    if (global_memory == nullptr) {
      global_memory = static_cast<std::uint32_t*>(
          sim::Arena::instance().allocate(kMaxBytes, sim::MemorySpace::kDevice, 4, nullptr));
      for (std::uint32_t i = 0; i < kMaxSites; ++i) Sites::instance().number(fake_pc(i), 4);
    }
  }

  void check(const Shape& shape, unsigned runs, unsigned workers, std::uint32_t seed) {
    std::mt19937 random(seed);
    for (unsigned run = 0; run < rounds(runs); ++run) {
      const std::vector<Access> launch = random_launch(shape, random);
      if (launch.empty()) continue;
      WorkerShadow& here = WorkerShadow::of_this_thread();
      const std::uint64_t base = shape.shared ? reinterpret_cast<std::uintptr_t>(shared_memory) - here.shared().begin
                                              : reinterpret_cast<std::uintptr_t>(global_memory);
      const bool values = shape.one_write_a_word && !shape.sub_words;
      const std::string expected = text(oracle(launch, base), values);
      for (const Way way : {Way::kRanges, Way::kCallbacks}) {
        std::fill_n(global_memory, kMaxBytes / 4, 0xEEEEEEEE);
        const std::string got = text(shadow(launch, shape, workers, way, random), values);
        ASSERT_EQ(expected, got) << "run " << run << " of seed " << seed << ", " << launch.size() << " accesses"
                                 << (way == Way::kCallbacks ? " by callbacks" : " as ranges");
      }
    }
  }
};

TEST_F(ShadowOracle, AgreesOnWordsOfSharedMemory) {
  check({.threads = 3, .intervals = 2, .per_interval = 3, .words = 2, .sites = 3, .shared = true}, 4000, 1, 1);
}

TEST_F(ShadowOracle, AgreesOnManyThreads) {
  check({.threads = 40, .intervals = 2, .per_interval = 2, .words = 4, .sites = 5, .shared = true}, 400, 1, 2);
}

TEST_F(ShadowOracle, AgreesOnPartsOfWords) {
  check({.threads = 4, .intervals = 2, .per_interval = 3, .words = 4, .sites = 3, .sub_words = true, .shared = true},
        3000, 1, 3);
}

TEST_F(ShadowOracle, AgreesOnAtomics) {
  check({.threads = 4, .intervals = 2, .per_interval = 3, .words = 2, .sites = 3, .shared = true, .strong = true}, 3000,
        1, 4);
}

TEST_F(ShadowOracle, AgreesOnTheValuesOfWrites) {
  check({.threads = 4,
         .intervals = 2,
         .per_interval = 2,
         .words = 2,
         .sites = 2,
         .shared = true,
         .one_write_a_word = true},
        4000, 1, 5);
  check({.threads = 4,
         .intervals = 2,
         .per_interval = 2,
         .words = 2,
         .sites = 2,
         .shared = true,
         .strong = true,
         .one_write_a_word = true},
        4000, 1, 14);
}

TEST_F(ShadowOracle, AgreesOnBlocksOfOneWorker) {
  check({.blocks = 3, .threads = 3, .intervals = 3, .per_interval = 2, .words = 3, .sites = 3}, 4000, 1, 6);
}

TEST_F(ShadowOracle, AgreesOnBlocksPartsOfWordsAndAtomics) {
  check({.blocks = 3,
         .threads = 3,
         .intervals = 2,
         .per_interval = 3,
         .words = 3,
         .sites = 4,
         .sub_words = true,
         .strong = true},
        3000, 1, 7);
}

TEST_F(ShadowOracle, AgreesOnTheValuesThatBlocksWrite) {
  const Shape shape{
      .blocks = 3, .threads = 3, .intervals = 2, .per_interval = 2, .words = 2, .sites = 2, .one_write_a_word = true};
  check(shape, 4000, 1, 10);
  check(shape, 30, 3, 11);
  Shape with_atomics = shape;
  with_atomics.strong = true;
  check(with_atomics, 4000, 1, 12);
  check(with_atomics, 30, 3, 13);
}

TEST_F(ShadowOracle, AgreesOnBlocksOfSeveralWorkers) {
  check({.blocks = 5, .threads = 3, .intervals = 2, .per_interval = 2, .words = 3, .sites = 3}, 60, 3, 8);
}

TEST_F(ShadowOracle, AgreesOnBlocksOfSeveralWorkersWithEverything) {
  check({.blocks = 4,
         .threads = 3,
         .intervals = 2,
         .per_interval = 3,
         .words = 3,
         .sites = 4,
         .sub_words = true,
         .strong = true},
        60, 2, 9);
}

// Words that most of the time are one thread's, from a few lines again and again, as in loops.
TEST_F(ShadowOracle, AgreesOnLinesThatRepeat) {
  Shape shape{.threads = 3, .intervals = 3, .per_interval = 30, .words = 3, .sites = 4, .strangers = 40};
  check(shape, 300, 1, 17);
  shape.blocks = 3;
  check(shape, 100, 2, 18);
  shape.sub_words = shape.strong = true;
  check(shape, 100, 1, 19);
  shape.blocks = 1;
  shape.shared = true;
  check(shape, 300, 1, 20);
  shape.sub_words = shape.strong = false;
  check(shape, 300, 1, 21);
}

// Words that most of the time are one thread's, from hundreds of source lines.
TEST_F(ShadowOracle, AgreesOnWordsOfManyLines) {
  Shape shape{.threads = 3, .intervals = 2, .per_interval = 200, .words = 3, .sites = kMaxSites, .strangers = 150};
  shape.shared = true;
  check(shape, 20, 1, 15);
  shape.sub_words = shape.strong = true;
  check(shape, 10, 1, 16);
}

TEST_F(ShadowOracle, AgreesOnWordsOfManyLinesOfBlocks) {
  Shape shape{.blocks = 3, .threads = 2, .intervals = 2, .per_interval = 120, .words = 6, .sites = kMaxSites};
  shape.strangers = 300;
  check(shape, 20, 1, 17);
  check(shape, 5, 3, 18);
  shape.sub_words = shape.strong = true;
  check(shape, 10, 1, 19);
  check(shape, 5, 3, 20);
}

}  // namespace
}  // namespace fencepost::detector
