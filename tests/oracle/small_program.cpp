#include "tests/oracle/small_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>

#include "detector/symbols/sites.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

bool accesses_memory(Op op) { return op < Op::kFence; }

Meaning meaning_of(Op op) {
  switch (op) {
    case Op::kRead:
      return {.reads = true};
    case Op::kWrite:
      return {.writes = true};
    case Op::kAtomic:
      return {.reads = true, .writes = true, .strong = true};
    case Op::kBlockAtomic:
      return {.reads = true, .writes = true, .strong = true, .of_block = true};
    case Op::kVolatileRead:
      return {.reads = true, .strong = true};
    case Op::kVolatileWrite:
      return {.writes = true, .strong = true};
    case Op::kAcquire:
      return {.reads = true, .strong = true, .acquires = true};
    case Op::kRelease:
      return {.writes = true, .strong = true, .releases = true};
    case Op::kBlockAcquire:
      return {.reads = true, .strong = true, .of_block = true, .acquires = true};
    case Op::kBlockRelease:
      return {.writes = true, .strong = true, .of_block = true, .releases = true};
    case Op::kClusterAtomic:
      return {.reads = true, .writes = true, .strong = true, .of_cluster = true};
    case Op::kClusterAcquire:
      return {.reads = true, .strong = true, .of_cluster = true, .acquires = true};
    case Op::kClusterRelease:
      return {.writes = true, .strong = true, .of_cluster = true, .releases = true};
    case Op::kUpdate:
      return {.reads = true, .writes = true, .strong = true, .acquires = true, .releases = true};
    case Op::kFence:
      return {.acquires = true, .releases = true, .fence = true, .sequential = true};
    case Op::kBlockFence:
      return {.of_block = true, .acquires = true, .releases = true, .fence = true, .sequential = true};
    case Op::kWeakFence:
      return {.acquires = true, .releases = true, .fence = true};
    case Op::kWeakBlockFence:
      return {.of_block = true, .acquires = true, .releases = true, .fence = true};
    case Op::kAcquireFence:
      return {.acquires = true, .fence = true};
    case Op::kReleaseFence:
      return {.releases = true, .fence = true};
    case Op::kWeakClusterFence:
      return {.of_cluster = true, .acquires = true, .releases = true, .fence = true};
    case Op::kWarpBarrier:
    case Op::kMaskedBarrier:
    case Op::kBlockBarrier:
      return {};
  }
  return {};
}

Bytes bytes_of(unsigned location) {
  constexpr Bytes kBytes[] = {{0, 4}, {4, 8}, {0, 8}, {0, 2}};
  return kBytes[location];
}

bool writes(Op op) { return meaning_of(op).writes; }

namespace {

bool is_barrier(Op op) { return op >= Op::kWarpBarrier; }

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

const void* place_of(unsigned thread, unsigned index) {
  static std::vector<const void*> known(64, nullptr);
  static std::set<SiteId> used;
  static std::size_t next = 0;
  const void*& place = known.at(thread * 16 + index);
  const auto* base = reinterpret_cast<const std::byte*>(reinterpret_cast<const void*>(&sim::observers));
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
  const char* const names[] = {"R",    "W", "A", "Ab", "vR", "vW",  "acq",  "rel",  "acqB", "relB", "Ac",  "acqC",
                               "relC", "U", "F", "Fb", "Fw", "Fwb", "Facq", "Frel", "Fwc",  "SW",   "SWm", "BAR"};
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
  for (const Event& e : events) {
    out += " " + std::to_string(e.thread) + names[static_cast<int>(e.what.op)] +
           (accesses_memory(e.what.op) ? std::to_string(e.what.location) : "");
  }
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
