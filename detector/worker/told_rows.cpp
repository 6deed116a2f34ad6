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

constexpr std::uintptr_t kNear = 1U << 16;  ///< Bytes, which are looked at together, with what lies between places.
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

bool is_of_device_memory(const Sheet& rows) { return !rows.row.is_shared && !rows.row.is_variable; }

std::uint64_t accesses_of(const Row& row) { return row.turns * row.threads * row.repeats; }

/// What lines do to each other: else they are to be told one by one.
bool may_be_told_together(std::span<const Sheet> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].row.writes()) continue;
    for (const Sheet& other : rows) {
      if (!are_compatible(rows[i], other)) return false;
    }
  }
  return true;
}

/// Words are told in the order of the rows, not of the accesses: of two writes the first one's value would be lost.
bool any_written_twice(std::span<const Sheet> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; rows[i].row.writes() && j < rows.size(); ++j) {
      if (rows[j].row.writes() && !are_apart(rows[i], rows[j])) return true;
    }
  }
  return false;
}

}  // namespace

bool WorkerShadow::begin_rows(std::span<Sheet> rows) {
  if (rows.empty()) return true;
  uses_rows_ = used_rows_ = true;
  for (Sheet& each : rows) each.row.serial = ++row_serial_;
  const PendingWrite& pending = access_state.pending;
  if (access_state.epoch_bits == 0 || (pending.global != nullptr && pending.global != &rows_marker)) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].row.writes()) continue;
    if (!rows[i].is_apart()) return false;
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      // Of device memory a value is to be known each time.
      if (rows[j].row.writes() && !are_apart(rows[i], rows[j]) && !rows[j].row.is_shared) return false;
    }
  }
  if (rows[0].lines > 1 && !may_be_told_together(rows)) return false;
  const auto is_written = [&](const Row& row) { return is_written_variable(row); };
  for (const Sheet& each : rows) {
    if (each.row.is_variable && !each.each_line(is_written)) return false;
  }
  if (!take_shared_rows(rows) || !take_global_rows(rows) || !open_row_window(rows)) return false;
  begun_ = {rows[0].row.first, rows[0].row.threads * rows[0].lines, 0};
  const std::size_t touched_before = arena_.touched_pages.size();
  for (Sheet& each : rows) {
    if (each.row.writes()) continue;
    // A page was opened for one of these that it had no room for.
    if (each.is_put_off && arena_.touched_pages.size() != touched_before && !page_rows_.may_put_off(each, arena_))
      each.is_put_off = false;
    take(each);
    begun_.of_each += each.row.turns * each.row.repeats;
  }
  if (!shared_rows_.empty()) access_state.pending = kRowsAreKept;
  return true;
}

bool WorkerShadow::are_repeated(std::span<const AccessRow> rows, const RowThreads& threads) {
  if (!repeated_.follows()) return false;
  const RepeatedRows::Next next = repeated_.next_is(rows, threads, access_state.shared);
  if (next == RepeatedRows::Next::kOther) part_from_repeated();
  return next == RepeatedRows::Next::kSame;
}

void WorkerShadow::repeat_rows() {
  assert(repeated_.follows() && access_state.pending.global == &rows_marker);
  used_rows_ = true;
  const RepeatedRows::Step& step = repeated_.advance();
  begun_ = {step.threads.first, step.threads.count * step.threads.lines, begun_.of_each + step.reads_of_each};
  access_state.accesses += step.reads;
  rows_of_block_ += step.reads;
  repeated_writes_ = step.writes;
}

/// What is kept becomes what the rows of the block so far would have left, had it not followed.
void WorkerShadow::keep_repeated() {
  std::uint64_t epoch = block_epoch_;
  for (const RepeatedRows::Step& step : repeated_.done()) {
    if (step.ends_interval()) {
      const std::uint64_t epoch_bits = epoch++ << cell::kEpochShift;
      for (const Row& row : shared_rows_.end_interval()) {
        row.each([&](std::uintptr_t address, std::uint32_t thread) {
          Cell* const c = &shared_.cell(address);
          if (row.bytes < kWordBytes && memory_ != nullptr) {
            const std::uintptr_t word = address / kWordBytes * kWordBytes;
            memory_->note_shared_written(word, mask_of(word, address, address + row.bytes));
            if (!memory_->is_complete(word)) return true;
          }
          for (std::uint32_t i = 0; i < row.words_of_each(); ++i)
            c[i] = cell::first_access(epoch_bits | row.access | thread);
          return true;
        });
      }
      shared_rows_.begin_interval(/*is_heard=*/true);
      continue;
    }
    const bool is_under_way = repeated_writes_ != 0 && &step == &repeated_.done().back();
    for (Sheet sheet : repeated_.sheets(step)) {
      if (is_under_way && sheet.row.writes()) continue;
      sheet.row.serial = ++row_serial_;
      sheet.each_line([&](const Row& row) {
        shared_rows_.add(row);
        return true;
      });
    }
  }
}

void WorkerShadow::part_from_repeated() {
  keep_repeated();
  repeated_.part();
}

void WorkerShadow::end_rows(std::span<const Sheet> rows) {
  access_state.accesses += repeated_writes_;
  rows_of_block_ += std::exchange(repeated_writes_, 0);
  if (rows.empty()) return forget_rows();
  access_state.pending.global = nullptr;  // What single words are told does not meet the rows.
  for (const Sheet& each : rows) {
    if (each.row.writes()) take(each);
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
void WorkerShadow::take(const Sheet& rows) {
  if (rows.is_put_off || rows.is_quiet) {
    const std::uint64_t accesses = rows.lines * accesses_of(rows.row);
    access_state.accesses += accesses;
    rows_of_block_ += accesses;
    if (!rows.is_quiet) put_off(rows);
    return;
  }
  rows.each_line([&](const Row& row) {
    access_state.accesses += accesses_of(row);
    if (row.is_variable) {
      rows_of_block_ += accesses_of(row);
      tell(row);
    } else if (!row.is_shared) {
      take_global(row);
    } else if (keeps_shared_) {
      rows_of_block_ += accesses_of(row);
      shared_rows_.add(row);
    } else {
      tell(row);
    }
    return true;
  });
}

/// Those to shared memory are all kept or all told by word.
bool WorkerShadow::take_shared_rows(std::span<const Sheet> rows) {
  const auto is_shared = [](const Sheet& each) { return each.row.is_shared; };
  std::size_t lines = 0;
  bool any_writes = false;
  for (const Sheet& each : rows) {
    if (!is_shared(each)) continue;
    lines += each.lines;
    any_writes = any_writes || each.row.writes();
  }
  if (lines == 0) return true;
  keeps_shared_ = shared_rows_.has_room_for(lines, any_writes);
  for (std::size_t i = 0; keeps_shared_ && i < rows.size(); ++i) {
    if (!is_shared(rows[i])) continue;
    keeps_shared_ = rows[i].each_line(
        [&](const Row& row) { return shared_rows_.may_take(row) && shared_rows_.is_compatible(row); });
    for (std::size_t j = 0; keeps_shared_ && j < i; ++j) keeps_shared_ = are_compatible(rows[i], rows[j]);
  }
  if (keeps_shared_) return true;
  // The kernel's own checks are faster than cells that are told here, if no row of device memory is lost for them.
  const auto is_no_loss = [&](const Sheet& each) { return !is_of_device_memory(each) || is_quiet(each); };
  if (std::ranges::all_of(rows, is_no_loss)) return false;
  if (rows[0].lines > 1 || any_written_twice(rows)) return false;
  open_shared_rows();  // Cells are to know of all that comes in this interval, too.
  return std::ranges::all_of(rows, [&](const Sheet& each) { return !is_shared(each) || may_tell_by_word(each.row); });
}

/// Pages for which a row, or two, cannot be kept are opened.
bool WorkerShadow::take_global_rows(std::span<Sheet> rows) {
  std::array<const Sheet*, kMostAccessRows> writing;  // Its first `writes`.
  std::size_t writes = 0;
  for (Sheet& each : rows) {
    if (!is_of_device_memory(each)) continue;
    if (each.row.writes()) writing[writes++] = &each;
    each.is_quiet = is_quiet(each);
    if (each.is_quiet) continue;
    each.is_put_off = is_ready(each);
    if (each.is_put_off) continue;
    if (!each.each_line([&](const Row& row) { return are_states_fit(row); })) return false;
  }
  const std::size_t touched_before = arena_.touched_pages.size();
  for (Sheet& each : rows) {
    if (!is_of_device_memory(each) || each.is_quiet) continue;
    // Of two one must write.
    const auto goes_with = [&](const Sheet& other) {
      return &other == &each || other.row.is_shared || are_compatible(each, other);
    };
    const auto written = std::span(writing).first(writes);
    const bool may_keep = rows[0].lines > 1 ? true  // It was looked at.
                          : each.row.writes()
                              ? std::ranges::all_of(rows, goes_with)
                              : std::ranges::all_of(written, [&](const Sheet* w) { return goes_with(*w); });
    each.is_put_off = may_keep && !each.row.writes() && (each.is_put_off || page_rows_.may_put_off(each, arena_)) &&
                      std::ranges::none_of(written, [&](const Sheet* w) { return w->extent().meets(each.extent()); });
    if (!each.is_put_off) open_where_not_kept(each, may_keep);
  }
  if (arena_.touched_pages.size() == touched_before) return true;
  for (Sheet& each : rows) {
    if (!is_of_device_memory(each) || !each.is_put_off || page_rows_.may_put_off(each, arena_)) continue;
    each.is_put_off = false;  // A page was opened for another one.
    open_where_not_kept(each, true);
  }
  return true;
}

bool WorkerShadow::is_quiet(const Sheet& rows) {
  if (rows.row.writes()) return false;
  const Extent whole = rows.extent();
  if (whole.bytes <= PageRows::kLargest) return is_quiet(whole.begin, whole.bytes);
  return rows.each_line([&](const Row& row) {
    if (row.extent.bytes <= PageRows::kLargest) return is_quiet(row.extent.begin, row.extent.bytes);
    return row.each_place([&](std::uintptr_t address, std::uint32_t) { return is_quiet(address, row.bytes); });
  });
}

/// Reads of pages that are known to be written, and only read, in this launch.
bool WorkerShadow::is_ready(const Sheet& rows) {
  return !rows.row.writes() && arena_.states != nullptr && page_rows_.is_ready(rows, arena_, whole_pages_.now(arena_));
}

void WorkerShadow::put_off(const Sheet& reads) {
  const bool was_ready = is_ready(reads);
  page_rows_.put_off(reads, arena_, epoch_, was_ready);
  if (was_ready || arena_.states == nullptr) return;
  reads.each_line([&](const Row& row) {
    each_page(row, [&](std::size_t page) {
      if (whole_pages_.have(arena_, page, MemoryState::kComplete))
        page_rows_.note_ready(page, whole_pages_.now(arena_));
    });
    return true;
  });
}

void WorkerShadow::open_where_not_kept(const Sheet& rows, bool may_keep) {
  const auto look_at = [&](const Row& turn) {
    const bool is_kept = may_keep && PageRows::may_take(turn) && leaves_states(turn);
    each_page(turn, [&](std::size_t page) {
      if (arena_.touched[page] != 0) return;
      if (!is_kept || !page_rows_.is_compatible(arena_, page, turn, epoch_, block_epoch_, history_.blocks()))
        open_page(arena_, page);
    });
    return true;
  };
  rows.each_line([&](const Row& row) { return row.each_turn(look_at); });
}

/// What it leaves written is noted as one range, if it is not noted already.
bool WorkerShadow::leaves_states(const Row& row) const {
  if (!row.writes() || arena_.states == nullptr || row.is_dense()) return true;
  return all_have(bytes_of(arena_.states) + (row.extent.begin - arena_.cells.begin) / kWordBytes, row.extent.words(),
                  MemoryState::kComplete);
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
    return all_have(bytes_of(arena_.states) + (address - arena_.cells.begin) / kWordBytes,
                    Extent{address, bytes}.words(), wanted);
  };
  return row.each_turn([&](const Row& turn) {
    if ((turn.extent.bytes < kNear || turn.is_dense()) && all(turn.extent.begin, turn.extent.bytes)) return true;
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
    for (std::uint32_t word = 0; word < row.words_of_each(); ++word) {
      const std::uint64_t first = c[word].first;
      if (first - from < state.epoch_bits - from) continue;
      if (cell::epoch(c[word]) != epoch_) {
        if (first != cell::kWatched.first &&
            shared_rows_.is_written(address / kWordBytes * kWordBytes + word * kWordBytes))
          continue;
        return false;
      }
      if (cell::state(c[word]) == cell::kList) return false;
      if (row.writes() && !is_unwritten_by_others(c[word], thread)) return false;
    }
    return true;
  });
}

/// What the row has written is in memory. Not of words that are told one by one: unless `all`, there are some.
void WorkerShadow::note_values(const Row& row, bool all) {
  const std::size_t first = (row.extent.begin - arena_.cells.begin) / kWordBytes;
  const bool are_written = arena_.states == nullptr ||
                           ((row.extent.bytes < kNear || row.is_dense()) &&
                            all_have(bytes_of(arena_.states) + first, row.extent.words(), MemoryState::kComplete));
  const auto value_at = [&](std::uintptr_t address) {
    return reinterpret_cast<std::byte*>(arena_.values) + (address - arena_.cells.begin);
  };
  if (all && row.is_dense()) {
    std::memcpy(value_at(row.extent.begin), reinterpret_cast<const void*>(row.extent.begin), row.extent.bytes);
    if (are_written) return;
    const sim::BusySection busy;
    return arena_.memory->write(row.extent.begin, row.extent.bytes);
  }
  const auto copy_all = [&]<class Value>(Value value) {
    row.each([&](std::uintptr_t address, std::uint32_t) {
      std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
      std::memcpy(value_at(address), &value, sizeof value);
      return true;
    });
  };
  if (all && are_written && row.bytes == sizeof(std::uint32_t)) return copy_all(std::uint32_t{});
  if (all && are_written && row.bytes == sizeof(std::uint64_t)) return copy_all(std::uint64_t{});
  row.each([&](std::uintptr_t address, std::uint32_t) {
    const auto note = [&](std::uintptr_t at, std::uintptr_t bytes) {
      if (!all && arena_.touched[arena_.page_of(at)] != 0) return;
      std::memcpy(value_at(at), reinterpret_cast<const void*>(at), bytes);
      if (are_written) return;
      const sim::BusySection busy;
      arena_.memory->write(at, bytes);
    };
    for (std::uintptr_t at = address, left = row.bytes; left != 0;) {
      const std::uintptr_t of_page = arena_.address_of((arena_.page_of(at) + 1) * GlobalShadow::kPageWords) - at;
      const std::uintptr_t here = std::min(left, of_page);
      note(at, here);
      at += here;
      left -= here;
    }
    return true;
  });
}

/// Tells each word of the row; those of writes have been written. Not those of pages whose words are not known: an
/// element may lie in two pages.
void WorkerShadow::tell(const Row& row) {
  GlobalShadow* const global = row.is_shared ? nullptr : row.is_variable ? &module_ : &arena_;
  const ShadowRange& range = row.is_shared ? shared_ : global->cells;
  const sim::ThreadRank running = sim::current.thread;
  const auto tell_of = [&](std::uintptr_t address, std::uint32_t thread) {
    sim::current.thread = thread;
    const std::uint64_t access = access_state.epoch_bits | row.access_at(address) | thread;
    Cell* const c = &range.cell(address);
    const std::uintptr_t word = address / kWordBytes * kWordBytes;
    for (std::uint32_t i = 0; i < row.words_of_each(); ++i) {
      const std::uintptr_t at = word + i * kWordBytes;
      if (global == &arena_ && global->touched[global->page_of(at)] == 0) continue;
      tell_word(c[i], access, global, at);
    }
    return true;
  };
  // Of threads that all read the same: the two lowest, and the last, which decides whether all are of one warp. In
  // shared memory it matters to lanes which they are.
  const bool some_tell_all = row.thread_step == 0 && global != nullptr;
  const std::uint32_t last = row.first + row.threads - 1;
  const auto tell_of_all = [&](std::uintptr_t address, std::uint32_t thread) {
    tell_of(address, thread);
    if (some_tell_all && last > thread) tell_of(address, thread + 1);
    if (some_tell_all && last > thread + 1) tell_of(address, last);
    return true;
  };
  some_tell_all ? row.each_place(tell_of_all) : row.each(tell_of_all);
  sim::current.thread = running;
}

void WorkerShadow::tell_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t address) {
  const bool writes = (access & cell::tag(kWrites, 0)) != 0;
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
    const std::uint8_t written = cell::unpack_access(access).mask;  // As all writes of a cell that is no list.
    take_note(c, *global, *reinterpret_cast<const volatile std::uint32_t*>(address) & bits_of(written));
  }
}

void WorkerShadow::open_shared_rows() {
  if (repeated_.follows()) keep_repeated();
  repeated_.rest();
  access_state.pending.global = nullptr;
  shared_rows_.note_single();
  for (const Row& row : shared_rows_.take()) tell(row);
}

void WorkerShadow::end_shared_rows() {
  if (access_state.pending.global == &rows_marker) access_state.pending.global = nullptr;
  if (repeated_.follows()) {
    if (repeated_.interval_ends_next()) {
      repeated_.advance();
      return;
    }
    part_from_repeated();
  }
  for (const Row& row : shared_rows_.end_interval()) tell(row);
  repeated_.note_interval_end();
}

/// In an interval that begins: the first single access is to be heard of.
void WorkerShadow::begin_shared_rows() {
  const bool is_heard = uses_rows_ && listener_ == nullptr && ordered_ == nullptr;
  shared_rows_.begin_interval(is_heard);
  if (is_heard) access_state.pending = kRowsAreKept;
}

}  // namespace fencepost::detector
