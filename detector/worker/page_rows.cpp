#include "detector/worker/page_rows.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

namespace fencepost::detector {
namespace {

/// The two differ in where they are, when, and in their threads alone.
bool are_alike_but_for_line(const Row& a, const Row& b) {
  return a.access == b.access && a.thread_step == b.thread_step && a.bytes == b.bytes && a.threads == b.threads &&
         a.turns == b.turns && (a.turns == 1 || a.step == b.step);
}

/// The two differ in where they are and when alone.
bool are_alike(const Row& a, const Row& b) { return a.first == b.first && are_alike_but_for_line(a, b); }

/// Adds the row as one line more of the last of `kept`. False, and nothing is done, if it is none.
bool add_line(KeptRow& kept, const Row& row, std::uint64_t epoch) {
  const std::uintptr_t begin = kept.last_address();
  if (row.first <= kept.row.first || row.address < begin || kept.epoch_of(kept.count - 1) != epoch ||
      !are_alike_but_for_line(kept.row, row))
    return false;
  const std::uint32_t ahead = row.first - kept.row.first;
  if (kept.lines == 1) {
    const std::uintptr_t step = row.address - begin;
    const bool is_apart = step >= row.extent.bytes && step <= GlobalShadow::kPageWords * kWordBytes;
    if (kept.count > 1 || ahead < row.threads || (!is_apart && (step != 0 || row.writes()))) return false;
    kept.line_threads = ahead;
    kept.line_step = step;
  } else {
    const std::uint32_t line = ahead / kept.line_threads;
    if (ahead % kept.line_threads != 0 || row.address != begin + kept.line_step * line || line > kept.last_lines)
      return false;
    if (line < kept.last_lines) return true;  // It is there.
    if (kept.count > 1 && kept.last_lines == kept.lines) return false;
  }
  ++kept.last_lines;
  if (kept.count == 1) kept.lines = kept.last_lines;
  return true;
}

/// It is in `kept`.
bool is_last_of(const KeptRow& kept, const Row& row, std::uint64_t epoch) {
  return kept.epoch_of(kept.count - 1) == epoch && kept.last_address() == row.address && are_alike(kept.row, row);
}

constexpr std::uintptr_t kTooFar = ~std::uintptr_t{0};

/// How well `row`, by the interval of `epoch`, would be the next one of `kept`: the less, the better; kTooFar: it is
/// not.
std::uintptr_t distance_from(const KeptRow& kept, const Row& row, std::uint64_t epoch) {
  if (kept.last_lines != kept.lines) return kTooFar;
  if (kept.count > 1) {
    const bool is_next =
        row.address == kept.row.address + kept.stride * kept.count && epoch == kept.epoch_of(kept.count);
    return is_next && are_alike(kept.row, row) && kept.may_repeat(kept.stride, kept.count + 1) ? 0 : kTooFar;
  }
  if (epoch <= kept.epoch || row.address < kept.row.address + row.extent.bytes || !are_alike(kept.row, row))
    return kTooFar;
  const std::uintptr_t stride = row.address - kept.row.address;
  return stride <= GlobalShadow::kPageWords * kWordBytes && kept.may_repeat(stride, 2) ? stride : kTooFar;
}

void append(KeptRow& kept, const Row& row, std::uint64_t epoch) {
  if (kept.count == 1) {
    kept.stride = row.address - kept.row.address;
    kept.epoch_step = epoch - kept.epoch;
  }
  ++kept.count;
  kept.last_lines = 1;
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

bool are_kept_apart(const KeptRow& a, const KeptRow& b) {
  const auto is_apart = [&](std::uint32_t q, std::uint32_t line) {
    const Row one = a.at(q, line);
    return b.each_near(one.extent, [&](std::uint32_t r, std::uint32_t l) { return are_apart(one, b.at(r, l)); });
  };
  return a.each_near(b.extent(), is_apart);
}

}  // namespace

void PageRows::reserve(const GlobalShadow& global) {
  const std::size_t pages = (global.cells.bytes / kWordBytes + 1) / GlobalShadow::kPageWords + 1;
  heads_ = reserve_zeroed_array<std::uint32_t>(pages);
  last_ = reserve_zeroed_array<std::uint32_t>(pages);
  written_ = reserve_zeroed_array<std::uint8_t>(pages);
  opened_ = reserve_zeroed_array<std::uint8_t>(pages);
}

bool PageRows::may_take(const Row& row) {
  const bool one_for_all = row.thread_step == 0 && (row.turns == 1 || row.step == row.bytes);
  const bool one_for_each = row.thread_step >= row.bytes && row.turns == 1;
  return (one_for_all || one_for_each) && row.extent.bytes <= kLargest;
}

bool PageRows::is_compatible(std::size_t page, const Row& row, std::uint64_t epoch, std::uint64_t block_epoch) {
  if (opened_[page] != 0) {
    --opened_[page];
    return false;
  }
  if (!row.writes() && written_[page] == 0) return true;
  for (std::uint32_t i = heads_[page]; i != 0; i = rows_[i].next) {
    if (!are_compatible_here(rows_[i], row, epoch, block_epoch)) return false;
  }
  return true;
}

bool PageRows::add(std::size_t page, const Row& row, std::uint64_t epoch, const BlockEpochs& blocks) {
  // Rows come in the order of the code, line by line: what is wanted is mostly what was last, or behind it.
  const std::uint32_t first = last_[page] != 0 ? last_[page] : heads_[page];
  std::size_t count = 0;
  std::uint32_t nearest = 0;
  std::uintptr_t distance = kTooFar;
  bool from_head = first == heads_[page];
  for (std::uint32_t i = first; i != 0 && distance != 0;) {
    ++count;
    KeptRow& kept = rows_[i];
    if (kept.row.access == row.access) {  // Most are of other places.
      if (is_last_of(kept, row, epoch) || add_line(kept, row, epoch)) {
        last_[page] = i;
        return true;
      }
      const std::uintptr_t here = distance_from(kept, row, epoch);
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
    append(rows_[nearest], row, epoch);
    last_[page] = nearest;
    return true;
  }
  if ((count == kMany || count >= kMost) && !make_room(page, epoch, blocks)) return false;
  if (count == 0) pages_.push_back(static_cast<std::uint32_t>(page));
  if (row.writes()) written_[page] = 1;
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

bool PageRows::has_writes(std::size_t page) const { return has(page) && written_[page] != 0; }

bool PageRows::is_apart_from(const PageRows& other, std::size_t page) const {
  if (!has(page) || !other.has(page)) return true;
  for (std::uint32_t i = heads_[page]; i != 0; i = rows_[i].next) {
    for (std::uint32_t j = other.heads_[page]; j != 0; j = other.rows_[j].next) {
      const bool any_writes = rows_[i].row.writes() || other.rows_[j].row.writes();
      if (any_writes && !are_kept_apart(rows_[i], other.rows_[j])) return false;
    }
  }
  return true;
}

std::vector<KeptRow> PageRows::take(std::size_t page) {
  std::vector<KeptRow> taken;
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
  for (const std::uint32_t page : pages_) heads_[page] = last_[page] = written_[page] = 0;
  pages_.clear();
  rows_.resize(1);
  free_.clear();
}

}  // namespace fencepost::detector
