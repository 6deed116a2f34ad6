// What a worker's blocks have accessed in global memory so far in the running launch.
//
// A cell keeps what it has when its interval ends; only the next access to its word, or the end of the launch, moves
// that into the word's history. Until then the cell is pending.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/shadow/access_sets.h"
#include "detector/shadow/block_epochs.h"
#include "detector/shadow/global_shadow.h"
#include "detector/shadow/history.h"
#include "detector/shadow/interval_log.h"

namespace fencepost::detector {

/// Thread safety: none; one per worker.
class LaunchHistory {
 public:
  /// The ranges, and the sets that their cells name, outlive it.
  LaunchHistory(GlobalShadow& arena, GlobalShadow& module, AccessSets& sets) : ranges_{&arena, &module}, sets_(sets) {}

  /// Epochs from this one on are of the launch that begins.
  void begin_launch(std::uint64_t first_epoch) {
    assert(first_epoch >= first_epoch_ && words_[0].empty() && words_[1].empty() && "the launch before is forgotten");
    first_epoch_ = first_epoch;
    ascends_ = true;
    last_block_ = 0;
  }
  /// A block begins with this epoch; each of its intervals has the next one.
  void begin_block(std::uint64_t epoch, std::uint64_t block) {
    blocks_.begin_block(static_cast<std::int64_t>(epoch), block);
    ascends_ = ascends_ && block >= last_block_;
    last_block_ = block;
  }
  /// Each block of the launch so far came after all those before it.
  [[nodiscard]] bool ascends() const { return ascends_; }
  [[nodiscard]] std::uint64_t first_epoch() const { return first_epoch_; }
  [[nodiscard]] const BlockEpochs& blocks() const { return blocks_; }

  /// The cell holds accesses of this launch that its word's history does not have yet.
  [[nodiscard]] bool is_pending(const Cell& c) const {
    return cell::epoch(c) >= first_epoch_ && cell::state(c) != cell::kList;
  }
  /// Moves the accesses that a cell holds of an earlier interval of this launch into the word's history.
  void fold(GlobalShadow& global, std::size_t word);
  /// The same if there are any; then the cell is empty.
  void fold_if_pending(GlobalShadow& global, std::size_t word);
  /// Adds accesses to a word's history.
  void remember(GlobalShadow& global, std::size_t word, const ListEntry& entry, const Instance& where);

  /// Epochs have run out: moves what cells still hold into the history. The running block, in its interval
  /// `interval`, has epoch 1 now.
  void restart_epochs(std::uint64_t block, std::uint32_t interval);

  /// The worker touched, or wrote, the word in this launch.
  [[nodiscard]] bool has_accesses(const GlobalShadow& global, std::size_t word) const;
  [[nodiscard]] bool has_writes(const GlobalShadow& global, std::size_t word) const;
  /// Adds what the history knows of the word to `entries`.
  void collect(const GlobalShadow& global, std::size_t word, PastEntries& entries) const;
  /// Calls visit(site, kind, mask, block, thread) for all accesses to the word, pending ones too.
  template <class Visit>
  void each_access(const GlobalShadow& global, std::size_t word, Visit visit) const {
    for (std::uint32_t i = global.head(word) & ~GlobalShadow::kContested; i != 0; i = history_[i].next) {
      const PastEntry& entry = history_[i];
      visit(entry.site, entry.kind, entry.mask, entry.low.block, entry.low.thread);
    }
    const Cell& c = global.cells.cells[word];
    if (!is_pending(c)) return;
    const std::uint64_t block = blocks_.at(cell::epoch(c)).block;
    each_entry(c, sets_, [&](const Entry& e) { visit(e.site, e.kind, e.mask, block, e.low); });
  }
  /// Words with a history; those on which two blocks conflict, which may repeat.
  [[nodiscard]] const std::vector<std::size_t>& words(const GlobalShadow& global) const {
    return words_[range_of(global)];
  }
  [[nodiscard]] const std::vector<std::size_t>& contested(const GlobalShadow& global) const {
    return contested_[range_of(global)];
  }

  /// The launch is over.
  void forget();

 private:
  [[nodiscard]] std::size_t range_of(const GlobalShadow& global) const { return &global == ranges_[0] ? 0 : 1; }
  [[nodiscard]] bool adds_nothing(std::uint32_t head, const Entry& accesses, std::uint64_t block) const;

  std::array<GlobalShadow*, 2> ranges_;
  AccessSets& sets_;
  std::uint64_t first_epoch_ = 1;
  BlockEpochs blocks_;
  bool ascends_ = true;
  std::uint64_t last_block_ = 0;
  History history_;
  std::array<std::vector<std::size_t>, 2> words_, contested_;
};

}  // namespace fencepost::detector
