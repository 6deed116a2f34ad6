// Rows of accesses: kept as they are as long as nobody needs to know of each word; else each word's cell is told.
//
// What is found does not depend on the order in which accesses of an interval are told: an entry of a word has the two
// lowest threads, whenever they come. What does depend on it is refused beforehand: accesses that read what was not
// written, leave their object, or write where another thread has written in the interval.
#include <algorithm>
#include <cassert>
#include <cstring>

#include "detector/worker/worker_shadow.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

GlobalShadow rows_marker;

namespace {

constexpr PendingWrite kRowsAreKept{&rows_marker, 0, 1, false};

/// All entries of the cell, of the current interval, are reads or the thread's own.
bool is_unwritten_by_others(const Cell& c, std::uint64_t thread) {
  const cell::State state = cell::state(c);
  if (state == cell::kList || state == cell::kSet) return false;
  const auto is_harmless = [&](const Entry& entry) {
    return (entry.kind & kWrites) == 0 || (entry.low == thread && entry.high == thread);
  };
  return is_harmless(cell::first_entry(c)) && (state == cell::kOne || is_harmless(cell::second_entry(c)));
}

/// All bits of `wanted` are set in each of the bytes.
bool all_have(const std::atomic<std::uint8_t>* bytes, std::size_t count, std::uint8_t wanted) {
  const std::uint64_t in_each = wanted * (~std::uint64_t{0} / 0xFF);
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, static_cast<const void*>(bytes + i), 8);
    if ((eight & in_each) != in_each) return false;
  }
  for (; i < count; ++i) {
    if ((bytes[i].load(std::memory_order_relaxed) & wanted) != wanted) return false;
  }
  return true;
}

std::uint64_t accesses_of(const Row& row) { return row.turns * row.threads; }

}  // namespace

bool WorkerShadow::begin_rows(std::span<const Row> rows) {
  kept_ = 0;
  const PendingWrite& pending = access_state.pending;
  if (access_state.epoch_bits == 0 || (pending.global != nullptr && pending.global != &rows_marker)) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].writes()) continue;
    if (!rows[i].is_apart()) return false;
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      if (rows[j].writes() && !are_apart(rows[i], rows[j])) return false;  // Its value is to be known each time.
    }
  }
  if (!take_shared_rows(rows) || !take_global_rows(rows) || !open_window(rows)) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].writes()) continue;
    access_state.accesses += accesses_of(rows[i]);
    if ((kept_ >> i & 1) == 0) {
      tell(rows[i]);
    } else if (shared_.contains(rows[i].address)) {
      shared_rows_.add(rows[i]);
    } else {
      keep(rows[i]);
    }
  }
  if (!shared_rows_.empty()) access_state.pending = kRowsAreKept;
  return true;
}

void WorkerShadow::end_rows(std::span<const Row> rows) {
  access_state.pending.global = nullptr;  // What single words are told does not meet the rows.
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].writes()) continue;
    access_state.accesses += accesses_of(rows[i]);
    if ((kept_ >> i & 1) == 0) {
      tell(rows[i]);
    } else if (shared_.contains(rows[i].address)) {
      shared_rows_.add(rows[i]);
    } else {
      note_values(rows[i]);
      keep(rows[i]);
    }
  }
  WriteWindow::close_rows();
  if (!shared_rows_.empty()) access_state.pending = kRowsAreKept;
}

/// Those to shared memory are all kept or all told by word.
bool WorkerShadow::take_shared_rows(std::span<const Row> rows) {
  std::uint32_t shared = 0;
  bool all = shared_rows_.has_room_for(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!shared_.contains(rows[i].address)) continue;
    shared |= std::uint32_t{1} << i;
    all = all && shared_rows_.may_take(rows[i]) && shared_rows_.is_compatible(rows[i]);
    for (std::size_t j = 0; all && j < i; ++j) all = are_compatible(rows[i], rows[j]);
  }
  if (all) {
    kept_ |= shared;
    return true;
  }
  if (!shared_rows_.empty()) open_shared_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if ((shared >> i & 1) != 0 && !may_tell_by_word(rows[i], true)) return false;
  }
  return true;
}

bool WorkerShadow::take_global_rows(std::span<const Row> rows) {
  std::uint32_t global = 0, kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (shared_.contains(rows[i].address)) continue;
    if (!are_states_fit(rows[i])) return false;
    global |= std::uint32_t{1} << i;
    if (may_keep(rows[i])) kept |= std::uint32_t{1} << i;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint32_t both = std::uint32_t{1} << i | std::uint32_t{1} << j;
      if ((global & both) == both && !are_compatible(rows[i], rows[j])) kept &= ~both;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t bit = std::uint32_t{1} << i;
      if ((global & bit) == 0) continue;
      if ((kept & bit) == 0) {
        open_pages(rows[i].extent());
      } else if (!page_rows_.may_take(rows[i])) {  // A page of it was opened for another.
        kept &= ~bit;
        changed = true;
      }
    }
  }
  kept_ |= kept;
  return true;
}

bool WorkerShadow::may_keep(const Row& row) const {
  if (!page_rows_.may_take(row) || !page_rows_.is_compatible(row, epoch_)) return false;
  if (!row.writes() || arena_.states == nullptr || row.is_dense()) return true;
  // What it leaves written is noted as one range.
  const Extent extent = row.extent();
  return all_have(arena_.states + (extent.begin - arena_.cells.begin) / kWordBytes, extent.bytes / kWordBytes,
                  MemoryState::kComplete);
}

/// Reads are of what was written, and all words somebody's.
bool WorkerShadow::are_states_fit(const Row& row) const {
  if (arena_.states == nullptr) return true;
  const std::uint8_t wanted = row.writes() ? std::uint8_t{kAllBytes} : MemoryState::kComplete;
  const auto state_of = [&](std::uintptr_t address) { return arena_.states + (address - arena_.cells.begin) / kWordBytes; };
  const Extent extent = row.extent();
  constexpr std::uintptr_t kNear = 1U << 16;
  if (extent.bytes < kNear && all_have(state_of(extent.begin), extent.bytes / kWordBytes, wanted)) return true;
  if (row.is_dense()) return false;
  return row.each_place([&](std::uintptr_t address, std::uint32_t) {
    return all_have(state_of(address), row.bytes / kWordBytes, wanted);
  });
}

/// Each of its words, of shared memory, may be told of all that the row does before it reads, or when it has written.
bool WorkerShadow::may_tell_by_word(const Row& row, bool shared) const {
  assert(shared);
  (void)shared;
  const AccessState& state = access_state;
  const std::uint64_t from = row.writes() ? 0 : state.block_bits;
  return row.each_place([&](std::uintptr_t address, std::uint32_t thread) {
    const Cell* const c = &shared_.cell(address);
    for (std::uint32_t word = 0; word < row.bytes / kWordBytes; ++word) {
      const std::uint64_t first = c[word].first;
      if (first - from < state.epoch_bits - from) continue;
      if (cell::epoch(c[word]) != epoch_) {
        if (first != cell::kWatched.first && shared_rows_.is_written(address + word * kWordBytes)) continue;
        return false;
      }
      if (cell::state(c[word]) == cell::kList) return false;
      if (row.writes() && !is_unwritten_by_others(c[word], thread)) return false;
    }
    return true;
  });
}

/// Opens the window of writes to device memory. False if others write there, too: nothing is open.
bool WorkerShadow::open_window(std::span<const Row> rows) {
  const auto each_written = [&](auto visit) {
    return std::ranges::all_of(rows, [&](const Row& row) {
      return !row.writes() || shared_.contains(row.address) || visit(row.extent());
    });
  };
  const PendingWrite before = std::exchange(access_state.pending, {});
  each_written([&](const Extent& extent) {
    window_.claim_rows(arena_, extent.begin, extent.bytes);
    return true;
  });
  access_state.pending = before;
  return each_written([&](const Extent& extent) { return WriteWindow::open_rows(arena_, extent.begin, extent.bytes); });
}

void WorkerShadow::keep(const Row& row) {
  if (page_rows_.add(row, epoch_, history_.blocks())) return;
  open_pages(row.extent());
  tell(row);
}

/// What the row has written is in memory.
void WorkerShadow::note_values(const Row& row) {
  const auto note = [&](std::uintptr_t address, std::size_t bytes) {
    std::memcpy(arena_.values + (address - arena_.cells.begin) / kWordBytes, reinterpret_cast<const void*>(address), bytes);
  };
  if (!row.is_dense()) {
    row.each([&](std::uintptr_t address, std::uint32_t) {
      note(address, row.bytes);
      return true;
    });
    return;
  }
  const Extent extent = row.extent();
  note(extent.begin, extent.bytes);
  if (arena_.states == nullptr) return;
  const std::size_t words = extent.bytes / kWordBytes;
  if (!all_have(arena_.states + (extent.begin - arena_.cells.begin) / kWordBytes, words, MemoryState::kComplete)) {
    const sim::BusySection busy;
    arena_.memory->write(extent.begin, extent.bytes);
  }
}

/// Tells each word of the row; those of writes have been written.
void WorkerShadow::tell(const Row& row) {
  const bool shared = shared_.contains(row.address);
  const ShadowRange& range = shared ? shared_ : arena_.cells;
  row.each([&](std::uintptr_t address, std::uint32_t thread) {
    sim::current.thread = thread;
    const std::uint64_t access = access_state.epoch_bits | row.access | thread;
    Cell* const c = &range.cell(address);
    for (std::uint32_t i = 0; i < row.bytes / kWordBytes; ++i)
      tell_word(c[i], access, shared ? nullptr : &arena_, address + i * kWordBytes);
    return true;
  });
}

void WorkerShadow::tell_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t address) {
  const bool writes = cell::fills_word(access);
  const bool is_plain_global_write = writes && global != nullptr;
  if (!is_plain_global_write && cell::repeats(c, access)) return;
  if (!writes && cell::one_entry_of_other_thread(c, access)) return cell::add_thread(c, access);
  if (cell::makes_two(c, access, !writes)) {
    cell::add_second(c, access);
  } else if (!cell::repeats_second(c, access) && !access_as_before(c, access)) {
    access_word(c, access, global, address, nullptr);
  }
  if (!is_plain_global_write || cell::epoch(c) != epoch_) return;
  if (cell::state(c) == cell::kList) {
    IntervalLog::settle_last_write(log_[cell::list_number(c)]);
  } else {
    take_note(c, *global, *reinterpret_cast<const volatile std::uint32_t*>(address));
  }
}

void WorkerShadow::open_shared_rows() {
  access_state.pending.global = nullptr;
  const sim::ThreadRank thread = sim::current.thread;
  for (const Row& row : shared_rows_.take()) tell(row);
  sim::current.thread = thread;
}

void WorkerShadow::end_shared_rows() {
  access_state.pending.global = nullptr;
  for (const Row& row : shared_rows_.end_interval()) tell(row);
}

// ---- Pages whose words are to be known --------------------------------------------------------------------------------

/// Its first single access in the launch.
void WorkerShadow::open_page(GlobalShadow& global, std::size_t page) {
  global.touch(page * GlobalShadow::kPageWords);
  if (&global != &arena_ || !page_rows_.has(page)) return;
  const sim::BusySection busy;
  const std::vector<KeptRow> rows = page_rows_.take(page);
  const std::size_t first = page * GlobalShadow::kPageWords;
  const std::size_t end = std::min(first + GlobalShadow::kPageWords, arena_.cells.bytes / kWordBytes + 1);
  std::vector<std::pair<std::uint64_t, Entry>> accesses;
  for (std::size_t word = first; word < end; ++word) {
    accesses.clear();
    const std::uintptr_t address = arena_.address_of(word);
    for (const KeptRow& kept : rows) {
      const Extent all = kept.extent();
      if (address < all.begin || address >= all.end()) continue;
      const std::uint32_t q =
          kept.count == 1 ? 0
                          : static_cast<std::uint32_t>(std::min<std::uintptr_t>((address - all.begin) / kept.stride, kept.count - 1));
      const Row row = kept.at(q);
      if (address >= row.extent().end()) continue;
      Entry entry = cell::unpack(row.access | row.first, row.first);
      if (row.thread_step == 0) {
        entry.high = static_cast<ThreadRank16>(row.first + (row.threads > 1 ? 1 : 0));
        entry.several_warps = !in_one_warp(row.first, row.first + row.threads - 1);
      } else {
        const auto step = static_cast<std::uintptr_t>(row.thread_step);
        if ((address - row.address) % step >= row.bytes) continue;
        entry.low = entry.high = static_cast<ThreadRank16>(row.first + (address - row.address) / step);
      }
      accesses.emplace_back(kept.epoch_of(q), entry);
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
  const bool writes = std::ranges::any_of(accesses, [](const Entry& e) { return (e.kind & kWrites) != 0; });
  if (accesses.size() <= 2) {
    c = accesses.size() == 1 ? cell::make_one(epoch_bits, accesses[0])
                             : cell::make_two(epoch_bits, accesses[0], accesses[1]);
    if (writes) c.second |= cell::kHasValue;
    return;
  }
  const auto give_value = [&](ListEntry& entry) {
    if ((entry.accesses.kind & kWrites) != 0) entry.add_value(arena_.values[word]);
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
    if (arena_.touched[page] == 0) open_page(arena_, page);
  }
}

void WorkerShadow::open_all_pages() {
  const std::vector<std::uint32_t> pages = page_rows_.pages();
  for (const std::uint32_t page : pages) {
    if (arena_.touched[page] == 0) open_page(arena_, page);
  }
}

/// Words that several workers accessed are compared one by one, unless all but read them.
void WorkerShadow::open_pages_of_several(const std::vector<WorkerShadow*>& workers) {
  if (workers.size() < 2) return;
  for (WorkerShadow* const worker : workers) {
    if (!worker->arena_.is_reserved()) continue;
    const std::vector<std::uint32_t> pages = worker->page_rows_.pages();
    for (const std::uint32_t page : pages) {
      bool is_shared = false, is_written = worker->page_rows_.has_writes(page);
      for (const WorkerShadow* const other : workers) {
        if (other == worker || !other->arena_.is_reserved()) continue;
        const bool touched = other->arena_.touched[page] != 0;
        is_shared = is_shared || touched || other->page_rows_.has(page);
        is_written = is_written || touched || other->page_rows_.has_writes(page);
      }
      if (!is_shared || !is_written) continue;
      for (WorkerShadow* const each : workers) {
        if (each->arena_.is_reserved() && each->page_rows_.has(page)) each->open_page(each->arena_, page);
      }
    }
  }
}

}  // namespace fencepost::detector
