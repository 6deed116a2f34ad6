// Which bytes of the device's memory belong to somebody, and which of them were ever written.
//
// A byte of state for each 4-byte word: low nibble one bit for each byte that an allocation or a variable owns, high
// nibble one for each that was written (by a kernel, a copy or a fill). A word that is all owned and all written has
// kComplete; nearly all accesses meet such words, and one load tells.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "sim/interface/host_mutex.h"

namespace fencepost::detector {

/// Which of the checks of memory run. Set before the first allocation.
struct MemoryChecks {
  bool bounds = false;   ///< --check memory
  bool written = false;  ///< --check init
  [[nodiscard]] bool any() const { return bounds || written; }
};
MemoryChecks& memory_checks();

/// The state of one range of addresses. New: nobody owns anything.
///
/// What allocations own costs memory only once it is looked at: whole chunks of a new allocation are only marked.
/// Thread safety: the const members and write() from any thread; the others for ranges that no other thread uses.
class MemoryState {
 public:
  static constexpr std::uint8_t kComplete = 0xFF;
  static constexpr unsigned kWrittenShift = 4;

  MemoryState(std::uintptr_t begin, std::size_t bytes);
  ~MemoryState();
  MemoryState(const MemoryState&) = delete;
  MemoryState& operator=(const MemoryState&) = delete;

  /// Of all memory that the arena hands out.
  static MemoryState& of_arena();
  /// Of the program's own variables: all written; what lies between them belongs to nobody.
  static MemoryState& of_variables();

  /// The states of all words, by address / 4 from the range's begin; 0 in chunks that nobody looked at yet, with
  /// word() or look_at().
  [[nodiscard]] const std::atomic<std::uint8_t>* states() const { return words_; }
  /// The word of `address` is all owned and all written. False also for chunks that nobody looked at yet.
  [[nodiscard]] bool is_complete(std::uintptr_t address) const {
    return words_[word_of(address)].load(std::memory_order_relaxed) == kComplete;
  }
  /// From now on states() tells of the words of these bytes, which lie in the range.
  void look_at(std::uintptr_t address, std::size_t bytes) const {
    const std::size_t last = word_of(address + bytes - 1) / kChunkWords;
    for (std::size_t chunk = word_of(address) / kChunkWords; chunk <= last; ++chunk) {
      if (chunks_[chunk].load(std::memory_order_acquire) != kPerWord) settle(chunk * kChunkWords);
    }
  }
  /// The state of the word of `address`.
  [[nodiscard]] std::uint8_t word(std::uintptr_t address) const;
  /// Masks of the bytes of the word of `address`.
  [[nodiscard]] unsigned owned(std::uintptr_t address) const { return word(address) & 0xFU; }
  [[nodiscard]] unsigned written(std::uintptr_t address) const { return unsigned{word(address)} >> kWrittenShift; }
  /// Some byte of the range was written.
  [[nodiscard]] bool any_written(std::uintptr_t address, std::size_t bytes) const;

  /// The first byte of the range that an allocation owns and that was not written; the range's end if there is none.
  [[nodiscard]] std::uintptr_t first_unwritten(std::uintptr_t address, std::size_t bytes) const;

  /// The first byte of the range that was written, or that nobody owns; the range's end if there is none.
  [[nodiscard]] std::uintptr_t first_written(std::uintptr_t address, std::size_t bytes) const;

  void allocate(std::uintptr_t address, std::size_t bytes, bool written);
  /// The range, all of one allocation, belongs to nobody again.
  void release(std::uintptr_t address, std::size_t bytes);
  void write(std::uintptr_t address, std::size_t bytes);
  /// The bytes, all owned, are as when they were allocated: not written.
  void lose(std::uintptr_t address, std::size_t bytes);
  /// As write() for some bytes of one word.
  void write_word(std::uintptr_t address, unsigned mask) {
    words_[word_of(address)].fetch_or(static_cast<std::uint8_t>(mask << kWrittenShift), std::memory_order_relaxed);
  }
  /// The bytes at `to` are as written as those at `from`, which may overlap; both lie in this range.
  void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);
  /// Grows when words have lost an owner, or that they were written: as long as it is the same none has. Any thread.
  [[nodiscard]] std::uint64_t losses() const { return losses_.load(std::memory_order_acquire); }

 private:
  enum Chunk : std::uint8_t { kPerWord = 0, kFresh = 1, kFreshWritten = 2 };
  static constexpr std::size_t kChunkWords = 4096;  ///< A page of states.

  [[nodiscard]] std::size_t word_of(std::uintptr_t address) const { return address / 4 - first_; }
  void settle(std::size_t word) const;
  /// The first word from `word` to `end` that is not complete; `end` if all are.
  [[nodiscard]] std::size_t first_incomplete(std::size_t word, std::size_t end) const;
  /// Eight words are written. False, and nothing is done, unless allocations own all of them.
  bool complete_eight(std::size_t word);
  /// All of the chunk is written. False if its words are to be told one by one.
  bool write_chunk(std::size_t chunk);
  template <class Change>
  void change(std::uintptr_t address, std::size_t bytes, Change);

  std::uintptr_t first_;  ///< First address / 4.
  std::size_t count_;     ///< Words.
  std::atomic<std::uint8_t>* words_;
  std::atomic<std::uint8_t>* chunks_;  ///< Chunk of each kChunkWords words.
  mutable sim::HostMutex mutex_;       ///< For settling a chunk.
  std::atomic<std::uint64_t> losses_ = 0;
};

}  // namespace fencepost::detector
