// What was done to a word in an interval, where a cell is too small for it: as a number.
//
// Most words of device memory are touched in the same few ways: by one thread, which reads `a[i]` here, compares it
// there and writes it behind; or by a thread and its neighbours. A cell holds the number of such a way (cell::kSet) and
// one thread's rank, from which the others count, where an EntryList takes a hundred bytes and a history more. The
// numbers are those of a trie's nodes.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "detector/shadow/entry_index.h"
#include "detector/shadow/interval_log.h"

namespace fencepost::detector {

/// Sets of accesses, each by its number, in the order in which they came. Thread safety: none; one per worker.
class AccessSets {
 public:
  /// What is known of the values that a member's writes left in the word: what the cell says, nothing, that they are 0,
  /// that there were several, or a value of their own.
  enum class Left : std::uint8_t { kAsCell, kNothing, kZero, kSeveral, kOwn };
  /// An entry, its threads counted from the cell's.
  struct Member {
    EntryKey key;
    ThreadRank16 low = 0, high = 0;
    bool several_warps = false;
    Left left = Left::kAsCell;

    [[nodiscard]] Entry entry(ThreadRank16 first) const {
      const auto rank = [first](ThreadRank16 offset) { return static_cast<ThreadRank16>(first + offset); };
      return {key.site, key.kind, key.mask, rank(low), rank(high), several_warps};
    }
  };

  /// Makes of `c`, which is no list, a cell that has `access` (epoch, site, kind, mask and thread packed), too, if all
  /// of it is by one thread in one interval, and what its writes left can be told by one value. False, and no change,
  /// if not. Once more changes nothing.
  bool add(Cell& c, std::uint64_t access);
  /// The same, or false, where the same access was added to another thread's cell like this before.
  bool add_as_before(Cell& c, std::uint64_t access) const {
    if (((c.first ^ access) & ~cell::kKey) != 0) return false;  // Another interval or thread.
    const std::uint64_t from = contents_of(c);
    const std::uint32_t key = cell::key_bits(access);
    const Known& known = known_[place_of(from, key)];
    if (known.from != from || known.key != key) return false;
    c = cell::make_set(access, known.set, c.second);
    return true;
  }
  /// When the interval is over: makes of the cell of a global word's list one that has what the list has, and returns
  /// what take_value() is to be told of the word; nullopt, and no change, if the list has too much.
  std::optional<std::uint32_t> keep(const EntryList& list, std::uint64_t epoch_bits);
  /// Gives a write entry of `c` what is known of the values that it left. `value`: of the word, not looked at if
  /// nothing was written; `own`: how many entries of the cell before it have values of their own.
  void take_value(ListEntry& entry, const Cell& c, const std::uint32_t& value, Left left, std::uint32_t own) const;

  [[nodiscard]] std::span<const Member> members(std::uint32_t set) const { return sets_[set].members; }
  /// The bytes that they write; 0: they only read.
  [[nodiscard]] std::uint8_t written(std::uint32_t set) const { return sets_[set].written; }

  /// Between launches, when no cell of theirs counts any more: forgets values, and the sets, should they be many.
  void forget();

 private:
  static constexpr std::uint32_t kEmpty = 0;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};  ///< No set.
  struct Set {
    std::vector<Member> members;
    std::uint8_t written = 0;
  };
  /// A cell with the contents `from` and the access `key` is one with `set`.
  struct Known {
    std::uint64_t from = 0;
    std::uint32_t key = 0;
    std::uint32_t set = kNone;
  };

  /// From a set and a member, packed, to a set.
  struct Step {
    std::uint64_t step = ~std::uint64_t{0};
    std::uint32_t set = kNone;
  };

  /// Whatever the thread: a set, or two entries of the one thread; 0 of all else.
  static std::uint64_t contents_of(const Cell& c) {
    constexpr std::uint64_t kIsSet = std::uint64_t{1} << 63;
    const auto low = static_cast<std::uint32_t>(c.second);
    if (cell::state(c) == cell::kSet) return kIsSet | low;
    if (cell::state(c) != cell::kTwo || low != cell::both_by(c.first & cell::kThreadMask)) return 0;
    return std::uint64_t{cell::key_bits(c.second >> cell::kSecondShift)} << 32 | cell::key_bits(c.first);
  }
  static constexpr unsigned kKnownBits = 8;
  static std::size_t place_of(std::uint64_t from, std::uint32_t key) {
    return (from * 0x9E3779B97F4A7C15U + key) * 0xD1B54A32D192ED03U >> (64 - kKnownBits);
  }
  std::uint32_t with(std::uint32_t set, const Member& added);
  std::uint32_t look_up(std::uint64_t step, std::uint32_t set, const Member& added);
  /// Of a cell that is no list; kNone if there is more than one thread in it.
  std::uint32_t set_of(const Cell& c);

  static constexpr std::size_t kMostMembers = 64;
  static constexpr std::size_t kMostSets = std::size_t{1} << 15;
  static constexpr std::size_t kManySets = 4096;
  std::vector<Set> sets_ = std::vector<Set>(1);             ///< The first is the empty one.
  std::unordered_map<std::uint64_t, std::uint32_t> steps_;  ///< From a set and a member to a set, or kNone.
  std::array<Step, std::size_t{1} << kKnownBits> lately_;   ///< Those that were looked up lately.
  std::array<Known, std::size_t{1} << kKnownBits> known_;   ///< What add() came to lately.
  std::deque<std::uint32_t> own_values_;                    ///< Of words with kOwn, one behind the other.
};

/// Calls visit(Entry) for what a cell that is no list has.
template <class Visit>
void each_entry(const Cell& c, const AccessSets& sets, Visit visit) {
  const Entry first = cell::first_entry(c);
  if (cell::state(c) != cell::kSet) {
    visit(first);
    if (cell::state(c) == cell::kTwo) visit(cell::second_entry(c));
    return;
  }
  for (const AccessSets::Member& member : sets.members(cell::set_number(c))) visit(member.entry(first.low));
}

/// Calls visit(ListEntry) for the same, as entries of device memory; `value`: what was noted for the word, not looked
/// at if nothing was written.
template <class Visit>
void each_valued_entry(const Cell& c, const AccessSets& sets, const std::uint32_t& value, Visit visit) {
  const auto tell = [&](const Entry& accesses, AccessSets::Left left, std::uint32_t own) {
    ListEntry entry{.accesses = accesses};
    sets.take_value(entry, c, value, left, own);
    visit(entry);
  };
  if (cell::state(c) != cell::kSet) {
    each_entry(c, sets, [&](const Entry& accesses) { tell(accesses, AccessSets::Left::kAsCell, 0); });
    return;
  }
  const ThreadRank16 first = cell::first_entry(c).low;
  std::uint32_t own = 0;
  for (const AccessSets::Member& member : sets.members(cell::set_number(c))) {
    tell(member.entry(first), member.left, own);
    own += member.left == AccessSets::Left::kOwn ? 1 : 0;
  }
}

/// The bytes of the word that such a cell has writes to.
inline std::uint8_t written_bytes(const Cell& c, const AccessSets& sets) {
  if (cell::state(c) == cell::kSet) return sets.written(cell::set_number(c));
  std::uint8_t mask = 0;
  each_entry(c, sets, [&](const Entry& entry) { mask |= (entry.kind & kWrites) != 0 ? entry.mask : 0; });
  return mask;
}

}  // namespace fencepost::detector
