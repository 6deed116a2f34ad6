// Rows of accesses to device memory in the current launch, by page, that no cell knows of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/rows/kept_row.h"
#include "detector/rows/read_log.h"
#include "detector/rows/rows.h"
#include "detector/shadow/block_epochs.h"
#include "detector/shadow/global_shadow.h"

namespace fencepost::detector {

/// What the rows of a launch did to pages (of GlobalShadow) where no single access makes it necessary to know of each
/// word: memory and time are as the rows, not as their words. Of such pages GlobalShadow::touched is 0. All that is
/// kept of a page is without conflict: reads, what each word's one thread does in one interval, and what one
/// block does in several; a word is written by one row. Thread safety: as
/// WorkerShadow.
class PageRows {
 public:
  static constexpr std::size_t kMost = 80;  ///< Rows of a page; of more, each word is looked at.
  static constexpr std::size_t kMany = 40;  ///< Of these, those are dropped that add nothing.
  static constexpr std::uintptr_t kLargest = std::uintptr_t{1} << 15;  ///< Extent of a row with gaps, in bytes.

  void reserve(const GlobalShadow& global);
  /// The row is of a form that is kept.
  [[nodiscard]] static bool may_take(const Row& row);
  /// What is kept of the page, of which no word is known, allows that the row is added, in the interval of `epoch`,
  /// of a block whose first interval has `block_epoch`.
  [[nodiscard]] bool is_compatible(const GlobalShadow& global, std::size_t page, const Row& row, std::uint64_t epoch,
                                   std::uint64_t block_epoch, const BlockEpochs& blocks);
  /// Adds it. False if there are too many.
  [[nodiscard]] bool add(std::size_t page, const Row& row, std::uint64_t epoch, const BlockEpochs& blocks);

  /// What is read may be noted once for all of its pages, of which nobody knows then: they are only read so far, and no
  /// single access came to them (`touched`, by page).
  [[nodiscard]] bool may_put_off(const Sheet& reads, const GlobalShadow& global) const;
  /// `is_ready`: as that says.
  void put_off(const Sheet& reads, const GlobalShadow& global, std::uint64_t epoch, bool is_ready);
  /// So it is, and was already, of all pages of the lines, since note_ready() said so with the same `now`.
  [[nodiscard]] bool is_ready(const Sheet& reads, const GlobalShadow& global, std::uint64_t now) const;
  void note_ready(std::size_t page, std::uint64_t now) {
    if (put_off_[page] != 0) ready_[page] = now;
  }
  /// Adds to the page what was put off. False if there are too many.
  bool settle(const GlobalShadow& global, std::size_t page, const BlockEpochs& blocks);

  [[nodiscard]] bool has(std::size_t page) const {
    return heads_ != nullptr && (heads_[page] != 0 || put_off_[page] != 0);
  }
  [[nodiscard]] bool has_writes(std::size_t page) const;
  /// No row of the page meets one of `other`, of another worker, if either writes. May be false where that is so. Both
  /// are settled.
  [[nodiscard]] bool is_apart_from(const PageRows& other, std::size_t page) const;
  /// Of the page, whose words are looked at from now on, also in the next launches; they are forgotten.
  [[nodiscard]] std::vector<KeptRow> take(const GlobalShadow& global, std::size_t page, const BlockEpochs& blocks);
  /// With rows, or without any longer.
  [[nodiscard]] const std::vector<std::uint32_t>& pages() const { return pages_; }
  /// Calls `visit(rows, extent)` for all that is kept, each page's rows with the extent of that; some come twice.
  template <class Visit>
  void each(const GlobalShadow& global, Visit visit) const {
    for (const std::uint32_t page : pages_) {
      const Extent words{global.address_of(page * GlobalShadow::kPageWords), GlobalShadow::kPageWords * kWordBytes};
      for (std::uint32_t i = heads_[page]; i != 0; i = rows_[i].next) visit(rows_[i], words);
    }
    for (const KeptRow& reads : reads_.records()) visit(reads, reads.extent());
  }
  /// The launch is over, or all that was kept has been taken.
  void forget();

 private:
  template <class Visit>
  bool each_put_off(const GlobalShadow& global, std::size_t page, Visit visit);
  [[nodiscard]] std::uint32_t row_behind_last(std::size_t page) const;
  bool make_room(std::size_t page, std::uint64_t epoch, const BlockEpochs& blocks);

  std::uint32_t* heads_ = nullptr;    ///< By page; 0: none.
  std::uint32_t* last_ = nullptr;     ///< By page: to which a row was added last; 0: not known.
  std::uint8_t* written_ = nullptr;   ///< By page; 1: some row writes.
  std::uint32_t* put_off_ = nullptr;  ///< By page: what `reads_` has of it is in its records from this on; 0: in none.
  std::uint64_t* ready_ = nullptr;    ///< By page: see note_ready().
  ReadLog reads_;
  std::uint8_t* opened_ = nullptr;  ///< By page; not 0: what was kept had to be taken, not long ago.
  std::vector<KeptRow> rows_{1};
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> pages_;
};

}  // namespace fencepost::detector
