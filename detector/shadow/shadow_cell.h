// What is remembered of the accesses to one 4-byte word in the current interval of a block.
//
// In an interval without a race a word is read by many threads or owned by one: one entry for the reads, one for the
// write, nearly always suffice. A cell holds two such entries in 16 bytes. Everything else (a race, a third source
// line, accesses to parts of a word) moves to an EntryList (interval_log.h), which holds any number of them.
//
// An entry sums up all accesses from one source line (site) with one kind to one set of bytes: it keeps the two lowest
// thread ranks, and whether all its threads are lanes of one warp. Two suffice to decide whether *some* two different
// threads conflict, and which pair is the least; and since "the two lowest" does not depend on the order of arrival,
// neither do the findings.
#pragma once

#include <cstdint>
#include <optional>

#include "detector/model/access.h"

namespace fencepost::detector {

/// All accesses of one site and kind to the same bytes of a word by threads of one block in one interval.
struct Entry {
  SiteId site = 0;
  std::uint8_t kind = 0;
  std::uint8_t mask = 0;
  ThreadRank16 low = 0;        ///< Lowest thread rank.
  ThreadRank16 high = 0;       ///< Second lowest; equal to `low` if there is only one.
  bool several_warps = false;  ///< Not all threads are of the warp of `low`.

  [[nodiscard]] bool same_accesses(const Entry& other) const {
    return site == other.site && kind == other.kind && mask == other.mask;
  }
  /// True if some thread other than `thread` is in the entry.
  [[nodiscard]] bool has_other_than(ThreadRank16 thread) const { return low != thread || high != low; }

  /// Adds the lone thread of `access`. Returns true if that changed anything.
  bool add(ThreadRank16 thread) {
    const bool wider = !several_warps && (thread ^ low) >= static_cast<int>(sim::warp_size);
    several_warps = several_warps || wider;
    if (thread == low || (thread >= high && high != low)) return wider;
    if (thread < low) {
      high = low;
      low = thread;
    } else {
      high = thread;
    }
    return true;
  }

  /// Adds the threads of `other`.
  void merge(const Entry& other) {
    add(other.low);
    add(other.high);
    several_warps = several_warps || other.several_warps;
  }
};

/// True if each two threads of which one is in `a` and the other in `b` are of one warp.
inline bool all_in_one_warp(const Entry& a, const Entry& b) {
  return !a.several_warps && !b.several_warps && static_cast<unsigned>(a.low ^ b.low) < sim::warp_size;
}

/// True if `access`, by one thread (low == high), conflicts with an access of another thread in `entry`.
constexpr bool conflicts(const Entry& entry, const Entry& access) {
  return accesses_conflict(entry.kind, entry.mask, access.kind, access.mask) &&
         (entry.low != access.low || entry.high != entry.low);
}

/// The same for lanes of one warp that assume lockstep, in shared memory.
inline bool assume_lockstep(const Entry& entry, const Entry& access) {
  return (entry.mask & access.mask) != 0 && kinds_assume_lockstep(entry.kind, access.kind) &&
         (in_one_warp(entry.low, access.low) || in_one_warp(entry.high, access.low));
}

/// The packed form. Two words, from the highest bit on, with the bits of each part:
///
///   first:  epoch 29 | site 16 | kind 5 | mask 4 | low 10
///   second: state 2 | values differ 1 | has value 1 | unused 3 | site 16 | kind 5 | mask 4 | low 10 | threads 11 |
///           threads 11
///
/// `first` is the entry touched last, or the only one; the last 11 bits of `second` are its threads: several warps 1,
/// high 10. The rest of `second`, below the flags, is the second entry with its threads. state kOne: no second entry;
/// kTwo: both; kList, kSet: the rest of `second` is the number of an EntryList, or of one of the AccessSets
/// (access_sets.h); in the current interval all of the accesses of a set are by the thread in `first`, which repeats
/// the one that came last; later `first` only says from which thread they count.
struct Cell {
  std::uint64_t first;
  std::uint64_t second;
};
static_assert(sizeof(Cell) == 16);

namespace cell {

inline constexpr unsigned kThreadBits = 10;
inline constexpr unsigned kMaskShift = 10;
inline constexpr unsigned kKindShift = 14;
inline constexpr unsigned kSiteShift = 19;
inline constexpr unsigned kEpochShift = 35;
inline constexpr std::uint64_t kThreadMask = (1U << kThreadBits) - 1;
inline constexpr std::uint64_t kSeveralWarps = 1U << kThreadBits;  ///< Beside `high`.
inline constexpr std::uint64_t kThreadsMask = kThreadMask | kSeveralWarps;
inline constexpr unsigned kSecondThreadsShift = kThreadBits + 1;
inline constexpr unsigned kSecondShift = 2 * kSecondThreadsShift;
inline constexpr std::uint64_t kMaxEpoch = (std::uint64_t{1} << 29) - 2;
/// Of a shared word of which not all bytes are somebody's (memory_check.h): later than every interval, so that no
/// callback takes it for one that was touched before.
inline constexpr Cell kWatched = {~std::uint64_t{0}, 0};
inline constexpr unsigned kStateShift = 62;

/// Of `second`, for a global word that was written in this interval: GlobalShadow::values has what was written; other
/// values were written too.
inline constexpr std::uint64_t kHasValue = std::uint64_t{1} << 60;
inline constexpr std::uint64_t kValuesDiffer = std::uint64_t{1} << 61;
inline constexpr std::uint64_t kValues = kHasValue | kValuesDiffer;

enum State : std::uint64_t { kOne = 0, kTwo = 1, kList = 2, kSet = 3 };

constexpr std::uint64_t tag(unsigned kind, unsigned mask) {
  return std::uint64_t{kind} << kKindShift | std::uint64_t{mask} << kMaskShift;
}
constexpr std::uint64_t epoch(const Cell& c) { return c.first >> kEpochShift; }
constexpr State state(const Cell& c) { return static_cast<State>(c.second >> kStateShift); }
constexpr std::uint32_t list_number(const Cell& c) { return static_cast<std::uint32_t>(c.second); }
constexpr std::uint32_t set_number(const Cell& c) { return static_cast<std::uint32_t>(c.second); }

/// What tells entries of a word from each other, site, kind and mask, of 35 bits as in `first` below the epoch.
inline constexpr std::uint64_t kKey = ((std::uint64_t{1} << (kEpochShift - kMaskShift)) - 1) << kMaskShift;
constexpr std::uint32_t key_bits(std::uint64_t bits) { return static_cast<std::uint32_t>((bits & kKey) >> kMaskShift); }
/// The low half of `second` if there are two entries, each by this thread alone.
constexpr std::uint32_t both_by(std::uint64_t thread) {
  return static_cast<std::uint32_t>(thread << kSecondShift | thread << kSecondThreadsShift | thread);
}

/// The entry that 35 bits (site, kind, mask, low, as in `first` below the epoch) and its 11 of threads stand for.
[[gnu::always_inline]] constexpr Entry unpack(std::uint64_t bits, std::uint64_t threads) {
  return {
      static_cast<SiteId>(bits >> kSiteShift & 0xFFFF),    static_cast<std::uint8_t>(bits >> kKindShift & (kKinds - 1)),
      static_cast<std::uint8_t>(bits >> kMaskShift & 0xF), static_cast<ThreadRank16>(bits & kThreadMask),
      static_cast<ThreadRank16>(threads & kThreadMask),    (threads & kSeveralWarps) != 0};
}
/// The entry of one access, which is packed as `first`.
constexpr Entry unpack_access(std::uint64_t access) { return unpack(access, access & kThreadMask); }
constexpr std::uint64_t pack(const Entry& e) {
  return std::uint64_t{e.site} << kSiteShift | tag(e.kind, e.mask) | e.low;
}
constexpr std::uint64_t pack_threads(const Entry& e) { return e.high | (e.several_warps ? kSeveralWarps : 0); }

constexpr Entry first_entry(const Cell& c) { return unpack(c.first, c.second); }
constexpr Entry second_entry(const Cell& c) {
  return unpack(c.second >> kSecondShift, c.second >> kSecondThreadsShift);
}

constexpr Cell make_one(std::uint64_t epoch_bits, const Entry& e) { return {epoch_bits | pack(e), pack_threads(e)}; }
constexpr Cell make_two(std::uint64_t epoch_bits, const Entry& a, const Entry& b) {
  return {epoch_bits | pack(a), std::uint64_t{kTwo} << kStateShift | pack(b) << kSecondShift |
                                    pack_threads(b) << kSecondThreadsShift | pack_threads(a)};
}
constexpr Cell make_list(std::uint64_t first, std::uint32_t number) {
  return {first, std::uint64_t{kList} << kStateShift | number};
}
/// `values`: of these flags.
constexpr Cell make_set(std::uint64_t first, std::uint32_t set, std::uint64_t values) {
  return {first, std::uint64_t{kSet} << kStateShift | (values & kValues) | set};
}
static_assert(kSiteShift + 16 + kSecondShift <= 60);  // Below kHasValue.

/// True if `access` (epoch and entry packed, low = the accessing thread) adds nothing to a cell that was touched last
/// by exactly this access: every conflict it could have was looked for then.
constexpr bool repeats(const Cell& c, std::uint64_t access) { return c.first == access; }

/// True if the cell holds one entry, which differs from `access` in the thread alone.
constexpr bool one_entry_of_other_thread(const Cell& c, std::uint64_t access) {
  return (c.first ^ access) <= kThreadMask && c.second <= kThreadsMask;
}

/// Adds the thread of `access`, a read or an atomic operation, to a cell of which the above holds: Entry::add on the
/// packed form.
inline void add_thread(Cell& c, std::uint64_t access) {
  const std::uint64_t thread = access & kThreadMask;
  const std::uint64_t low = c.first & kThreadMask;
  const std::uint64_t high = c.second & kThreadMask;
  // The two lowest are known, as when threads come in the order of their ranks.
  if (thread > high && high != low && ((c.second & kSeveralWarps) != 0 || (thread ^ low) < sim::warp_size)) return;
  // Where the two differ above a lane's bits.
  const std::uint64_t warps = (c.second | ((thread ^ low) + (kSeveralWarps - sim::warp_size))) & kSeveralWarps;
  if (thread < low) {
    c = {access, low | warps};
  } else {
    const bool second = thread != low && (high == low || thread < high);
    c.second = (second ? thread : high) | warps;
  }
}

/// True if the cell holds one entry, and to add `access` to it makes two that do not conflict: it differs in site and
/// kind, of the same thread alone; or both are reads, and it differs in site and thread.
constexpr bool makes_two(const Cell& c, std::uint64_t access, bool reads) {
  constexpr std::uint64_t kSite = std::uint64_t{0xFFFF} << kSiteShift;
  const std::uint64_t differs = c.first ^ access;
  if ((differs & (kSite | tag(kKinds - 1, 0))) == 0) return false;
  if ((differs & ~(kSite | tag(kKinds - 1, 0))) == 0 && (c.second & ~kValues) == (access & kThreadMask)) return true;
  return reads && (differs & ~(kSite | kThreadMask)) == 0 && c.second <= kThreadsMask;
}

/// Adds such an access: make_two() on the packed form.
constexpr void add_second(Cell& c, std::uint64_t access) {
  const std::uint64_t entry = access & ((std::uint64_t{1} << kEpochShift) - 1);
  c.second |=
      std::uint64_t{kTwo} << kStateShift | entry << kSecondShift | (access & kThreadMask) << kSecondThreadsShift;
}

/// True if the cell holds two entries, both of plain reads, and `access` differs from one of them in the thread at
/// most.
constexpr bool two_read(const Cell& c, std::uint64_t access) {
  constexpr std::uint64_t kKind = tag(kKinds - 1, 0), kPlain = tag(kPlainRead, 0);
  const std::uint64_t second = c.second >> kSecondShift;
  if (state(c) != kTwo || epoch(c) != access >> kEpochShift) return false;
  if ((c.first & kKind) != kPlain || (second & kKind) != kPlain) return false;
  return ((c.first ^ access) & kKey) == 0 || ((second ^ access) & kKey) == 0;
}

/// Adds the thread of `access` to a cell of which the above holds.
inline void add_reader(Cell& c, std::uint64_t access) {
  constexpr std::uint64_t kEntry = (std::uint64_t{1} << kEpochShift) - 1;
  if (((c.first ^ access) & kKey) == 0) {
    Cell one = {c.first, c.second & kThreadsMask};
    add_thread(one, access);
    c = {one.first, (c.second & ~kThreadsMask) | one.second};
    return;
  }
  const std::uint64_t epoch_bits = access & ~kEntry;
  Cell one = {epoch_bits | (c.second >> kSecondShift & kEntry), c.second >> kSecondThreadsShift & kThreadsMask};
  add_thread(one, access);
  c.second = std::uint64_t{kTwo} << kStateShift | (one.first & kEntry) << kSecondShift |
             one.second << kSecondThreadsShift | (c.second & kThreadsMask);
}

/// As repeats() of a cell's second entry.
constexpr bool repeats_second(const Cell& c, std::uint64_t access) {
  const std::uint64_t entry = access & ((std::uint64_t{1} << kEpochShift) - 1);
  return epoch(c) == access >> kEpochShift &&
         (c.second & ~kValues) >> kSecondShift == (std::uint64_t{kTwo} << (kStateShift - kSecondShift) | entry);
}

/// True if the cell's accesses were in an interval from the one with `from` to before the one with `now` (epochs in
/// place).
constexpr bool was_touched(const Cell& c, std::uint64_t from, std::uint64_t now) { return c.first - from < now - from; }

/// True if `access` leaves its word all written, whatever it held before.
constexpr bool fills_word(std::uint64_t access) {
  return (access & tag(kWrites | kIsAtomic, kAllBytes)) == tag(kWrites, kAllBytes);
}

/// True if `access` writes, and is no plain write: nobody announces it (GlobalShadow::note_strong_write).
constexpr bool is_strong_write(std::uint64_t access) {
  return (access & tag(kWrites, 0)) != 0 && (access & tag(kKinds - 1, 0)) != tag(kWrites, 0);
}

/// The cell after the first access of an interval.
constexpr Cell first_access(std::uint64_t access) { return {access, access & kThreadMask}; }

/// A cell of one or two entries with `added`, by one thread in the same interval; nullopt if that takes more. `global`:
/// of device memory. What the callbacks do to the packed form (repeats() and so on) comes to the same.
inline std::optional<Cell> with(const Cell& c, const Entry& added, bool global) {
  const std::uint64_t values = c.second & kValues;
  const std::uint64_t epoch_bits = epoch(c) << kEpochShift;
  const bool two = state(c) == kTwo;
  Entry first = first_entry(c);
  Entry second = two ? second_entry(c) : added;
  const auto clashes = [&](const Entry& e) {
    // Values are kept per word, not per entry: bytes that are written separately need a list.
    const bool values_clash = (e.kind & added.kind & kWrites) != 0 && e.mask != added.mask;
    return conflicts(e, added) || (global ? values_clash : assume_lockstep(e, added));
  };
  if (clashes(first) || (two && clashes(second))) return std::nullopt;
  if (first.same_accesses(added)) {
    first.add(added.low);
    Cell result = two ? make_two(epoch_bits, first, second) : make_one(epoch_bits, first);
    result.second |= values;
    return result;
  }
  if (two && !second.same_accesses(added)) return std::nullopt;
  second.add(added.low);
  Cell result = make_two(epoch_bits, first, second);
  result.second |= values;
  return result;
}

}  // namespace cell
}  // namespace fencepost::detector
