#include "detector/rows/shared_rows.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace fencepost::detector {

static Extent whole_words(const Extent& bytes) {
  return {bytes.begin / kWordBytes * kWordBytes, bytes.words() * kWordBytes};
}

bool SharedRows::holds(const Ranges& ranges, const Extent& extent) {
  const auto behind = std::ranges::upper_bound(ranges, extent.begin, {}, &Extent::begin);
  return behind != ranges.begin() && extent.end() <= std::prev(behind)->end();
}

bool SharedRows::add(Ranges& ranges, const Extent& extent) {
  auto first = std::ranges::lower_bound(ranges, extent.begin, {}, &Extent::end);
  auto last = first;
  Extent merged = extent;
  for (; last != ranges.end() && last->begin <= merged.end(); ++last) {
    const std::uintptr_t end = std::max(merged.end(), last->end());
    merged.begin = std::min(merged.begin, last->begin);
    merged.bytes = end - merged.begin;
  }
  if (first != last) {
    *first = merged;
    ranges.erase(std::next(first), last);
    return true;
  }
  if (ranges.size() == kMostRanges) return false;
  ranges.insert(first, merged);
  return true;
}

void SharedRows::begin_block(bool same_objects) {
  rows_.clear();
  any_writes_ = false;
  written_.clear();
  spread_.clear();
  if (!same_objects) owned_.clear();
}

bool SharedRows::may_take(const Row& row) {
  const Extent extent = whole_words(row.extent);
  const std::uint64_t from = access_state.block_bits;
  const auto all_of = [&](const Extent& words, auto holds) {
    for (std::uintptr_t word = words.begin; word < words.end(); word += kWordBytes) {
      if (!holds(word, shared_.cell(word).first)) return false;
    }
    return true;
  };
  // First of all: the cell of a word that was accessed in the interval no longer says that it is watched.
  const auto is_older = [now = access_state.epoch_bits](std::uintptr_t, std::uint64_t first) { return first < now; };
  if (any_single_ && !all_of(extent, is_older)) return false;
  if (!holds(owned_, extent)) {
    const auto is_whole = [](std::uintptr_t, std::uint64_t first) { return first != cell::kWatched.first; };
    // An array of bytes, or its row's last line, may end within a word.
    const auto is_owned = [&](std::uintptr_t word, std::uint64_t first) {
      if (is_whole(word, first)) return true;
      unsigned mask = 0;
      for (std::uint32_t i = 0; i < kWordBytes; ++i) mask |= (row.extent.meets({word + i, 1}) ? 1U : 0U) << i;
      return owned_bytes_ != nullptr && (mask & ~owned_bytes_[(word - shared_.begin) / kWordBytes]) == 0;
    };
    if (all_of(extent, is_whole)) {
      if (!add(owned_, extent)) owned_.assign(1, extent);
    } else if (row.bytes >= kWordBytes || !all_of(extent, is_owned)) {
      return false;
    }
  }
  if (row.writes() || from == 0 || holds(written_, row.extent)) return true;
  // Else by what the cells know, too.
  const std::uint64_t end = access_state.epoch_bits + (std::uint64_t{1} << cell::kEpochShift);
  const auto is_of_block = [&](std::uintptr_t word, std::uint64_t first) {
    return first - from < end - from || is_written(word);
  };
  if (all_of(extent, is_of_block)) return true;
  if (row.is_dense()) return false;
  // What lies between its places is nothing to it: a tile's corners, which nobody needs.
  return row.each_place([&](std::uintptr_t address, std::uint32_t) {
    const Extent bytes{address, row.bytes};
    return holds(written_, bytes) || all_of(whole_words(bytes), is_of_block);
  });
}

bool SharedRows::is_compatible(const Row& row) const {
  return (!row.writes() && !any_writes_) ||
         std::ranges::all_of(rows_, [&](const Row& other) { return are_compatible(other, row); });
}

/// In a block of several rows of threads the same access of the next threads is often the same row, continued. Not past
/// another row of these threads, so that for each thread rows stay in their order.
bool SharedRows::append(const Row& row) {
  for (auto kept = rows_.rbegin(); kept != rows_.rend(); ++kept) {
    if (kept->continues_with(row)) {
      kept->threads += row.threads;
      kept->measure();
      return true;
    }
    if (kept->first < row.first + row.threads && row.first < kept->first + kept->threads) return false;
  }
  return false;
}

void SharedRows::add(const Row& row) {
  if (!append(row)) rows_.push_back(row);
  if (!row.writes()) return;
  any_writes_ = true;
  if (access_state.block_bits == 0) return;
  if (row.is_dense()) {
    add(written_, row.extent);
  } else if (row.turns == 1) {
    add_spread(row);
  }
}

/// Elements with gaps between them, which other rows may fill: `s[2 * t]` and `s[2 * t + 1]`.
void SharedRows::add_spread(const Row& row) {
  constexpr std::int64_t kWidest = 64 * std::int64_t{kWordBytes};
  if (row.thread_step <= 0 || row.thread_step > kWidest) return;
  if (row.address % static_cast<std::uintptr_t>(row.thread_step) + row.bytes >
      static_cast<std::uintptr_t>(row.thread_step))
    return;
  const auto step = static_cast<std::uintptr_t>(row.thread_step);
  const std::uintptr_t begin = row.address - row.address % step;
  const auto same = std::ranges::find_if(
      spread_, [&](const Spread& s) { return s.begin == begin && s.step == step && s.threads == row.threads; });
  Spread& spread = same != spread_.end() ? *same : spread_.emplace_back(Spread{begin, step, row.threads, 0});
  const std::uint64_t words = (std::uint64_t{1} << row.bytes / kWordBytes) - 1;
  spread.words |= words << (row.address - begin) / kWordBytes;
  if (static_cast<std::size_t>(std::popcount(spread.words)) == step / kWordBytes)
    add(written_, {begin, step * row.threads});
}

unsigned SharedRows::written_bytes(std::uintptr_t word) const {
  unsigned mask = 0;
  for (std::uint32_t i = 0; i < kWordBytes && !written_.empty(); ++i) {
    if (holds(written_, {word + i, 1})) mask |= 1U << i;
  }
  return mask;
}

std::vector<Row> SharedRows::take() {
  any_writes_ = false;
  std::ranges::sort(rows_, {}, &Row::serial);
  return std::exchange(rows_, {});
}

std::vector<Row> SharedRows::end_interval() {
  std::vector<Row> others;
  if (access_state.block_bits != 0) {
    for (const Row& row : rows_) {
      if (!row.writes()) continue;
      if (!holds(written_, row.extent)) others.push_back(row);
    }
  }
  rows_.clear();
  any_writes_ = false;
  return others;
}

}  // namespace fencepost::detector
