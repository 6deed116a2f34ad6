// Exact access sets of the words of one interval for which a shadow cell is too small.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "detector/shadow/entry_index.h"
#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// An entry and, if it writes, the value its threads left in the word.
struct ListEntry {
  Entry accesses;
  std::uint32_t value = 0;
  bool has_value = false;
  bool values_differ = false;

  /// Adds one thread's final value.
  void add_value(std::uint32_t final_value) {
    if (has_value && value != final_value) values_differ = true;
    value = final_value;
    has_value = true;
  }
};

/// The bits of a word that a mask of its bytes names.
constexpr std::uint32_t bits_of(std::uint8_t mask) {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < kWordBytes; ++i) {
    if ((mask >> i & 1) != 0) bits |= std::uint32_t{0xFF} << (8 * i);
  }
  return bits;
}

/// All entries of one word in the current interval.
struct EntryList {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uintptr_t address = 0;  ///< Of the word.
  Cell* cell = nullptr;
  ListEntry* entries = nullptr;
  std::uint32_t count = 0, capacity = 0;
  std::uint32_t many = kNone;        ///< Number of what finds one of many entries; kNone: they are few.
  std::uint32_t last_write = kNone;  ///< Index of the entry that wrote last; its value is still only in memory.
  ThreadRank16 last_writer = 0;
  bool racy = false;
  bool watched = false;  ///< Not all bytes of the word are somebody's and written: the callbacks must not decide.
  bool global = false;   ///< Outlives the interval: other blocks may conflict with it.

  [[nodiscard]] std::span<ListEntry> all() const { return {entries, count}; }
};

/// The lists of the current interval of one worker. clear() is cheap and keeps the memory. Thread safety: none.
class IntervalLog {
 public:
  std::uint32_t make(std::uintptr_t address, Cell* cell, bool global);
  EntryList& operator[](std::uint32_t number) { return lists_[number]; }
  std::span<EntryList> lists() { return lists_; }
  [[nodiscard]] bool empty() const { return lists_.empty(); }

  /// Adds one access by one thread. Marks the list racy if it conflicts with an earlier one. Takes as long for the
  /// thousandth source line as for the tenth; only what may rely on lockstep is compared with each entry.
  void add(EntryList&, const Entry& access);
  /// The same of an access as cells pack it, to the list with this number.
  void add(std::uint32_t number, std::uint64_t access);
  /// The same, or false and no change, where this access was added lately, and nobody else has written since: of a
  /// thread that goes through the same lines again and again.
  bool add_again(std::uint32_t number, std::uint64_t access) {
    const Recent& known = recent_[place_of(number, access)];
    if (known.access != access || known.list != number) return false;
    if ((access & cell::tag(kWrites, 0)) == 0) return true;
    EntryList& list = lists_[number];
    if (list.last_writer != (access & cell::kThreadMask)) return false;
    list.last_write = known.entry;
    return true;
  }
  /// Adds an entry that the list has not got and that conflicts with none in it.
  ListEntry& append(EntryList&, const Entry& accesses);
  /// Records the value that the last writer left in memory. Before somebody else writes, and at the interval's end.
  static void settle_last_write(EntryList&);

  void clear();
  /// Epochs start again: what was added before says nothing any more.
  void forget_recent() { recent_.fill({}); }

 private:
  /// An access that was added: to which list, and which of its entries has it.
  struct Recent {
    std::uint64_t access = 0;
    std::uint32_t list = 0, entry = 0;
  };
  static constexpr unsigned kRecentBits = 8;
  static std::size_t place_of(std::uint32_t number, std::uint64_t access) {
    return (access + number) * 0x9E3779B97F4A7C15U >> (64 - kRecentBits);
  }
  /// Of a list with many entries.
  struct Many {
    EntryIndex index;         ///< Places in the list.
    std::vector<Entry> sums;  ///< Of each kind and mask, of all sites together; while the list is not racy.
  };

  ListEntry& enter(EntryList&, const Entry& access);
  ListEntry* allocate(std::uint32_t count);
  [[nodiscard]] bool clashes(const EntryList&, const Entry& access) const;
  [[nodiscard]] ListEntry* find(const EntryList&, const Entry& access) const;
  void make_many(EntryList&);
  static void add_to_sums(std::vector<Entry>& sums, const Entry& accesses);

  static constexpr std::size_t kChunkEntries = 4096;
  std::vector<EntryList> lists_;
  std::vector<std::unique_ptr<ListEntry[]>> chunks_;
  std::vector<std::unique_ptr<ListEntry[]>> large_;
  std::vector<Many> many_;
  std::array<Recent, std::size_t{1} << kRecentBits> recent_;  ///< By place_of(). Never of a watched list.
  std::size_t chunk_ = 0;                                     ///< Chunk in use.
  std::size_t used_ = 0;                                      ///< Of it.
};

}  // namespace fencepost::detector
