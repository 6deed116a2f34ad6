#include "tests/oracle/small_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>

#include "detector/sites.h"
#include "sim/observer.h"

namespace fencepost::detector {

bool accesses_memory(Op op) { return op < Op::kFence; }

namespace {

bool is_strong(Op op) { return op >= Op::kAtomic && op <= Op::kRelease; }
}  // namespace

bool writes(Op op) {
  return op == Op::kWrite || op == Op::kAtomic || op == Op::kBlockAtomic || op == Op::kVolatileWrite ||
         op == Op::kRelease;
}
namespace {

bool reads_strongly(Op op) {
  return op == Op::kAtomic || op == Op::kBlockAtomic || op == Op::kVolatileRead || op == Op::kAcquire;
}
bool is_barrier(Op op) { return op >= Op::kWarpBarrier; }
bool is_fence(Op op) { return op == Op::kFence || op == Op::kBlockFence; }

/// True if `thread` is one of those for whom a barrier is that `of` executes.
bool in_group(const Operation& barrier, const Layout& layout, unsigned of, unsigned thread) {
  if (barrier.op == Op::kBlockBarrier) return layout.block[of] == layout.block[thread];
  return layout.same_warp(of, thread) &&
         (barrier.op == Op::kWarpBarrier || layout.rank[thread] % 32 != barrier.location);
}

}  // namespace

std::vector<Event> execute(const Program& program, const Layout& layout, const Schedule& schedule) {
  const std::size_t count = program.size();
  std::vector<std::size_t> at(count, 0);
  std::vector<Event> events;
  std::vector<unsigned> priorities = schedule.priorities;
  std::minstd_rand random(schedule.seed);
  const auto waits = [&](unsigned t) { return at[t] < program[t].size() && is_barrier(program[t][at[t]].op); };
  for (;;) {
    std::optional<unsigned> next;
    if (schedule.seed != 0) {
      std::rotate(priorities.begin(), priorities.begin() + random() / 8 % count, priorities.end());
    }
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
      const Operation barrier = program[t][at[t]];
      std::vector<unsigned> members;
      bool complete = true;
      for (unsigned u = 0; u < count; ++u) {
        if (!in_group(barrier, layout, t, u)) continue;
        if (waits(u) && program[u][at[u]] == barrier) {
          members.push_back(u);
        } else if (at[u] < program[u].size()) {
          complete = false;
        }
      }
      if (!complete) continue;
      for (const unsigned u : members) ++at[u];
      events.push_back({barrier, t, members});
      opened = true;
    }
    if (!opened) return events;  // All have ended, or wait for each other.
  }
}

namespace {

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

}  // namespace

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

std::set<Pair> races_by_definition(const std::vector<Event>& events, const Layout& layout, std::size_t threads,
                                   bool observation) {
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
      if (observation && is_strong(a.what.op) && writes(a.what.op) && is_observed(events, before, layout, i, j))
        continue;
      races.insert(std::minmax(std::pair(a.thread, index[i]), std::pair(b.thread, index[j])));
    }
  }
  return races;
}

const void* place_of(unsigned thread, unsigned index) {
  static std::vector<const void*> known(64, nullptr);
  static std::set<SiteId> used;
  static std::size_t next = 0;
  const void*& place = known.at(thread * 16 + index);
  const auto* base = reinterpret_cast<const std::byte*>(reinterpret_cast<const void*>(&sim::observer));
  while (place == nullptr) {
    const void* const candidate = base + 64 * next++;
    if (used.insert(Sites::instance().number(candidate, 4)).second) place = candidate;
  }
  return place;
}

std::set<Pair> races_in(const RaceLog& log, const std::vector<Event>& events, std::size_t threads) {
  std::map<SiteId, std::pair<unsigned, unsigned>> who;
  const std::vector<unsigned> index = indexes(events, threads);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!accesses_memory(events[i].what.op)) continue;
    who[Sites::instance().find(place_of(events[i].thread, index[i]))] = {events[i].thread, index[i]};
  }
  std::set<Pair> races;
  for (const auto& [key, record] : log.records()) races.insert(std::minmax(who.at(key.site_a), who.at(key.site_b)));
  return races;
}

namespace {

std::string text(const Program& program, const Layout& layout, const std::vector<Event>& events) {
  const char* const names[] = {"R", "W", "A", "Ab", "vR", "vW", "acq", "rel", "F", "Fb", "SW", "SWm", "BAR"};
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

}  // namespace

std::string disagreement(const Program& program, const Layout& layout, const std::vector<Event>& events,
                         const std::set<Pair>& expected, const std::set<Pair>& found) {
  if (expected == found) return {};
  std::string all = text(program, layout, events);
  const auto add = [&](const Pair& p, const char* what) {
    all += std::string(what) + " " + std::to_string(p.first.first) + "." + std::to_string(p.first.second) + " " +
           std::to_string(p.second.first) + "." + std::to_string(p.second.second) + "\n";
  };
  for (const Pair& p : expected) {
    if (!found.contains(p)) add(p, "missed");
  }
  for (const Pair& p : found) {
    if (!expected.contains(p)) add(p, "false alarm");
  }
  return all;
}

}  // namespace fencepost::detector
