// Rows of accesses to device memory in the current launch, by page, that no cell knows of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/shadow/block_epochs.h"
#include "detector/worker/global_shadow.h"
#include "detector/worker/rows.h"

namespace fencepost::detector {

/// A row, and others like it of later intervals: number q of them is `stride * q` bytes further, and by the interval
/// with the epoch `epoch + epoch_step * q`. Of reads, each may be `lines` rows: the same addresses, as threads of a
/// block of two dimensions read a row of a matrix, by threads `line_threads` further in each line.
struct KeptRow {
  Row row;
  std::uint32_t lines = 1, line_threads = 0;
  std::uint32_t last_lines = 1;  ///< Of the last of them, to which lines may be added.
  std::uint64_t epoch = 0, epoch_step = 0;
  std::uintptr_t stride = 0;
  std::uint32_t count = 1;
  std::uint32_t next = 0;  ///< Of the page's, in an order of its own; 0: none.

  [[nodiscard]] Extent extent() const { return {row.extent.begin, row.extent.bytes + stride * (count - 1)}; }
  [[nodiscard]] std::uint32_t lines_of(std::uint32_t q) const { return q + 1 == count ? last_lines : lines; }
  [[nodiscard]] Row at(std::uint32_t q) const {
    Row result = row;
    result.address += stride * q;
    result.extent.begin += stride * q;
    return result;
  }
  [[nodiscard]] Row at(std::uint32_t q, std::uint32_t line) const {
    Row result = at(q);
    result.first += line * line_threads;
    return result;
  }
  [[nodiscard]] std::uint64_t epoch_of(std::uint32_t q) const { return epoch + epoch_step * q; }
};

/// What the rows of a launch did to pages (of GlobalShadow) where no single access makes it necessary to know of each
/// word: memory and time are as the rows, not as their words. Of such pages GlobalShadow::touched is 0. All that is
/// kept of a page is without conflict: reads, what each word's one thread does in one interval, and what one
/// block does in several; a word is written by one row. Thread safety: as
/// WorkerShadow.
class PageRows {
 public:
  static constexpr std::size_t kMost = 40;  ///< Rows of a page; of more, each word is looked at.
  static constexpr std::uintptr_t kLargest = std::uintptr_t{1} << 15;  ///< Extent of a row, in bytes.

  void reserve(const GlobalShadow& global);
  /// The row is of a form that is kept.
  [[nodiscard]] static bool may_take(const Row& row);
  /// What is kept of the page, of which no word is known, allows that the row is added, in the interval of `epoch`,
  /// of a block whose first interval has `block_epoch`.
  [[nodiscard]] bool is_compatible(std::size_t page, const Row& row, std::uint64_t epoch, std::uint64_t block_epoch);
  /// Adds it. False if there are too many.
  [[nodiscard]] bool add(std::size_t page, const Row& row, std::uint64_t epoch, const BlockEpochs& blocks);

  [[nodiscard]] bool has(std::size_t page) const { return heads_ != nullptr && heads_[page] != 0; }
  [[nodiscard]] bool has_writes(std::size_t page) const;
  /// No row of the page meets one of `other`, of another worker, if either writes. May be false where that is so.
  [[nodiscard]] bool is_apart_from(const PageRows& other, std::size_t page) const;
  /// Of the page, whose words are looked at from now on, also in the next launches; they are forgotten.
  [[nodiscard]] std::vector<KeptRow> take(std::size_t page);
  /// With rows, or without any longer.
  [[nodiscard]] const std::vector<std::uint32_t>& pages() const { return pages_; }
  /// The launch is over.
  void forget();

 private:
  bool make_room(std::size_t page, std::uint64_t epoch, const BlockEpochs& blocks);

  std::uint32_t* heads_ = nullptr;   ///< By page; 0: none.
  std::uint8_t* written_ = nullptr;  ///< By page; 1: some row writes.
  std::uint8_t* opened_ = nullptr;   ///< By page; not 0: what was kept had to be taken, not long ago.
  std::vector<KeptRow> rows_{1};
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> pages_;
};

}  // namespace fencepost::detector
