// Pages of device memory whose words are to be known: what rows did to them becomes cells and history.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "detector/worker/worker_shadow.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

namespace {

/// What the rows did to the word, or the part of one, at `at`, with its epoch.
void add_access(const KeptRow& kept, std::uintptr_t at, std::vector<std::pair<std::uint64_t, Entry>>& accesses) {
  std::uint32_t q = kept.count, line = 0;
  kept.each_near({at, std::min<std::uintptr_t>(kept.row.bytes, kWordBytes)},
                 [&](std::uint32_t number, std::uint32_t of_line) {
                   const Extent there = kept.at(number, of_line).extent;
                   if (at < there.begin || at >= there.end()) return true;
                   q = number;
                   line = of_line;
                   return false;
                 });
  if (q == kept.count) return;
  const Row row = kept.at(q, line);
  Entry entry = cell::unpack(row.access_at(at) | row.first, row.first);
  const std::uint32_t lines = kept.line_step == 0 ? kept.lines_of(q) : 1;  // At these addresses.
  const std::uint32_t behind = (lines - 1) * kept.line_threads;  // From a thread of the first to that of the last.
  if (row.thread_step == 0) {
    entry.high = static_cast<ThreadRank16>(row.first + (row.threads > 1 ? 1 : lines > 1 ? kept.line_threads : 0));
    entry.several_warps = !in_one_warp(row.first, row.first + row.threads - 1 + behind);
  } else {
    const auto step = static_cast<std::uintptr_t>(row.thread_step);
    if ((at - row.address) % step >= row.bytes) return;
    entry.low = entry.high = static_cast<ThreadRank16>(row.first + (at - row.address) / step * row.rank_step);
    if (lines > 1) {
      entry.high = static_cast<ThreadRank16>(entry.low + kept.line_threads);
      entry.several_warps = !in_one_warp(entry.low, entry.low + behind);
    }
  }
  accesses.emplace_back(kept.epoch_of(q), entry);
}

}  // namespace

/// Its first single access in the launch.
void WorkerShadow::open_page(GlobalShadow& global, std::size_t page) {
  global.touch(page * GlobalShadow::kPageWords);
  if (&global != &arena_ || !page_rows_.has(page)) return;
  const sim::BusySection busy;
  std::vector<KeptRow> rows = page_rows_.take(arena_, page, history_.blocks());
  const std::size_t first = page * GlobalShadow::kPageWords;
  const std::size_t end = std::min(first + GlobalShadow::kPageWords, arena_.cells.bytes / kWordBytes + 1);
  std::ranges::sort(rows, {}, [](const KeptRow& kept) { return kept.row.serial; });
  std::vector<std::pair<std::uint64_t, Entry>> accesses;
  for (std::size_t word = first; word < end; ++word) {
    accesses.clear();
    const std::uintptr_t address = arena_.address_of(word);
    for (const KeptRow& kept : rows) {
      const std::uint32_t bytes = std::min<std::uint32_t>(kept.row.bytes, kWordBytes);
      for (std::uint32_t offset = 0; offset < kWordBytes; offset += bytes) add_access(kept, address + offset, accesses);
    }
    if (accesses.empty()) continue;
    std::ranges::stable_sort(accesses, {}, &std::pair<std::uint64_t, Entry>::first);
    open_word(word, accesses);
  }
}

/// `accesses`, with their epochs, ascending: all that the launch did to the word.
void WorkerShadow::open_word(std::size_t word, std::span<const std::pair<std::uint64_t, Entry>> accesses) {
  std::vector<Entry> together;
  for (std::size_t i = 0; i < accesses.size();) {
    const std::uint64_t epoch = accesses[i].first;
    together.clear();
    for (; i < accesses.size() && accesses[i].first == epoch; ++i) {
      const Entry& added = accesses[i].second;
      const auto same = std::ranges::find_if(together, [&](const Entry& e) { return e.same_accesses(added); });
      if (same == together.end()) {
        together.push_back(added);
      } else {
        same->merge(added);
      }
    }
    open_accesses(word, epoch, together);
  }
}

/// Those of one interval.
void WorkerShadow::open_accesses(std::size_t word, std::uint64_t epoch, std::span<const Entry> accesses) {
  Cell& c = arena_.cells.cells[word];
  if (history_.is_pending(c)) history_.fold(arena_, word);
  const std::uint64_t epoch_bits = epoch << cell::kEpochShift;
  const auto writes = [](const Entry& e) { return (e.kind & kWrites) != 0; };
  if (const auto writing = std::ranges::count_if(accesses, writes); accesses.size() <= 2 && writing <= 1) {
    c = accesses.size() == 1 ? cell::make_one(epoch_bits, accesses[0])
                             : cell::make_two(epoch_bits, accesses[0], accesses[1]);
    if (writing == 0) return;
    c.second |= cell::kHasValue;
    arena_.values[word] &= bits_of(std::ranges::find_if(accesses, writes)->mask);
    return;
  }
  const auto give_value = [&](ListEntry& entry) {
    if (writes(entry.accesses)) entry.add_value(arena_.values[word] & bits_of(entry.accesses.mask));
  };
  if (epoch != epoch_) {
    const BlockEpochs::Place place = history_.blocks().at(epoch);
    for (const Entry& e : accesses) {
      ListEntry entry{.accesses = e};
      give_value(entry);
      history_.remember(arena_, word, entry, {place.block, place.interval, e.low});
    }
    c = {};
    return;
  }
  const std::uint32_t number = log_.make(arena_.address_of(word), &c, true);
  for (const Entry& e : accesses) give_value(log_.append(log_[number], e));
  c = cell::make_list(epoch_bits | cell::pack(accesses.back()), number);
}

void WorkerShadow::open_pages(const Extent& extent) {
  const std::size_t last = arena_.page_of(extent.end() - 1);
  for (std::size_t page = arena_.page_of(extent.begin); page <= last; ++page) {
    if (arena_.touched[page] == 0 && page_rows_.has(page)) open_page(arena_, page);
  }
}

void WorkerShadow::open_all_pages() {
  const std::vector<std::uint32_t> pages = page_rows_.pages();
  for (const std::uint32_t page : pages) {
    if (arena_.touched[page] == 0) open_page(arena_, page);
  }
}

/// What the rows of the two workers did to the page does not meet where either writes, and no word of it is known.
bool WorkerShadow::is_apart_from(WorkerShadow& other, std::size_t page) {
  if (other.arena_.touched[page] != 0) return false;
  for (WorkerShadow* const each : {this, &other}) {
    if (!each->page_rows_.settle(each->arena_, page, each->history_.blocks())) return false;
  }
  return page_rows_.is_apart_from(other.page_rows_, page);
}

/// Words that several workers accessed are compared one by one, unless all but read them, or their rows are apart.
void WorkerShadow::open_pages_of_several(const std::vector<WorkerShadow*>& workers) {
  if (workers.size() < 2) return;
  for (WorkerShadow* const worker : workers) {
    if (!worker->arena_.is_reserved()) continue;
    const std::vector<std::uint32_t> pages = worker->page_rows_.pages();
    for (const std::uint32_t page : pages) {
      bool is_shared = false, is_written = worker->page_rows_.has_writes(page);
      for (const WorkerShadow* const other : workers) {
        if (other == worker || !other->arena_.is_reserved()) continue;
        is_shared = is_shared || other->arena_.touched[page] != 0 || other->page_rows_.has(page);
        is_written = is_written || other->arena_.may_have_written(page) || other->page_rows_.has_writes(page);
      }
      if (!is_shared || !is_written) continue;
      const bool is_apart = std::ranges::all_of(workers, [&](WorkerShadow* other) {
        return other == worker || !other->arena_.is_reserved() || worker->is_apart_from(*other, page);
      });
      if (is_apart) continue;
      for (WorkerShadow* const each : workers) {
        if (each->arena_.is_reserved() && each->page_rows_.has(page)) each->open_page(each->arena_, page);
      }
    }
  }
}

}  // namespace fencepost::detector
