// What the blocks of a launch did to a word of global memory before the current interval.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "detector/shadow/entry_index.h"
#include "detector/shadow/interval_log.h"
#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// One access, as precisely as a report needs it. Ordered: the least of several is the one reported.
struct Instance {
  std::uint64_t block = 0;
  std::uint32_t interval = 0;
  std::uint32_t thread = 0;
  friend auto operator<=>(const Instance&, const Instance&) = default;
};

/// All accesses of one site and kind to the same bytes of a word, by all blocks so far: the least access of each of the
/// two lowest blocks (see Entry for why two suffice).
struct PastEntry {
  SiteId site = 0;
  std::uint8_t kind = 0;
  std::uint8_t mask = 0;
  bool has_value = false;
  bool values_differ = false;
  std::uint32_t value = 0;
  std::uint32_t length = 1;  ///< Of the word's list from here on.
  Instance low, high;        ///< Equal if there is only one block.
  std::uint32_t next = 0;    ///< Number of the word's next PastEntry; 0: none.
  std::uint32_t last = 0;    ///< Of the last one, which stays the same as the list grows.

  [[nodiscard]] bool one_block() const { return low.block == high.block; }
  /// True if some block in it conflicts with accesses of `block`, if that is another one.
  [[nodiscard]] bool conflicts(unsigned other_kind, unsigned other_mask, std::uint64_t block) const;
  void add(const Instance&);
  void merge(const PastEntry&);
  /// The same of one entry of an interval; `where`: its block, interval and lowest thread.
  void merge(const ListEntry&, const Instance& where);

 private:
  template <class Other>
  void merge_values(const Other&);
};

/// True if some block in `a` conflicts with a different block in `b`.
bool blocks_conflict(const PastEntry& a, const PastEntry& b);

/// The entries of one word, of any number of workers: one for each key. Thread safety: none.
class PastEntries {
 public:
  void add(const PastEntry&);
  void clear();
  /// True if blocks conflict; if `strictly`, otherwise than by two plain writes.
  [[nodiscard]] bool conflict(bool strictly = false) const;
  [[nodiscard]] std::span<const PastEntry> all() const { return entries_; }

 private:
  PastEntry* find(const EntryKey&);

  std::vector<PastEntry> entries_;
  EntryIndex index_;  ///< Places in `entries_`, if they are many.
};

/// Takes an entry into the sums of entries of each kind and mask, of all sites together, which tell whether two of them
/// conflict, and with what.
void add_to_sums(std::vector<PastEntry>& sums, const PastEntry&);

/// The past entries of all words of one worker, as linked lists in one array. Of a list with many entries there is an
/// index: a word touched from thousands of source lines takes no longer for each. Thread safety: none; when the launch
/// has ended, one thread reads those of all workers.
class History {
 public:
  /// Adds an entry of an interval to the list that starts at `head` (0: empty). Returns true if two blocks now conflict
  /// on the word. `where`: the entry's block, interval and lowest thread.
  bool add(std::uint32_t& head, const ListEntry&, const Instance& where);
  /// The entry with this key in the list that starts at `head`; null: none.
  [[nodiscard]] const PastEntry* find(std::uint32_t head, const EntryKey& key) const;
  [[nodiscard]] const PastEntry& operator[](std::uint32_t number) const {
    return chunks_[number / kChunkEntries][number % kChunkEntries];
  }
  void clear();

 private:
  /// Of a list with many entries.
  struct Many {
    EntryIndex index;  ///< Numbers of entries.
    std::vector<PastEntry> sums;
  };

  [[nodiscard]] bool has_many(std::uint32_t head) const { return head != 0 && (*this)[head].length > kFewEntries; }
  std::uint32_t append(std::uint32_t head, const ListEntry& added, const Instance& where);
  [[nodiscard]] std::uint32_t number_of(std::uint32_t head, const EntryKey& key) const;

  PastEntry& at(std::uint32_t number) { return chunks_[number / kChunkEntries][number % kChunkEntries]; }

  /// Chunks, so that growing neither copies nor needs twice the memory.
  static constexpr std::uint32_t kChunkEntries = 4096;
  static constexpr std::size_t kKeptChunks = 256;  ///< 16 MiB stay for the next launch.
  std::vector<std::unique_ptr<PastEntry[]>> chunks_;
  std::uint32_t count_ = 1;                       ///< Number 0 is unused.
  std::unordered_map<std::uint32_t, Many> many_;  ///< By the number of the list's last entry.
};

}  // namespace fencepost::detector
