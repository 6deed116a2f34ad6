// The ordered log against the memory model as DESIGN §4 states it: small programs, all of them, and random larger ones.
//
// A program here is a list of operations for each of a few threads. It is executed one operation at a time in some
// order. The oracle makes a graph of what was executed, with an edge for each rule, and calls two conflicting accesses
// a race if neither can be reached from the other. The log must find the same pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "detector/ordered_log.h"
#include "detector/sites.h"
#include "sim/observer.h"

namespace fencepost::detector {
namespace {

enum class Op : std::uint8_t {
  kRead,
  kWrite,
  kAtomic,
  kBlockAtomic,
  kVolatileRead,
  kVolatileWrite,
  kAcquire,
  kRelease,
  kFence,
  kBlockFence,
  kWarpBarrier,
  kBlockBarrier,
};
struct Operation {
  Op op{};
  unsigned location = 0;
};
using Program = std::vector<std::vector<Operation>>;  ///< By thread.

/// Where the threads of a program are.
struct Layout {
  std::vector<unsigned> block;  ///< Of each thread.
  std::vector<unsigned> rank;   ///< In its block; a warp has 32.
  [[nodiscard]] bool same_warp(unsigned a, unsigned b) const {
    return block[a] == block[b] && rank[a] / 32 == rank[b] / 32;
  }
};

bool accesses_memory(Op op) { return op < Op::kFence; }
bool is_strong(Op op) { return op >= Op::kAtomic && op <= Op::kRelease; }
bool writes(Op op) {
  return op == Op::kWrite || op == Op::kAtomic || op == Op::kBlockAtomic || op == Op::kVolatileWrite ||
         op == Op::kRelease;
}
bool reads_strongly(Op op) {
  return op == Op::kAtomic || op == Op::kBlockAtomic || op == Op::kVolatileRead || op == Op::kAcquire;
}
bool is_barrier(Op op) { return op == Op::kWarpBarrier || op == Op::kBlockBarrier; }
bool is_fence(Op op) { return op == Op::kFence || op == Op::kBlockFence; }

/// An executed operation. A barrier is one event of all who take part.
struct Event {
  Operation what;
  unsigned thread = 0;
  std::vector<unsigned> members;  ///< Of a barrier.
};

/// The order in which a schedule executes the program: the thread with the best priority that can go on. A barrier
/// opens when every thread of the group has come to it or has ended.
std::vector<Event> execute(const Program& program, const Layout& layout, const std::vector<unsigned>& priorities) {
  const std::size_t count = program.size();
  std::vector<std::size_t> at(count, 0);
  std::vector<Event> events;
  const auto waits = [&](unsigned t) { return at[t] < program[t].size() && is_barrier(program[t][at[t]].op); };
  for (;;) {
    std::optional<unsigned> next;
    for (const unsigned t : priorities) {
      if (at[t] < program[t].size() && !waits(t)) {
        next = t;
        break;
      }
    }
    if (next) {
      events.push_back({program[*next][at[*next]++], *next, {}});
      continue;
    }
    bool opened = false;
    for (unsigned t = 0; t < count && !opened; ++t) {
      if (!waits(t)) continue;
      const Op op = program[t][at[t]].op;
      std::vector<unsigned> members;
      bool complete = true;
      for (unsigned u = 0; u < count; ++u) {
        const bool in_group = op == Op::kWarpBarrier ? layout.same_warp(t, u) : layout.block[t] == layout.block[u];
        if (!in_group) continue;
        if (waits(u) && program[u][at[u]].op == op) {
          members.push_back(u);
        } else if (at[u] < program[u].size()) {
          complete = false;
        }
      }
      if (!complete) continue;
      for (const unsigned u : members) ++at[u];
      events.push_back({{op, 0}, t, members});
      opened = true;
    }
    if (!opened) return events;  // All have ended, or wait for each other.
  }
}

constexpr std::size_t kMaxEvents = 64;
using Reach64 = std::bitset<kMaxEvents>;

/// For each event, the events that happened before it.
std::vector<Reach64> happened_before(const std::vector<Event>& events, const Layout& layout) {
  const std::size_t n = events.size();
  std::vector<Reach64> before(n);
  const auto takes_part = [&](const Event& e, unsigned thread) {
    return e.members.empty() ? e.thread == thread : std::ranges::find(e.members, thread) != e.members.end();
  };
  const auto edge = [&](std::size_t from, std::size_t to) {
    before[to] |= before[from];
    before[to].set(from);
  };
  // The reach that an operation on memory has: the own block, or all.
  const auto of_block = [](Op op) { return op == Op::kBlockAtomic || op == Op::kBlockFence; };
  for (std::size_t j = 0; j < n; ++j) {
    const Event& now = events[j];
    for (std::size_t i = 0; i < j; ++i) {
      bool program_order = false;
      if (now.members.empty()) {
        program_order = takes_part(events[i], now.thread);
      } else {
        for (const unsigned t : now.members) program_order = program_order || takes_part(events[i], t);
        // Who has ended counts as arrived at the barrier of its block.
        if (now.what.op == Op::kBlockBarrier && events[i].members.empty()) {
          program_order = program_order || layout.block[events[i].thread] == layout.block[now.thread];
        }
        if (now.what.op == Op::kBlockBarrier && !events[i].members.empty()) {
          program_order = program_order || layout.block[events[i].members[0]] == layout.block[now.thread];
        }
      }
      if (program_order) edge(i, j);
    }
    // An acquire pattern ends here: an acquiring read, or a fence or barrier after a strong read `r` of a member.
    const auto observe = [&](std::size_t r, bool block_only) {
      const Event& read = events[r];
      // Who wrote last before it, and the chain of read-modify-writes that leads there.
      std::vector<std::size_t> chain;
      for (std::size_t w = r; w-- > 0;) {
        const Event& write = events[w];
        if (!accesses_memory(write.what.op) || write.what.location != read.what.location || !writes(write.what.op))
          continue;
        chain.push_back(w);
        if (write.what.op != Op::kAtomic && write.what.op != Op::kBlockAtomic) break;
      }
      if (chain.empty()) return;
      const unsigned last_block = layout.block[events[chain.front()].thread];
      const bool last_here = last_block == layout.block[read.thread];
      if ((of_block(read.what.op) || block_only) && !last_here) return;
      bool unbroken_here = true;  // From here on backwards only writes of the reader's block.
      for (const std::size_t w : chain) {
        const Event& write = events[w];
        if (!is_strong(write.what.op)) return;
        unbroken_here = unbroken_here && layout.block[write.thread] == layout.block[read.thread];
        // What it releases: everything before the last fence of its thread (a device fence, if it shall go far).
        const bool near = unbroken_here;
        std::optional<std::size_t> far_point, near_point;
        for (std::size_t f = w + 1; f-- > 0;) {
          if (f == w ? write.what.op != Op::kRelease
                     : events[f].thread != write.thread || !events[f].members.empty() ||
                           !(is_fence(events[f].what.op) || events[f].what.op == Op::kRelease))
            continue;
          if (!near_point) near_point = f;
          if (!far_point && events[f].what.op != Op::kBlockFence) far_point = f;
        }
        const auto take = [&](std::optional<std::size_t> point) {
          if (!point) return;
          // The fence itself, and what came before; not what its thread did later.
          edge(*point, j);
        };
        if (near) take(near_point);
        if (!of_block(write.what.op) && !block_only) take(far_point);
      }
    };
    if (now.what.op == Op::kAcquire) observe(j, false);
    if (is_fence(now.what.op) || is_barrier(now.what.op)) {
      for (std::size_t r = 0; r < j; ++r) {
        if (!events[r].members.empty() || !reads_strongly(events[r].what.op)) continue;
        const bool mine = now.members.empty() ? events[r].thread == now.thread
                                              : std::ranges::find(now.members, events[r].thread) != now.members.end() ||
                                                    (now.what.op == Op::kBlockBarrier &&
                                                     layout.block[events[r].thread] == layout.block[now.thread]);
        if (mine) observe(r, now.what.op == Op::kBlockFence);
      }
    }
  }
  return before;
}

/// Two racing accesses, by thread and operation: (thread, index in the thread) of each, the lesser first.
using Pair = std::pair<std::pair<unsigned, unsigned>, std::pair<unsigned, unsigned>>;

bool strong_together(const Event& a, const Event& b, const Layout& layout) {
  if (!is_strong(a.what.op) || !is_strong(b.what.op)) return false;
  const bool same_block = layout.block[a.thread] == layout.block[b.thread];
  return same_block || (a.what.op != Op::kBlockAtomic && b.what.op != Op::kBlockAtomic);
}

/// True if event `w`, a strong write, is observed by a strong read that happened before event `j`.
bool is_observed(const std::vector<Event>& events, const std::vector<Reach64>& before, const Layout& layout,
                 std::size_t w, std::size_t j) {
  for (std::size_t r = w + 1; r < j; ++r) {
    if (!before[j].test(r) || !reads_strongly(events[r].what.op)) continue;
    if (events[r].what.location != events[w].what.location) continue;
    // From the read backwards, write by write.
    std::size_t reader = r;
    for (std::size_t i = r; i-- > w;) {
      if (!accesses_memory(events[i].what.op) || events[i].what.location != events[w].what.location ||
          !writes(events[i].what.op))
        continue;
      if (!strong_together(events[i], events[reader], layout)) break;
      if (i == w) return true;
      if (!reads_strongly(events[i].what.op)) break;
      reader = i;
    }
  }
  return false;
}

/// The number of an operation among its thread's, by event.
std::vector<unsigned> indexes(const std::vector<Event>& events, std::size_t threads) {
  std::vector<unsigned> next(threads, 0), index(events.size(), 0);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].members.empty()) {
      index[i] = next[events[i].thread]++;
    } else {
      for (const unsigned t : events[i].members) ++next[t];
    }
  }
  return index;
}

std::set<Pair> races_by_definition(const std::vector<Event>& events, const Layout& layout, std::size_t threads) {
  const std::vector<Reach64> before = happened_before(events, layout);
  const std::vector<unsigned> index = indexes(events, threads);
  std::set<Pair> races;
  for (std::size_t j = 0; j < events.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const Event& a = events[i];
      const Event& b = events[j];
      if (!accesses_memory(a.what.op) || !accesses_memory(b.what.op) || a.thread == b.thread) continue;
      if (a.what.location != b.what.location || (!writes(a.what.op) && !writes(b.what.op))) continue;
      if (strong_together(a, b, layout) || before[j].test(i)) continue;
      if (is_strong(a.what.op) && writes(a.what.op) && is_observed(events, before, layout, i, j)) continue;
      races.insert(std::minmax(std::pair(a.thread, index[i]), std::pair(b.thread, index[j])));
    }
  }
  return races;
}

/// Places in this program's code that stand for accesses in a kernel: each on a line of its own, where lines are known.
SiteId site_of(unsigned thread, unsigned index) {
  static std::vector<SiteId> known(64, 0);
  static std::set<SiteId> used;
  static std::size_t next = 0;
  SiteId& site = known.at(thread * 16 + index);
  const auto* base = reinterpret_cast<const std::byte*>(reinterpret_cast<const void*>(&sim::observer));
  while (site == 0) {
    const SiteId candidate = Sites::instance().number(base + 64 * next++, 4);
    if (used.insert(candidate).second) site = candidate;
  }
  return site;
}

std::uint32_t memory[2];

std::set<Pair> races_of_log(const std::vector<Event>& events, const Layout& layout, std::size_t threads) {
  OrderedLaunch launch;
  std::vector<std::unique_ptr<OrderedBlock>> blocks;
  const unsigned block_count = *std::ranges::max_element(layout.block) + 1;
  for (unsigned b = 0; b < block_count; ++b) blocks.push_back(std::make_unique<OrderedBlock>(launch, b, 64, 0));
  const std::vector<unsigned> index = indexes(events, threads);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    OrderedBlock& block = *blocks[layout.block[e.thread]];
    const unsigned rank = layout.rank[e.thread];
    const auto address = reinterpret_cast<std::uintptr_t>(&memory[e.what.location]);
    const auto access = [&](unsigned kind) {
      block.access(rank, address, 4, kind, site_of(e.thread, index[i]), false);
    };
    switch (e.what.op) {
      case Op::kRead:
        access(kPlainRead);
        break;
      case Op::kWrite:
        access(kWrites);
        break;
      case Op::kAtomic:
      case Op::kBlockAtomic: {
        const bool of_block = e.what.op == Op::kBlockAtomic;
        const Reach reach = of_block ? Reach::kBlock : Reach::kDevice;
        block.strong_read(rank, address, false, reach, false);
        access(kStrong | kIsAtomic | kWrites | (of_block ? kOfBlock : 0));
        block.strong_write(rank, address, false, reach, false, true);
        break;
      }
      case Op::kVolatileRead:
      case Op::kAcquire:
        block.strong_read(rank, address, false, Reach::kDevice, e.what.op == Op::kAcquire);
        access(kStrong);
        break;
      case Op::kVolatileWrite:
      case Op::kRelease:
        access(kStrong | kWrites);
        block.strong_write(rank, address, false, Reach::kDevice, e.what.op == Op::kRelease, false);
        break;
      case Op::kFence:
        block.fence(rank, Reach::kDevice);
        break;
      case Op::kBlockFence:
        block.fence(rank, Reach::kBlock);
        break;
      case Op::kWarpBarrier: {
        std::vector<std::uint32_t> ranks;
        for (const unsigned t : e.members) ranks.push_back(layout.rank[t]);
        block.group_barrier(ranks);
        break;
      }
      case Op::kBlockBarrier:
        block.block_barrier(nullptr);
        break;
    }
  }
  blocks.clear();
  RaceLog log;
  std::unordered_set<std::uint64_t> racy_words;
  launch.judge(log, racy_words);
  std::set<Pair> races;
  std::map<SiteId, std::pair<unsigned, unsigned>> who;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (accesses_memory(events[i].what.op)) who[site_of(events[i].thread, index[i])] = {events[i].thread, index[i]};
  }
  for (const auto& [key, record] : log.records()) races.insert(std::minmax(who.at(key.site_a), who.at(key.site_b)));
  return races;
}

std::string text(const Program& program, const Layout& layout, const std::vector<Event>& events) {
  const char* const names[] = {"R", "W", "A", "Ab", "vR", "vW", "acq", "rel", "F", "Fb", "SW", "BAR"};
  std::string out;
  for (std::size_t t = 0; t < program.size(); ++t) {
    out += "block " + std::to_string(layout.block[t]) + " rank " + std::to_string(layout.rank[t]) + ":";
    for (const Operation& o : program[t]) {
      out +=
          std::string(" ") + names[static_cast<int>(o.op)] + (accesses_memory(o.op) ? std::to_string(o.location) : "");
    }
    out += "\n";
  }
  out += "executed:";
  for (const Event& e : events) out += " " + std::to_string(e.thread) + names[static_cast<int>(e.what.op)];
  return out + "\n";
}

/// Adds to `racy` if the program races. False if the two disagree.
bool agree(const Program& program, const Layout& layout, const std::vector<unsigned>& priorities, std::size_t& racy) {
  const std::vector<Event> events = execute(program, layout, priorities);
  const std::set<Pair> expected = races_by_definition(events, layout, program.size());
  const std::set<Pair> found = races_of_log(events, layout, program.size());
  racy += expected.empty() ? 0 : 1;
  if (expected == found) return true;
  std::string difference;
  const auto add = [&](const Pair& p, const char* what) {
    difference += std::string(what) + " " + std::to_string(p.first.first) + "." + std::to_string(p.first.second) + " " +
                  std::to_string(p.second.first) + "." + std::to_string(p.second.second) + "\n";
  };
  for (const Pair& p : expected) {
    if (!found.contains(p)) add(p, "missed");
  }
  for (const Pair& p : found) {
    if (!expected.contains(p)) add(p, "false alarm");
  }
  ADD_FAILURE() << text(program, layout, events) << difference;
  return false;
}

const std::vector<Layout>& layouts_of_three() {
  static const std::vector<Layout> all = {{{0, 0, 0}, {0, 1, 2}},   // One warp.
                                          {{0, 0, 0}, {0, 1, 32}},  // Two warps.
                                          {{0, 0, 1}, {0, 1, 0}},   // Two blocks.
                                          {{0, 1, 2}, {0, 0, 0}}};  // Three blocks.
  return all;
}

/// Operation number i of the alphabet over `locations` locations; those without a location come once.
std::vector<Operation> alphabet(unsigned locations) {
  std::vector<Operation> all;
  for (int op = 0; op <= static_cast<int>(Op::kBlockBarrier); ++op) {
    for (unsigned location = 0; location < (accesses_memory(Op(op)) ? locations : 1); ++location) {
      all.push_back({Op(op), location});
    }
  }
  return all;
}

/// All programs of `threads` threads with exactly `length` operations each, but every `step`th only.
void all_programs(unsigned threads, unsigned length, const std::vector<Operation>& ops, std::size_t step) {
  std::size_t count = 1;
  for (unsigned i = 0; i < threads * length; ++i) count *= ops.size();
  std::size_t checked = 0, racy = 0;
  for (std::size_t number = 0; number < count; number += step) {
    Program program(threads, std::vector<Operation>(length));
    std::size_t rest = number;
    for (auto& thread : program) {
      for (Operation& o : thread) {
        o = ops[rest % ops.size()];
        rest /= ops.size();
      }
    }
    for (Layout layout : layouts_of_three()) {
      layout.block.resize(threads);
      layout.rank.resize(threads);
      std::vector<unsigned> priorities(threads);
      for (unsigned t = 0; t < threads; ++t) priorities[t] = (number + checked) % 2 == 0 ? t : threads - 1 - t;
      ASSERT_TRUE(agree(program, layout, priorities, racy));
      ++checked;
    }
  }
  EXPECT_GT(racy, checked / 20);
  EXPECT_LT(racy, checked - checked / 20);
}

TEST(OrderOracle, AllProgramsOfTwoThreadsAndTwoOperations) { all_programs(2, 2, alphabet(2), 1); }

/// FENCEPOST_EXHAUSTIVE=1 leaves nothing out; by default a prime step samples the same space evenly.
std::size_t step(std::size_t by_default) { return std::getenv("FENCEPOST_EXHAUSTIVE") != nullptr ? 1 : by_default; }

TEST(OrderOracle, ProgramsOfTwoThreadsAndThreeOperations) { all_programs(2, 3, alphabet(2), step(3989)); }
TEST(OrderOracle, ProgramsOfThreeThreadsAndTwoOperations) { all_programs(3, 2, alphabet(2), step(3989)); }
TEST(OrderOracle, ProgramsOfThreeThreadsAndThreeOperations) {
  all_programs(3, 3, alphabet(2), step(std::size_t{39'916'801}));
}

TEST(OrderOracle, RandomPrograms) {
  std::mt19937 random(4);
  const auto below = [&](std::size_t n) { return static_cast<unsigned>(random() % n); };
  const std::vector<Operation> ops = alphabet(2);
  std::size_t racy = 0;
  const char* const rounds = std::getenv("FENCEPOST_ORACLE_ROUNDS");
  const std::size_t count = rounds != nullptr ? std::strtoul(rounds, nullptr, 10) : 100'000;
  for (std::size_t round = 0; round < count; ++round) {
    const unsigned threads = 2 + below(3);
    Program program(threads);
    Layout layout;
    std::vector<unsigned> priorities;
    for (unsigned t = 0; t < threads; ++t) {
      program[t].resize(1 + below(8));
      for (Operation& o : program[t]) o = ops[below(ops.size())];
      layout.block.push_back(below(2 + below(2)));
      layout.rank.push_back(0);
      priorities.push_back(t);
    }
    // Ranks within each block, some in another warp.
    for (unsigned t = 0; t < threads; ++t) layout.rank[t] = t + (below(2) != 0 ? 32 : 0);
    std::ranges::shuffle(priorities, random);
    ASSERT_TRUE(agree(program, layout, priorities, racy));
  }
  EXPECT_GT(racy, count / 10);
  EXPECT_LT(racy, count - count / 50);
}

}  // namespace
}  // namespace fencepost::detector
