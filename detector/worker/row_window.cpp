// The window of writes in rows (write_window.h): of which words nobody else may write meanwhile.
#include <algorithm>
#include <utility>

#include "detector/worker/worker_shadow.h"

namespace fencepost::detector {

/// Of the rows that `each_write` visits, those whose pages others write to, too. False, and nothing is locked, if their
/// words are too many.
template <class EachWrite, class OwnsPages>
bool WorkerShadow::lock_what_others_write(EachWrite each_write, OwnsPages owns_pages_of) {
  constexpr std::size_t kMostLocks = 1U << 13;
  words_to_lock_.clear();
  const bool are_few = each_write([&](const Row& turn) {
    if (owns_pages_of(turn)) return true;
    turn.each_place([&](std::uintptr_t address, std::uint32_t) {
      for (std::uint32_t i = 0; i < turn.bytes; i += kWordBytes) words_to_lock_.push_back((address + i) / kWordBytes);
      return true;
    });
    return words_to_lock_.size() <= kMostLocks;
  });
  if (!are_few) return false;
  std::ranges::sort(words_to_lock_);
  window_.lock_rows(words_to_lock_);
  return true;
}

/// Opens the window of writes to device memory, in which nobody else writes to the words of the rows. False if that
/// takes too many locks, or others have just begun to write there: nothing is open.
bool WorkerShadow::open_row_window(std::span<const Sheet> rows) {
  const auto each_write = [&](auto visit) {
    return std::ranges::all_of(rows, [&](const Sheet& each) {
      return !each.row.writes() || each.row.is_shared ||
             each.each_line([&](const Row& row) { return row.each_turn(visit); });
    });
  };
  const auto owns_pages_of = [&](const Row& turn) {
    bool all_owned = true;
    each_page(turn, [&](std::size_t page) { all_owned = all_owned && arena_.owns(page); });
    return all_owned;
  };
  const auto is_locked = [&](const Row& turn) {
    return std::ranges::binary_search(words_to_lock_, turn.address / kWordBytes);
  };
  const PendingWrite before = std::exchange(access_state.pending, {});
  bool any = false, all_owned = true;
  each_write([&](const Row& turn) {
    any = true;
    each_page(turn, [&](std::size_t page) {
      window_.claim_for_rows(arena_, page);
      all_owned = all_owned && arena_.owns(page);
    });
    return true;
  });
  words_to_lock_.clear();
  bool is_open = all_owned || lock_what_others_write(each_write, owns_pages_of);
  if (any && is_open) {
    WriteWindow::open_rows();
    is_open = each_write([&](const Row& turn) { return owns_pages_of(turn) || is_locked(turn); });
    if (!is_open) {
      WriteWindow::close_rows();
      window_.unlock_rows();
    }
  }
  access_state.pending = before;
  return is_open;
}

}  // namespace fencepost::detector
