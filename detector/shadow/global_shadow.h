// Shadow memory of one worker for one range of global memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/shadow/access_state.h"
#include "detector/shadow/memory_state.h"

namespace fencepost::detector {

/// Addresses for `bytes` that read as 0, backed by memory where they are touched. Ends the process with status 70,
/// after a message, if there are none left.
void* reserve_zeroed(std::size_t bytes);

template <class T>
T* reserve_zeroed_array(std::size_t count) {
  return static_cast<T*>(reserve_zeroed(count * sizeof(T)));
}

/// What a worker knows of a word beside its cell, of the current launch.
struct WordPast {
  std::uint32_t head;  ///< Of a History list.
  /// Which reads or atomic operations (cell::key_bits) the history knows of two blocks below all that are still to
  /// come; 0: of none.
  std::uint32_t settled;
};

/// The shadow of one range of global memory: cells for the current interval, and per word the head of its history.
/// Backed by memory only where touched: 4 bytes per byte, one more where plain writes go, two more where several
/// intervals or blocks meet. Thread safety: as WorkerShadow, but that a worker that claims a page changes `modes` of
/// the one that had it, and `writers`, under a lock (write_window.cpp).
struct GlobalShadow {
  ShadowRange cells;
  WordPast* past = nullptr;         ///< By word. Of pages without kHasPast it is not to be looked at: all of it is 0.
  std::uint32_t* values = nullptr;  ///< What was written to a word last; valid where its cell says so.
  MemoryState* memory = nullptr;    ///< Who owns it, and what was written; null: not checked.
  const std::atomic<std::uint8_t>* states = nullptr;  ///< Its states, by word.
  /// By page, of the current launch: 0, no cell was touched; else these bits.
  std::uint8_t* touched = nullptr;
  enum Touched : std::uint8_t {
    kTouched = inlined_checks::kIsTouched,
    kStrongWrites = inlined_checks::kHasStrongWrites,  ///< Some cell has had a write that was not announced.
    kHasPast = inlined_checks::kHasPast                ///< `past` has memory there.
  };
  std::vector<std::uint32_t> touched_pages;
  std::vector<std::uint32_t> claimed_pages;  ///< Others that were claimed for rows of writes in the current launch.

  /// How the worker writes to a page in the current launch; another one may take kAlone away.
  enum Mode : std::uint8_t { kNotYet, kAlone, kWithOthers };
  std::atomic<std::uint8_t>* modes = nullptr;
  std::uint32_t* writers = nullptr;  ///< All workers': by page, who writes to it in the current launch; 0: nobody yet.

  /// Set in WordPast::head for a word that is in the contested list already.
  static constexpr std::uint32_t kContested = std::uint32_t{1} << 31;
  static constexpr std::size_t kPageWords = 1024;  ///< A page here is 4 KiB of device memory.
  /// Says which range it is of.
  void set_range(std::uintptr_t begin, std::size_t bytes);
  /// Reserves its memory. `shared_writers`: of another worker's shadow of the same range; null: there is none.
  void reserve(std::uint32_t* shared_writers);
  [[nodiscard]] bool is_reserved() const { return past != nullptr; }
  [[nodiscard]] std::size_t word_of(const Cell& cell) const { return static_cast<std::size_t>(&cell - cells.cells); }
  [[nodiscard]] std::size_t page_of(std::uintptr_t address) const {
    return (address - cells.begin) / kWordBytes / kPageWords;
  }
  [[nodiscard]] bool owns(std::size_t page) const { return modes[page].load(std::memory_order_relaxed) == kAlone; }
  [[nodiscard]] std::uintptr_t address_of(std::size_t word) const { return cells.begin + word * kWordBytes; }
  [[nodiscard]] bool is_complete(const Cell& cell) const {
    return states[word_of(cell)].load(std::memory_order_relaxed) == MemoryState::kComplete;
  }
  /// The cell holds, of an earlier interval, only what `settled` says that the history knows, and `access` adds to it;
  /// all bytes of the word are written.
  [[nodiscard]] bool is_settled(const Cell& c, std::uint64_t access) const {
    const std::uint32_t key = cell::key_bits(access);
    const std::size_t word = word_of(c);
    return (touched[word / kPageWords] & kHasPast) != 0 && past[word].settled == key &&
           cell::key_bits(c.first) == key && c.second <= cell::kThreadsMask &&
           cell::epoch(c) < access >> cell::kEpochShift && states != nullptr && is_complete(c);
  }
  /// Its History list; 0: none.
  [[nodiscard]] std::uint32_t head(std::size_t word) const {
    return (touched[word / kPageWords] & kHasPast) != 0 ? past[word].head : 0;
  }
  /// To be changed.
  WordPast& past_of(std::size_t word) {
    if ((touched[word / kPageWords] & kHasPast) == 0) back_past(word / kPageWords);
    return past[word];
  }
  /// A cell of the page gets a write that nobody announces; to be noted once the page was touched. False if one was
  /// noted before.
  bool note_strong_write(std::size_t word) {
    std::uint8_t& bits = touched[word / kPageWords];
    if ((bits & kStrongWrites) != 0) return false;
    if (bits != 0) bits |= kStrongWrites;
    return true;
  }
  /// The worker may have written to the page in the current launch. False: it has not.
  [[nodiscard]] bool may_have_written(std::size_t page) const {
    return (touched[page] & kStrongWrites) != 0 || modes[page].load(std::memory_order_relaxed) != kNotYet;
  }
  [[gnu::always_inline]] void touch(std::size_t word) {
    if (touched[word / kPageWords] == 0) touch_page(word / kPageWords);
  }

 private:
  void touch_page(std::size_t page);
  void back(std::size_t page);
  void back_past(std::size_t page);

  std::uint8_t* backed_ = nullptr;       ///< One per page: its cells have memory.
  std::uint8_t* past_backed_ = nullptr;  ///< Likewise, its `past`.
};

}  // namespace fencepost::detector
