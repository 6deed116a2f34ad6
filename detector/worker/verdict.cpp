// The verdict: from access sets to conflicts, at the end of an interval and of a launch.
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "detector/shadow/conflicting_pairs.h"
#include "detector/worker/worker_shadow.h"

namespace fencepost::detector {

namespace {

/// The least pair of different members of {a1, a2} x {b1, b2}, by `differ`; nullopt if there is none.
template <class T, class Differ>
std::optional<std::pair<T, T>> least_pair(const T& a1, const T& a2, const T& b1, const T& b2, Differ differ) {
  std::optional<std::pair<T, T>> least;
  const auto better = [](const std::pair<T, T>& x, const std::pair<T, T>& y) {
    const auto [x_first, x_second] = std::minmax(x.first, x.second);
    const auto [y_first, y_second] = std::minmax(y.first, y.second);
    return std::tie(x_first, x_second, x.first) < std::tie(y_first, y_second, y.first);
  };
  for (const T& a : {a1, a2}) {
    for (const T& b : {b1, b2}) {
      const std::pair<T, T> pair(a, b);
      if (differ(a, b) && (!least || better(pair, *least))) least = pair;
    }
  }
  return least;
}

bool is_plain_write(unsigned kind) { return (kind & (kWrites | kStrong)) == kWrites; }

bool same_value(const ListEntry& a, const ListEntry& b) {
  return is_plain_write(a.accesses.kind) && is_plain_write(b.accesses.kind) && a.accesses.mask == b.accesses.mask &&
         a.has_value && b.has_value && !a.values_differ && !b.values_differ && a.value == b.value;
}

bool same_value(const PastEntry& a, const PastEntry& b) {
  return is_plain_write(a.kind) && is_plain_write(b.kind) && a.mask == b.mask && a.has_value && b.has_value &&
         !a.values_differ && !b.values_differ && a.value == b.value;
}

}  // namespace

/// Records the races of a word that the threads of one block have with each other.
void WorkerShadow::judge(const EntryList& list, const void* barrier_pc) {
  std::vector<Party> parties;
  for (std::uint32_t i = 0; i < list.count; ++i) {
    const Entry& e = list.entries[i].accesses;
    parties.push_back({e.kind, e.mask, e.low == e.high ? e.low : Party::kSeveral, i});
  }
  const auto lockstep = [&](const auto& a, const auto& b) {
    return !list.global && (a.mask & b.mask) != 0 && kinds_assume_lockstep(a.kind, b.kind) &&
           !accesses_conflict(a.kind, a.mask, b.kind, b.mask);
  };
  const auto conflict = [&](const Party& a, const Party& b) {
    if (lockstep(a, b)) return Pairing::kPerhaps;
    return accesses_conflict(a.kind, a.mask, b.kind, b.mask) ? Pairing::kIfOthers : Pairing::kNever;
  };
  each_pair(parties, conflict, [&](std::uint32_t i, std::uint32_t j) {
    const Entry& x = list.entries[i].accesses;
    const Entry& y = list.entries[j].accesses;
    const bool in_lockstep = lockstep(x, y);
    const bool swap = !in_order(x.site, x.kind, y.site, y.kind);
    const ListEntry& a = list.entries[swap ? j : i];
    const ListEntry& b = list.entries[swap ? i : j];
    const auto threads =
        least_pair<ThreadRank16>(a.accesses.low, a.accesses.high, b.accesses.low, b.accesses.high,
                                 [&](auto x, auto y) { return in_lockstep ? in_one_warp(x, y) : x != y; });
    if (!threads) return;
    const std::uintptr_t byte = list.address + static_cast<unsigned>(__builtin_ctz(x.mask & y.mask));
    races_.add({.space = list.global ? Space::kGlobal : Space::kShared,
                .scope = Scope::kIntraBlock,
                .a = {a.accesses.site, a.accesses.kind, {block_, interval_, threads->first}},
                .b = {b.accesses.site, b.accesses.kind, {block_, interval_, threads->second}},
                .address = list.global ? byte : byte - shared_.begin,
                .interval_begin = interval_begin_,
                .interval_end = barrier_pc,
                .same_value = same_value(a, b),
                .lockstep = in_lockstep,
                .in_warp = in_lockstep || all_in_one_warp(a.accesses, b.accesses)});
  });
}

namespace {

/// Records the races between blocks on one word, given everything all workers know of it.
void judge_word(std::uintptr_t address, const PastEntries& past, RaceLog& result) {
  const std::span<const PastEntry> entries = past.all();
  // If a block reads what another writes, or writes it by a strong access, equal plain writes are no comfort: whether
  // they are equal, or which values they leave, may depend on which block came first, and blocks really run side by
  // side.
  const bool doubtful = past.conflict(true);
  std::vector<Party> parties;
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    const PastEntry& e = entries[i];
    parties.push_back({e.kind, e.mask, e.one_block() ? e.low.block : Party::kSeveral, i});
  }
  const auto conflict = [](const Party& a, const Party& b) {
    return accesses_conflict_between_blocks(a.kind, a.mask, b.kind, b.mask) ? Pairing::kIfOthers : Pairing::kNever;
  };
  each_pair(parties, conflict, [&](std::uint32_t i, std::uint32_t j) {
    const bool swap = !in_order(entries[i].site, entries[i].kind, entries[j].site, entries[j].kind);
    const PastEntry& a = entries[swap ? j : i];
    const PastEntry& b = entries[swap ? i : j];
    const auto pair = least_pair<Instance>(a.low, a.high, b.low, b.high,
                                           [](const Instance& x, const Instance& y) { return x.block != y.block; });
    if (!pair) return;
    result.add({.space = Space::kGlobal,
                .scope = Scope::kInterBlock,
                .a = {a.site, a.kind, pair->first},
                .b = {b.site, b.kind, pair->second},
                .address = address + static_cast<unsigned>(__builtin_ctz(a.mask & b.mask)),
                .same_value = !doubtful && same_value(a, b)});
  });
}

}  // namespace

void WorkerShadow::end_launch(RaceLog& result, FaultLog& faults, std::unordered_set<std::uint64_t>& racy_words) {
  const std::vector<WorkerShadow*> workers = of_launch();
  open_pages_of_several(workers);
  for (const std::size_t range : {0, 1}) {
    const auto shadow_of = [range](const WorkerShadow* w) -> GlobalShadow& {
      return const_cast<GlobalShadow&>(range == 0 ? w->arena_ : w->module_);
    };
    std::vector<std::size_t> contested;

    // A word that several workers touched: only all of their histories together tell whether blocks conflict.
    if (workers.size() > 1) {
      std::map<std::uint32_t, std::vector<WorkerShadow*>> owners;
      for (WorkerShadow* worker : workers) {
        for (const std::uint32_t page : shadow_of(worker).touched_pages) owners[page].push_back(worker);
      }
      PastEntries entries;
      for (const auto& [page, sharers] : owners) {
        const auto may_have_written = [&, page = page](const WorkerShadow* w) {
          return shadow_of(w).may_have_written(page);
        };
        if (sharers.size() < 2 || std::ranges::none_of(sharers, may_have_written)) continue;
        const std::size_t words = shadow_of(sharers.front()).cells.bytes / kWordBytes + 1;
        const std::size_t end = std::min((page + 1) * GlobalShadow::kPageWords, words);
        for (std::size_t word = page * GlobalShadow::kPageWords; word < end; ++word) {
          unsigned touched = 0;
          bool written = false;
          for (const WorkerShadow* worker : sharers) {
            touched += worker->history_.has_accesses(shadow_of(worker), word) ? 1U : 0U;
            written = written || worker->history_.has_writes(shadow_of(worker), word);
          }
          if (touched < 2 || !written) continue;
          entries.clear();
          for (WorkerShadow* worker : sharers) {
            worker->history_.fold_if_pending(shadow_of(worker), word);
            worker->history_.collect(shadow_of(worker), word, entries);
          }
          if (entries.conflict()) contested.push_back(word);
        }
      }
    }
    for (WorkerShadow* worker : workers) {
      GlobalShadow& global = shadow_of(worker);
      const std::vector<std::size_t>& words = worker->history_.words(global);
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t word = words[i];
        // Reads alone conflict with nothing: most of the words.
        if (global.may_have_written(word / GlobalShadow::kPageWords) && worker->history_.has_writes(global, word))
          worker->history_.fold_if_pending(global, word);
      }
      const std::vector<std::size_t>& own = worker->history_.contested(shadow_of(worker));
      contested.insert(contested.end(), own.begin(), own.end());
    }
    std::sort(contested.begin(), contested.end());
    contested.erase(std::unique(contested.begin(), contested.end()), contested.end());
    for (const std::size_t word : contested) {
      PastEntries entries;
      for (WorkerShadow* worker : workers) worker->history_.collect(shadow_of(worker), word, entries);
      judge_word(shadow_of(workers.front()).address_of(word), entries, result);
      racy_words.insert(shadow_of(workers.front()).address_of(word) / kWordBytes);
    }
  }
  for (WorkerShadow* worker : workers) {
    result.merge(worker->races_);
    if (worker->memory_ == nullptr) continue;
    racy_words.merge(worker->memory_->racy_global_words());
    worker->memory_->racy_global_words().clear();
    faults.merge(worker->memory_->faults());
    worker->memory_->faults().clear();
  }
  for (WorkerShadow* worker : workers) {
    worker->forget_launch();
  }
}

void WorkerShadow::forget_launch() {
  history_.forget();
  history_.begin_launch(epoch_ + 1);  // A launch that goes on behind this one is not to take its cells for its own.
  sets_.forget();
  for (GlobalShadow* global : {&arena_, &module_}) {
    for (const std::uint32_t page : global->touched_pages) {
      global->touched[page] = 0;
      global->modes[page].store(GlobalShadow::kNotYet, std::memory_order_relaxed);
      global->writers[page] = 0;
    }
    for (const std::uint32_t page : global->claimed_pages) {
      global->modes[page].store(GlobalShadow::kNotYet, std::memory_order_relaxed);
      global->writers[page] = 0;
    }
    global->touched_pages.clear();
    global->claimed_pages.clear();
  }
  page_rows_.forget();
  races_.clear();
}

}  // namespace fencepost::detector
