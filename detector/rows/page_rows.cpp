#include "detector/rows/page_rows.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

namespace fencepost::detector {
namespace {

constexpr std::uintptr_t kPageBytes = GlobalShadow::kPageWords * kWordBytes;

/// Calls `visit(page)` for the pages of each line; until it returns false, which is returned.
template <class Visit>
bool each_page(const Sheet& rows, const GlobalShadow& global, Visit visit) {
  std::uintptr_t begin = rows.row.extent.begin;
  for (std::uint32_t line = 0; line < rows.lines; ++line, begin += static_cast<std::uintptr_t>(rows.line_step)) {
    const std::size_t last = global.page_of(begin + rows.row.extent.bytes - 1);
    for (std::size_t page = global.page_of(begin); page <= last; ++page) {
      if (!visit(page)) return false;
    }
  }
  return true;
}

bool are_compatible_here(const KeptRow& kept, const Row& row, std::uint64_t epoch, std::uint64_t block_epoch) {
  if (!kept.row.writes() && !row.writes()) return true;
  // What a word is written by two rows is to be known each time. Other intervals of the block are ordered by a barrier.
  const bool both_write = kept.row.writes() && row.writes();
  return kept.each_near(row.extent, [&](std::uint32_t q, std::uint32_t line) {
    const Row other = kept.at(q, line);
    const std::uint64_t then = kept.epoch_of(q);
    const bool is_ordered = then != epoch && then >= block_epoch;
    // Of several lines at the same addresses no word is one thread's alone.
    const bool is_of_one = kept.lines_of(q) == 1 || kept.line_step != 0;
    if (!both_write && (is_ordered || (then == epoch && is_of_one && are_compatible(other, row)))) return true;
    return are_apart(other, row);
  });
}

}  // namespace

void PageRows::reserve(const GlobalShadow& global) {
  const std::size_t pages = (global.cells.bytes / kWordBytes + 1) / GlobalShadow::kPageWords + 1;
  heads_ = reserve_zeroed_array<std::uint32_t>(pages);
  last_ = reserve_zeroed_array<std::uint32_t>(pages);
  written_ = reserve_zeroed_array<std::uint8_t>(pages);
  put_off_ = reserve_zeroed_array<std::uint32_t>(pages);
  ready_ = reserve_zeroed_array<std::uint64_t>(pages);
  opened_ = reserve_zeroed_array<std::uint8_t>(pages);
}

bool PageRows::may_take(const Row& row) {
  const bool one_for_all = row.thread_step == 0 && (row.turns == 1 || row.step == row.bytes);
  const bool one_for_each = row.thread_step >= row.bytes && row.turns == 1;
  const bool fills_pages =
      one_for_each && static_cast<std::uintptr_t>(row.thread_step) <= 2 * std::uintptr_t{row.bytes};
  return fills_pages || ((one_for_all || one_for_each) && row.extent.bytes <= kLargest);
}

bool PageRows::is_compatible(const GlobalShadow& global, std::size_t page, const Row& row, std::uint64_t epoch,
                             std::uint64_t block_epoch, const BlockEpochs& blocks) {
  if (opened_[page] != 0) {
    --opened_[page];
    return false;
  }
  if (!row.writes() && written_[page] == 0) return true;
  if (row.writes() && !settle(global, page, blocks)) return false;
  for (std::uint32_t i = heads_[page]; i != 0; i = rows_[i].next) {
    if (!are_compatible_here(rows_[i], row, epoch, block_epoch)) return false;
  }
  return true;
}

/// That which came behind the one that was added to last, the time before; 0: none, or it is not known.
std::uint32_t PageRows::row_behind_last(std::size_t page) const {
  if (last_[page] == 0) return 0;
  const std::uint32_t next = rows_[last_[page]].next;
  return next != 0 ? next : heads_[page];
}

bool PageRows::add(std::size_t page, const Row& row, std::uint64_t epoch, const BlockEpochs& blocks) {
  const auto is_in = [&](KeptRow& kept) { return kept.ends_with(row, epoch) || kept.add_line(row, epoch, kPageBytes); };
  // Rows come in the order of the code, line by line: what is wanted is mostly what is behind the last one, or that.
  // Of several that are alike, as the three bytes of a picture's elements, it goes on with its own.
  if (const std::uint32_t behind = row_behind_last(page); behind != 0 && rows_[behind].row.access == row.access) {
    KeptRow& kept = rows_[behind];
    const bool is_there = is_in(kept);
    const bool follows = !is_there && kept.distance_to(row, epoch, kPageBytes) != KeptRow::kTooFar;
    if (follows) kept.append(row, epoch);
    if (is_there || follows) {
      last_[page] = behind;
      return true;
    }
  }
  const std::uint32_t first = last_[page] != 0 ? last_[page] : heads_[page];
  std::size_t count = 0;
  std::uint32_t nearest = 0;
  std::uintptr_t distance = KeptRow::kTooFar;
  bool from_head = first == heads_[page];
  for (std::uint32_t i = first; i != 0 && distance != 0;) {
    ++count;
    KeptRow& kept = rows_[i];
    if (kept.row.access == row.access) {  // Most are of other places.
      if (is_in(kept)) {
        last_[page] = i;
        return true;
      }
      const std::uintptr_t here = kept.distance_to(row, epoch, kPageBytes);
      if (here < distance) {
        distance = here;
        nearest = i;
      }
    }
    i = kept.next;
    if (i == 0 && !std::exchange(from_head, true)) i = heads_[page];
    if (i == first) break;
  }
  if (nearest != 0) {
    rows_[nearest].append(row, epoch);
    last_[page] = nearest;
    return true;
  }
  if ((count == kMany || count >= kMost) && !make_room(page, epoch, blocks)) return false;
  if (!has(page)) pages_.push_back(static_cast<std::uint32_t>(page));
  if (row.writes()) {
    written_[page] = 1;
    ready_[page] = 0;
  }
  std::uint32_t place = 0;
  if (free_.empty()) {
    place = static_cast<std::uint32_t>(rows_.size());
    rows_.emplace_back();
  } else {
    place = free_.back();
    free_.pop_back();
  }
  std::uint32_t& before = last_[page] != 0 ? rows_[last_[page]].next : heads_[page];
  const std::uint32_t next = std::exchange(before, place);
  rows_[place] = {.row = row, .epoch = epoch, .next = next};
  last_[page] = place;
  return true;
}

/// Drops reads of earlier intervals that two lower blocks made alike, number by number: what conflicts with a third
/// block conflicts with one of those two (LaunchHistory::adds_nothing).
bool PageRows::make_room(std::size_t page, std::uint64_t epoch, const BlockEpochs& blocks) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = heads_[page]; i != 0; i = rows_[i].next) all.push_back(i);
  std::ranges::sort(all, {}, [&](std::uint32_t i) { return rows_[i].epoch; });
  // Of two that are alike.
  const auto each_block = [&](const KeptRow& one, const KeptRow& other, auto holds) {
    for (std::uint32_t q = 0; q < one.count; ++q) {
      if (!holds(blocks.at(one.epoch_of(q)).block, blocks.at(other.epoch_of(q)).block)) return false;
    }
    return true;
  };
  std::vector<std::uint32_t> stay;
  for (const std::uint32_t i : all) {
    const KeptRow& kept = rows_[i];
    const bool is_over = !kept.row.writes() && kept.epoch_of(kept.count - 1) < epoch;
    const KeptRow* lower = nullptr;
    const bool adds_nothing = is_over && std::ranges::any_of(stay, [&](std::uint32_t other) {
                                const KeptRow& before = rows_[other];
                                const bool is_like =
                                    are_alike(before.row, kept.row) && before.row.address == kept.row.address &&
                                    before.stride == kept.stride && before.count == kept.count &&
                                    before.lines == kept.lines && before.line_threads == kept.line_threads &&
                                    before.line_step == kept.line_step && before.last_lines == kept.last_lines;
                                if (!is_like || !each_block(before, kept, std::less())) return false;
                                if (lower != nullptr && each_block(*lower, before, std::not_equal_to())) return true;
                                lower = lower == nullptr ? &before : lower;
                                return false;
                              });
    if (adds_nothing) {
      free_.push_back(i);
    } else {
      stay.push_back(i);
    }
  }
  heads_[page] = last_[page] = 0;
  for (const std::uint32_t i : stay) {
    rows_[i].next = heads_[page];
    heads_[page] = i;
  }
  return stay.size() < kMost;
}

bool PageRows::may_put_off(const Sheet& reads, const GlobalShadow& global) const {
  if (!reads_.may_take(reads) || !may_take(reads.row)) return false;
  return each_page(reads, global,
                   [&](std::size_t page) { return (global.touched[page] | opened_[page] | written_[page]) == 0; });
}

bool PageRows::is_ready(const Sheet& reads, const GlobalShadow& global, std::uint64_t now) const {
  return reads_.may_take(reads) && may_take(reads.row) &&
         each_page(reads, global, [&](std::size_t page) { return ready_[page] == now; });
}

void PageRows::put_off(const Sheet& reads, const GlobalShadow& global, std::uint64_t epoch, bool is_ready) {
  const std::uint32_t first = reads_.next();
  reads_.add(reads, epoch);
  if (is_ready) return;
  each_page(reads, global, [&](std::size_t page) {
    if (put_off_[page] != 0) return true;  // From there on.
    if (heads_[page] == 0) pages_.push_back(static_cast<std::uint32_t>(page));
    put_off_[page] = first;
    return true;
  });
}

/// Calls `visit(row, epoch)` for what was put off and reads something of the page; until it returns false, which is
/// returned.
template <class Visit>
bool PageRows::each_put_off(const GlobalShadow& global, std::size_t page, Visit visit) {
  if (put_off_[page] == 0) return true;
  const Extent words{global.address_of(page * GlobalShadow::kPageWords), kPageBytes};
  return reads_.each_near(put_off_[page], words, visit);
}

bool PageRows::settle(const GlobalShadow& global, std::size_t page, const BlockEpochs& blocks) {
  const bool all_added =
      each_put_off(global, page, [&](const Row& row, std::uint64_t epoch) { return add(page, row, epoch, blocks); });
  if (all_added) put_off_[page] = 0;
  ready_[page] = 0;
  return all_added;
}

bool PageRows::has_writes(std::size_t page) const { return has(page) && written_[page] != 0; }

bool PageRows::is_apart_from(const PageRows& other, std::size_t page) const {
  if (!has(page) || !other.has(page)) return true;
  for (std::uint32_t i = heads_[page]; i != 0; i = rows_[i].next) {
    for (std::uint32_t j = other.heads_[page]; j != 0; j = other.rows_[j].next) {
      const bool any_writes = rows_[i].row.writes() || other.rows_[j].row.writes();
      if (any_writes && !are_apart(rows_[i], other.rows_[j])) return false;
    }
  }
  return true;
}

std::vector<KeptRow> PageRows::take(const GlobalShadow& global, std::size_t page, const BlockEpochs& blocks) {
  std::vector<KeptRow> taken;
  bool has_room = true;
  each_put_off(global, page, [&](const Row& row, std::uint64_t epoch) {
    has_room = has_room && add(page, row, epoch, blocks);
    if (!has_room) taken.push_back({.row = row, .epoch = epoch});
    return true;
  });
  put_off_[page] = 0;
  ready_[page] = 0;
  for (std::uint32_t i = heads_[page]; i != 0; i = rows_[i].next) {
    taken.push_back(rows_[i]);
    free_.push_back(i);
  }
  heads_[page] = last_[page] = 0;
  written_[page] = 0;
  constexpr std::uint8_t kLaunches = 16;
  opened_[page] = kLaunches;
  return taken;
}

void PageRows::forget() {
  for (const std::uint32_t page : pages_) heads_[page] = last_[page] = put_off_[page] = written_[page] = 0;
  reads_.clear();
  pages_.clear();
  rows_.resize(1);
  free_.clear();
}

}  // namespace fencepost::detector
