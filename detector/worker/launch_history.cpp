#include "detector/worker/launch_history.h"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>

namespace fencepost::detector {

/// True if the history knows these accesses of two blocks already, none later than `block`, and they left no values:
/// what conflicts with a third block conflicts with one of those two.
bool LaunchHistory::adds_nothing(std::uint32_t head, const Entry& accesses, std::uint64_t block) const {
  if (accesses.kind == kWrites) return false;
  const PastEntry* const known = history_.find(head & ~GlobalShadow::kContested, key_of(accesses));
  return known != nullptr && !known->one_block() && known->high.block <= block;
}

void LaunchHistory::fold(GlobalShadow& global, std::size_t word) {
  const Cell& c = global.cells.cells[word];
  assert(is_pending(c));
  const BlockEpochs::Place past = blocks_.at(cell::epoch(c));
  each_valued_entry(c, sets_, global.values[word], [&](const ListEntry& entry) {
    if (adds_nothing(global.head(word), entry.accesses, past.block)) {
      if (cell::state(c) == cell::kOne) global.past_of(word).settled = cell::key_bits(c.first);
      return;
    }
    remember(global, word, entry, {past.block, past.interval, entry.accesses.low});
  });
}

void LaunchHistory::remember(GlobalShadow& global, std::size_t word, const ListEntry& entry, const Instance& where) {
  assert(&global == ranges_[0] || &global == ranges_[1]);
  assert(global.is_reserved() && word * kWordBytes <= global.cells.bytes);
  std::uint32_t& head = global.past_of(word).head;
  const std::size_t range = range_of(global);
  if (head == 0) words_[range].push_back(word);
  std::uint32_t list = head & ~GlobalShadow::kContested;
  const bool conflict = history_.add(list, entry, where);
  if (conflict && (head & GlobalShadow::kContested) == 0) contested_[range].push_back(word);
  head = list | (head & GlobalShadow::kContested) | (conflict ? GlobalShadow::kContested : 0);
}

void LaunchHistory::fold_if_pending(GlobalShadow& global, std::size_t word) {
  Cell& c = global.cells.cells[word];
  if (!is_pending(c)) return;
  fold(global, word);
  c = {};
}

void LaunchHistory::restart_epochs(std::uint64_t block, std::uint32_t interval) {
  for (GlobalShadow* global : ranges_) {
    if (!global->is_reserved()) continue;
    const std::size_t words = global->cells.bytes / kWordBytes + 1;
    for (const std::size_t page : global->touched_pages) {
      const std::size_t end = std::min((page + 1) * GlobalShadow::kPageWords, words);
      for (std::size_t word = page * GlobalShadow::kPageWords; word < end; ++word) fold_if_pending(*global, word);
    }
    madvise(global->cells.cells, words * sizeof(Cell), MADV_DONTNEED);
  }
  constexpr std::uint64_t kFirst = 1;
  first_epoch_ = kFirst;
  blocks_.clear();
  blocks_.begin_block(static_cast<std::int64_t>(kFirst) - interval, block);
}

bool LaunchHistory::has_accesses(const GlobalShadow& global, std::size_t word) const {
  return is_pending(global.cells.cells[word]) || global.head(word) != 0;
}

bool LaunchHistory::has_writes(const GlobalShadow& global, std::size_t word) const {
  const Cell& c = global.cells.cells[word];
  if (is_pending(c)) {
    if (written_bytes(c, sets_) != 0) return true;
  }
  for (std::uint32_t i = global.head(word) & ~GlobalShadow::kContested; i != 0; i = history_[i].next) {
    if ((history_[i].kind & kWrites) != 0) return true;
  }
  return false;
}

void LaunchHistory::collect(const GlobalShadow& global, std::size_t word, PastEntries& entries) const {
  if (!global.is_reserved()) return;
  for (std::uint32_t i = global.head(word) & ~GlobalShadow::kContested; i != 0; i = history_[i].next) {
    entries.add(history_[i]);
  }
}

void LaunchHistory::forget() {
  for (const std::size_t range : {0, 1}) {
    for (const std::size_t word : words_[range]) ranges_[range]->past[word] = {};
    words_[range].clear();
    contested_[range].clear();
  }
  history_.clear();
  blocks_.clear();
}

}  // namespace fencepost::detector
