// Rows of accesses: kept as they are as long as nobody needs to know of each word; else each word's cell is told.
//
// What is found does not depend on the order in which accesses of an interval are told: an entry of a word has the two
// lowest threads, whenever they come. What does depend on it is refused beforehand: accesses that read what was not
// written, leave their object, or write where another thread has written in the interval.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "detector/worker/worker_shadow.h"
#include "sim/interface/current.h"
#include "sim/interface/inlined_checks.h"

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

std::uint64_t accesses_of(const Row& row) { return row.turns * row.threads * row.repeats; }

}  // namespace

bool WorkerShadow::begin_rows(std::span<Row> rows) {
  if (rows.empty()) return true;
  uses_rows_ = true;
  for (Row& row : rows) row.serial = ++row_serial_;
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
  begun_ = {rows[0].first, rows[0].threads, 0};
  for (const Row& row : rows) {
    if (row.writes()) continue;
    take(row);
    begun_.of_each += row.turns * row.repeats;
  }
  if (!shared_rows_.empty()) access_state.pending = kRowsAreKept;
  return true;
}

bool WorkerShadow::owns(const Row& row) const {
  const ShadowRange& range = row.is_shared ? shared_ : arena_.cells;
  const std::uint8_t* const states = row.is_shared ? (memory_ != nullptr ? memory_->shared_owned_bytes() : nullptr)
                                                   : bytes_of(access_state.owned.words);
  if (states == nullptr || !range.contains(row.extent.begin) || !range.contains(row.extent.end() - 1)) return false;
  const auto all = [&](std::uintptr_t begin, std::uintptr_t end) {
    const std::size_t first = (begin - range.begin) / kWordBytes, last = (end - 1 - range.begin) / kWordBytes;
    if (!row.is_shared) MemoryState::of_arena().look_at(begin, end - begin);
    return all_have(states + first, last - first + 1, kAllBytes);
  };
  // Where there are gaps, place by place, unless it is less to look at them, too.
  const std::uint64_t places = row.turns * (row.thread_step == 0 ? 1 : row.threads);
  constexpr std::uint64_t kGaps = 8;
  if (row.extent.bytes / kWordBytes <= kGaps * places && all(row.extent.begin, row.extent.end())) return true;
  if (row.is_dense()) return false;
  return row.each_place([&](std::uintptr_t address, std::uint32_t) { return all(address, address + row.bytes); });
}

void WorkerShadow::end_rows(std::span<const Row> rows) {
  if (rows.empty()) return;
  access_state.pending.global = nullptr;  // What single words are told does not meet the rows.
  for (const Row& row : rows) {
    if (row.writes()) take(row);
  }
  forget_rows();
  WriteWindow::close_rows();
  window_.unlock_rows();
  if (!shared_rows_.empty() || !shared_rows_.any_single()) access_state.pending = kRowsAreKept;
}

void WorkerShadow::stop_rows() {
  const std::uint32_t before = sim::current.thread - begun_.first;
  if (before < begun_.threads) count_again(begun_.of_each * (begun_.threads - before - 1));
  forget_rows();
}

void WorkerShadow::count_again(std::uint64_t accesses) {
  access_state.accesses -= accesses;
  rows_of_block_ -= std::min(rows_of_block_, accesses);
}

/// Takes note of accesses: reads to come, or writes that have been made.
void WorkerShadow::take(const Row& row) {
  access_state.accesses += accesses_of(row);
  if (!row.is_shared) return take_global(row);
  if (keeps_shared_) {
    rows_of_block_ += accesses_of(row);
    shared_rows_.add(row);
  } else {
    tell(row);
  }
}

/// Those to shared memory are all kept or all told by word.
bool WorkerShadow::take_shared_rows(std::span<const Row> rows) {
  if (std::ranges::none_of(rows, &Row::is_shared)) return true;
  keeps_shared_ = shared_rows_.has_room_for(rows.size());
  for (std::size_t i = 0; keeps_shared_ && i < rows.size(); ++i) {
    if (!rows[i].is_shared) continue;
    keeps_shared_ = shared_rows_.may_take(rows[i]) && shared_rows_.is_compatible(rows[i]);
    for (std::size_t j = 0; keeps_shared_ && j < i; ++j) keeps_shared_ = are_compatible(rows[i], rows[j]);
  }
  if (keeps_shared_) return true;
  open_shared_rows();  // Cells are to know of all that comes in this interval, too.
  return std::ranges::all_of(rows, [&](const Row& row) { return !row.is_shared || may_tell_by_word(row); });
}

/// Pages for which a row, or two, cannot be kept are opened.
bool WorkerShadow::take_global_rows(std::span<const Row> rows) {
  std::array<const Row*, kMostAccessRows> writing{};
  std::size_t writes = 0;
  for (const Row& row : rows) {
    if (row.is_shared) continue;
    if (!are_states_fit(row)) return false;
    if (row.writes()) writing[writes++] = &row;
  }
  for (const Row& row : rows) {
    if (row.is_shared) continue;
    // Of two one must write.
    const auto goes_with = [&](const Row& other) {
      return &other == &row || other.is_shared || are_compatible(row, other);
    };
    const bool may_keep = row.writes() ? std::ranges::all_of(rows, goes_with)
                                       : std::ranges::all_of(std::span(writing).first(writes),
                                                             [&](const Row* w) { return goes_with(*w); });
    row.each_turn([&](const Row& turn) {
      const bool is_kept = may_keep && PageRows::may_take(turn) && leaves_states(turn);
      each_page(turn, [&](std::size_t page) {
        if (arena_.touched[page] != 0) return;
        if (!is_kept || !page_rows_.is_compatible(page, turn, epoch_, block_epoch_)) open_page(arena_, page);
      });
      return true;
    });
  }
  return true;
}

/// What it leaves written is noted as one range, if it is not noted already.
bool WorkerShadow::leaves_states(const Row& row) const {
  if (!row.writes() || arena_.states == nullptr || row.is_dense()) return true;
  return all_have(bytes_of(arena_.states) + (row.extent.begin - arena_.cells.begin) / kWordBytes,
                  row.extent.bytes / kWordBytes, MemoryState::kComplete);
}

void WorkerShadow::take_global(const Row& row) {
  row.each_turn([&](const Row& turn) {
    bool all_kept = true;
    each_page(turn, [&](std::size_t page) {
      if (arena_.touched[page] == 0 && !page_rows_.add(page, turn, epoch_, history_.blocks())) open_page(arena_, page);
      all_kept = all_kept && arena_.touched[page] == 0;
    });
    if (turn.writes()) note_values(turn, all_kept);
    if (all_kept) {
      rows_of_block_ += accesses_of(turn);
    } else {
      tell(turn);
    }
    return true;
  });
}

/// Reads are of what was written, and all words somebody's.
bool WorkerShadow::are_states_fit(const Row& row) {
  if (arena_.states == nullptr) return true;
  const std::uint8_t wanted = row.writes() ? std::uint8_t{kAllBytes} : MemoryState::kComplete;
  const auto all = [&](std::uintptr_t address, std::uintptr_t bytes) {
    const std::size_t page = arena_.page_of(address);
    if (page == arena_.page_of(address + bytes - 1) && whole_pages_.have(arena_, page, wanted)) return true;
    arena_.memory->look_at(address, bytes);
    return all_have(bytes_of(arena_.states) + (address - arena_.cells.begin) / kWordBytes, bytes / kWordBytes, wanted);
  };
  constexpr std::uintptr_t kNear = 1U << 16;
  return row.each_turn([&](const Row& turn) {
    if (turn.extent.bytes < kNear && all(turn.extent.begin, turn.extent.bytes)) return true;
    if (turn.is_dense()) return false;
    return turn.each_place([&](std::uintptr_t address, std::uint32_t) { return all(address, turn.bytes); });
  });
}

/// Each of its words, of shared memory, may be told of all that the row does before it reads, or when it has written.
bool WorkerShadow::may_tell_by_word(const Row& row) const {
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
bool WorkerShadow::open_window(std::span<const Row> rows) {
  const auto each_write = [&](auto visit) {
    return std::ranges::all_of(rows,
                               [&](const Row& row) { return !row.writes() || row.is_shared || row.each_turn(visit); });
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
  bool any = false;
  each_write([&](const Row& turn) {
    any = true;
    each_page(turn, [&](std::size_t page) { window_.claim_for_rows(arena_, page); });
    return true;
  });
  bool is_open = !any || lock_what_others_write(each_write, owns_pages_of);
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

/// What the row has written is in memory. Not of words that are told one by one: unless `all`, there are some.
void WorkerShadow::note_values(const Row& row, bool all) {
  const auto note = [&](std::uintptr_t address, std::size_t bytes) {
    const std::size_t word = (address - arena_.cells.begin) / kWordBytes;
    if (!all && arena_.touched[word / GlobalShadow::kPageWords] != 0) return;
    std::memcpy(arena_.values + word, reinterpret_cast<const void*>(address), bytes);
    if (arena_.states == nullptr ||
        all_have(bytes_of(arena_.states) + word, bytes / kWordBytes, MemoryState::kComplete))
      return;
    const sim::BusySection busy;
    arena_.memory->write(address, bytes);
  };
  if (all && row.is_dense()) return note(row.extent.begin, row.extent.bytes);
  row.each([&](std::uintptr_t address, std::uint32_t) {
    note(address, row.bytes);
    return true;
  });
}

/// Tells each word of the row; those of writes have been written. Not of pages whose words are not known.
void WorkerShadow::tell(const Row& row) {
  GlobalShadow* const global = row.is_shared ? nullptr : &arena_;
  const ShadowRange& range = row.is_shared ? shared_ : arena_.cells;
  const sim::ThreadRank running = sim::current.thread;
  row.each([&](std::uintptr_t address, std::uint32_t thread) {
    if (global != nullptr && global->touched[global->page_of(address)] == 0) return true;
    sim::current.thread = thread;
    const std::uint64_t access = access_state.epoch_bits | row.access | thread;
    Cell* const c = &range.cell(address);
    for (std::uint32_t i = 0; i < row.bytes / kWordBytes; ++i)
      tell_word(c[i], access, global, address + i * kWordBytes);
    return true;
  });
  sim::current.thread = running;
}

void WorkerShadow::tell_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t address) {
  const bool writes = cell::fills_word(access);
  const bool is_plain_global_write = writes && global != nullptr;
  if (!is_plain_global_write && cell::repeats(c, access)) return;
  if (!writes && cell::one_entry_of_other_thread(c, access)) return cell::add_thread(c, access);
  if (cell::makes_two(c, access, !writes)) {
    cell::add_second(c, access);
  } else if (!writes && cell::two_read(c, access)) {
    cell::add_reader(c, access);
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
  shared_rows_.note_single();
  for (const Row& row : shared_rows_.take()) tell(row);
}

void WorkerShadow::end_shared_rows() {
  if (access_state.pending.global == &rows_marker) access_state.pending.global = nullptr;
  for (const Row& row : shared_rows_.end_interval()) tell(row);
}

/// In an interval that begins: the first single access is to be heard of.
void WorkerShadow::begin_shared_rows() {
  const bool is_heard = uses_rows_ && listener_ == nullptr && ordered_ == nullptr;
  shared_rows_.begin_interval(is_heard);
  if (is_heard) access_state.pending = kRowsAreKept;
}

// ---- Pages whose words are to be known ----

/// Its first single access in the launch.
void WorkerShadow::open_page(GlobalShadow& global, std::size_t page) {
  global.touch(page * GlobalShadow::kPageWords);
  if (&global != &arena_ || !page_rows_.has(page)) return;
  const sim::BusySection busy;
  std::vector<KeptRow> rows = page_rows_.take(page);
  const std::size_t first = page * GlobalShadow::kPageWords;
  const std::size_t end = std::min(first + GlobalShadow::kPageWords, arena_.cells.bytes / kWordBytes + 1);
  std::ranges::sort(rows, {}, [](const KeptRow& kept) { return kept.row.serial; });
  std::vector<std::pair<std::uint64_t, Entry>> accesses;
  for (std::size_t word = first; word < end; ++word) {
    accesses.clear();
    const std::uintptr_t address = arena_.address_of(word);
    for (const KeptRow& kept : rows) {
      std::uint32_t q = kept.count, line = 0;
      kept.each_near({address, kWordBytes}, [&](std::uint32_t number, std::uint32_t of_line) {
        const Extent there = kept.at(number, of_line).extent;
        if (address < there.begin || address >= there.end()) return true;
        q = number;
        line = of_line;
        return false;
      });
      if (q == kept.count) continue;
      const Row row = kept.at(q, line);
      Entry entry = cell::unpack(row.access | row.first, row.first);
      const std::uint32_t lines = kept.line_step == 0 ? kept.lines_of(q) : 1;  // At these addresses.
      const std::uint32_t behind = (lines - 1) * kept.line_threads;  // From a thread of the first to that of the last.
      if (row.thread_step == 0) {
        entry.high = static_cast<ThreadRank16>(row.first + (row.threads > 1 ? 1 : lines > 1 ? kept.line_threads : 0));
        entry.several_warps = !in_one_warp(row.first, row.first + row.threads - 1 + behind);
      } else {
        const auto step = static_cast<std::uintptr_t>(row.thread_step);
        if ((address - row.address) % step >= row.bytes) continue;
        entry.low = entry.high = static_cast<ThreadRank16>(row.first + (address - row.address) / step);
        if (lines > 1) {
          entry.high = static_cast<ThreadRank16>(entry.low + kept.line_threads);
          entry.several_warps = !in_one_warp(entry.low, entry.low + behind);
        }
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
    if (arena_.touched[page] == 0 && page_rows_.has(page)) open_page(arena_, page);
  }
}

void WorkerShadow::open_all_pages() {
  const std::vector<std::uint32_t> pages = page_rows_.pages();
  for (const std::uint32_t page : pages) {
    if (arena_.touched[page] == 0) open_page(arena_, page);
  }
}

/// Words that several workers accessed are compared one by one, unless all but read them, or their rows are apart.
void WorkerShadow::open_pages_of_several(const std::vector<WorkerShadow*>& workers) {
  if (workers.size() < 2) return;
  for (WorkerShadow* const worker : workers) {
    if (!worker->arena_.is_reserved()) continue;
    const std::vector<std::uint32_t> pages = worker->page_rows_.pages();
    for (const std::uint32_t page : pages) {
      bool is_shared = false, is_written = worker->page_rows_.has_writes(page), is_apart = true;
      for (const WorkerShadow* const other : workers) {
        if (other == worker || !other->arena_.is_reserved()) continue;
        const bool touched = other->arena_.touched[page] != 0;
        is_shared = is_shared || touched || other->page_rows_.has(page);
        is_written = is_written || touched || other->page_rows_.has_writes(page);
        is_apart = is_apart && !touched && worker->page_rows_.is_apart_from(other->page_rows_, page);
      }
      if (!is_shared || !is_written || is_apart) continue;
      for (WorkerShadow* const each : workers) {
        if (each->arena_.is_reserved() && each->page_rows_.has(page)) each->open_page(each->arena_, page);
      }
    }
  }
}

}  // namespace fencepost::detector
