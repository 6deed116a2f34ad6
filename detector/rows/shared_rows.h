// Rows of accesses to shared memory in the current interval, that no cell knows of yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/rows/rows.h"
#include "detector/shadow/access_state.h"

namespace fencepost::detector {

/// What a block's rows did, as long as no single access makes it necessary to know of each word. Thread safety: none;
/// one per worker.
class SharedRows {
 public:
  static constexpr std::size_t kMost = 512;           ///< Rows; of more, each word is looked at.
  static constexpr std::size_t kMostOfWritten = 128;  ///< The same where some write: each is held against all.

  /// `shared` outlives it.
  explicit SharedRows(const ShadowRange& shared) : shared_(shared) {}
  /// Of each word of shared memory, which bytes are a variable's.
  void know_owned_bytes(const std::uint8_t* owned) { owned_bytes_ = owned; }

  /// `same_objects`: no other words belong to variables than in the block before.
  void begin_block(bool same_objects);
  /// `is_heard`: note_single() will be called before the first access of the interval that is told by itself.
  void begin_interval(bool is_heard) { any_single_ = !is_heard; }
  void note_single() { any_single_ = true; }
  /// Perhaps some access of the interval was told by itself.
  [[nodiscard]] bool any_single() const { return any_single_; }
  /// The words of the row are all somebody's; no cell has one in this interval; if it reads, all that it reads is
  /// written in this block. It writes parts of words, if at all, one behind the other.
  [[nodiscard]] bool may_take(const Row& row);
  /// Nobody accesses what another thread writes, here and in `row`.
  [[nodiscard]] bool is_compatible(const Row& row) const;
  /// Its accesses have been made, if it writes.
  void add(const Row& row);
  /// `write`: some of those that come do.
  [[nodiscard]] bool has_room_for(std::size_t rows, bool write) const {
    return rows_.size() + rows <= (any_writes_ || write ? kMostOfWritten : kMost);
  }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// What was added in this interval, which is forgotten.
  [[nodiscard]] std::vector<Row> take();
  /// Ends the interval. Returns those rows whose words the cells are to know of, lest they count as not written.
  [[nodiscard]] std::vector<Row> end_interval();
  /// The word was written in this block by a row that no cell knows of.
  [[nodiscard]] bool is_written(std::uintptr_t word) const {
    return !written_.empty() && holds(written_, {word, kWordBytes});
  }

  /// Of its bytes those that were, as a mask: of a part of a word the cells know nothing.
  [[nodiscard]] unsigned written_bytes(std::uintptr_t word) const;

 private:
  using Ranges = std::vector<Extent>;  ///< Apart, ascending.
  static constexpr std::size_t kMostRanges = 32;

  /// Elements of `threads` threads, `step` bytes apart, of which these words are written.
  struct Spread {
    std::uintptr_t begin, step;
    std::uint32_t threads;
    std::uint64_t words;
  };

  static bool holds(const Ranges& ranges, const Extent& extent);
  /// False if that makes too many.
  static bool add(Ranges& ranges, const Extent& extent);
  void add_spread(const Row& row);
  bool append(const Row& row);

  const ShadowRange& shared_;
  const std::uint8_t* owned_bytes_ = nullptr;  ///< Null: not known.
  std::vector<Row> rows_;
  bool any_writes_ = false;
  bool any_single_ = true;
  std::vector<Spread> spread_;  ///< In this block.
  Ranges owned_;                ///< Known to be variables'.
  Ranges written_;              ///< In this block.
};

}  // namespace fencepost::detector
