// The shadow memory of one worker: who accessed what in the current interval.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "detector/order/ordered_log.h"
#include "detector/rows/page_rows.h"
#include "detector/rows/repeated_rows.h"
#include "detector/rows/rows.h"
#include "detector/rows/shared_rows.h"
#include "detector/shadow/access_sets.h"
#include "detector/shadow/access_state.h"
#include "detector/shadow/footprint.h"
#include "detector/shadow/global_shadow.h"
#include "detector/shadow/interval_log.h"
#include "detector/shadow/race_log.h"
#include "detector/worker/access_listener.h"
#include "detector/worker/first_reads.h"
#include "detector/worker/launch_history.h"
#include "detector/worker/memory_check.h"
#include "detector/worker/quiet_pages.h"
#include "detector/worker/whole_pages.h"
#include "detector/worker/write_window.h"

namespace fencepost::detector {

/// In AccessState::pending: there are rows of accesses to shared memory that cells do not know of; the next access that
/// is told by itself is to know of them.
extern GlobalShadow rows_marker;

/// Thread safety: used by its own OS thread while blocks run; by the host thread between launches.
///
/// Invariants:
///  1. A cell belongs to the current interval if its epoch is the current one. Epochs only grow; one is never reused
///     while a cell may still carry it.
///  2. A global cell whose epoch is older, but of this launch, holds accesses that its history does not have yet
///     (launch_history.h).
///  3. Lists live until the end of their interval only; then global ones are in the history and their cell is empty.
class WorkerShadow {
 public:
  WorkerShadow();

  /// The calling OS thread's; registered for all(). One whose thread has ended goes on for the next.
  static WorkerShadow& of_this_thread();
  static std::vector<WorkerShadow*> all();
  /// Those that the running launch may use: not those with a block under way of another one, which is in its middle.
  static std::vector<WorkerShadow*> of_launch();
  /// The launch with this number, which was running, comes to its middle: others run. It goes on.
  static void set_aside(std::uint64_t launch);
  static void resume(std::uint64_t launch);

  /// The device of the launch that begins. Not while a kernel runs.
  static void set_device(sim::DeviceNumber);
  void begin_launch();
  /// `listener`: hears of each access of the block; may be null.
  /// `ordered`: takes the place of the shadow memory for this block; may be null.
  void begin_block(std::uint64_t block, const SharedObjects& objects = {},
                   std::unique_ptr<BlockListener> listener = nullptr, std::unique_ptr<OrderedBlock> ordered = nullptr);
  /// The running block gets another listener, which may tell the one that it had: `make(that one)`.
  template <class Make>
  void listen_through(Make make) {
    listener_ = make(std::move(listener_));
    access_state.listener = listener_.get();
    access_state.shared.bytes = access_state.arena.bytes = 0;
  }
  /// The same of a block that is not checked but for its bounds: only check_bounds(), skip_interval() and end_block()
  /// are to be called for it.
  void begin_unchecked_block(std::uint64_t block, const SharedObjects& objects);
  /// It passes a barrier.
  void skip_interval() { ++interval_; }
  /// Judges the interval that ends at `barrier_pc` (null: the kernel's exit) and begins the next.
  void end_interval(const void* barrier_pc);
  void end_block();
  /// After the last block: races between blocks, also of different workers. Then forgets the launch.
  /// `racy_words`: where races were found, as addresses / 4, for FaultLog::end() of global memory.
  static void end_launch(RaceLog& result, FaultLog& faults, std::unordered_set<std::uint64_t>& racy_words);

  /// Before end_launch(): adds to `result` what the launch accessed in global memory, or only in memory that the host
  /// sees, too. `threads`: of a block.
  static void add_footprint(bool host_visible_only, std::uint32_t threads, Footprint& result);

  /// A plain write to global memory comes: see WriteWindow.
  void announce_write(GlobalShadow& global, std::uintptr_t address, std::size_t bytes) {
    window_.open(global, address, bytes);
  }
  /// A write to that word comes that is not announced.
  void note_strong_write(GlobalShadow& global, std::size_t word) {
    if (global.note_strong_write(word) && &global == &arena_)
      QuietPages::instance().note_write(word / GlobalShadow::kPageWords);
  }
  /// The same of one that is kept by OrderedBlock.
  void note_ordered_write(std::uintptr_t address, std::size_t bytes) {
    const std::size_t last = arena_.page_of(address + bytes - 1);
    for (std::size_t page = arena_.page_of(address); page <= last; ++page) QuietPages::instance().note_write(page);
  }
  /// The bytes are of device memory that the launch only reads (QuietPages): nothing is to be noted of a read.
  [[nodiscard]] bool is_quiet(std::uintptr_t address, std::size_t bytes) {
    const std::size_t last = arena_.page_of(address + bytes - 1);
    for (std::size_t page = arena_.page_of(address); page <= last; ++page) {
      if (!is_quiet_page(quiet_, page)) return false;
    }
    return true;
  }
  /// A plain read by the running thread of device memory that the launch only reads, and whose reads are noted in
  /// short. False: it is none, and nothing is noted.
  bool note_first_read(std::uintptr_t address, std::size_t bytes, SiteId site);
  /// The write that was announced last does not happen: its thread has failed. Closes its window.
  void forget_write() {
    stop_rows();
    if (access_state.pending.global == &rows_marker) return open_shared_rows();
    if (access_state.pending.global != nullptr) window_.close();
    WriteWindow::close_rows();
    window_.unlock_rows();
  }

  /// The running threads are to make the accesses of these rows, and no other but to their own variables; or, if none
  /// of the rows writes, others that are told one by one. Takes note of the reads. False if all are to be told one by
  /// one: nothing is noted then.
  [[nodiscard]] bool begin_rows(std::span<Sheet> rows);
  /// Before that: of `rows`, those to shared memory are what the block before told here (RepeatedRows). They are not to
  /// be among the sheets that are begun; when those are, repeat_rows() is to be called, else note_rows().
  [[nodiscard]] bool are_repeated(std::span<const AccessRow> rows, const RowThreads& threads);
  void repeat_rows();
  /// `sheets`: of all that are told.
  void note_rows(std::span<const AccessRow> rows, const RowThreads& threads, std::span<const Sheet> sheets) {
    repeated_.note(rows, threads, sheets);
  }
  /// They have been made: takes note of the writes. The same rows.
  void end_rows(std::span<const Sheet> rows);
  /// All that the row accesses is somebody's: shared or device memory's. For blocks that are not checked.
  [[nodiscard]] bool owns(const Row& row) const;
  /// The same of what lies there, if it is one array's; may be false where it is. For one device.
  [[nodiscard]] bool owns_in_array(const Extent& extent);
  /// What the address lies in, all of which such a block's kernel may read and, if it `writes`, write: an allocation, or
  /// a variable of the program's. Of 0 bytes where that is not known.
  [[nodiscard]] Extent array_around(std::uintptr_t address, bool writes);
  /// The same of a row of a variable.
  [[nodiscard]] bool owns_of_variable(const Row& row) const;
  /// So many accesses that were told in rows will be told once more, and count then.
  void count_again(std::uint64_t accesses);
  /// All threads have made the accesses of the rows that were begun last: if one fails from now on, none is made again.
  void forget_rows() { begun_ = {}; }
  /// Single accesses come: cells are to know of the interval's rows.
  void open_shared_rows();

  /// Takes note of what the write left, and closes its window.
  void settle(const PendingWrite&);
  /// The same of a write to whole words. False if it is not such a one: settle() is to be called.
  bool settle_whole_words(const PendingWrite& write) {
    if ((write.bytes | write.address) % kWordBytes != 0 || write.locked) return false;
    GlobalShadow& global = *write.global;
    Cell* const first = &global.cells.cell(write.address);
    for (Cell* c = first; c != first + write.bytes / kWordBytes; ++c) {
      if (cell::epoch(*c) != epoch_) return false;
      if (cell::state(*c) == cell::kList) {
        IntervalLog::settle_last_write(log_[cell::list_number(*c)]);
        continue;
      }
      // All its writes have the same mask, thus all bytes.
      take_note(*c, global, reinterpret_cast<const volatile std::uint32_t*>(write.address)[c - first]);
    }
    WriteWindow::close_unlocked();
    return true;
  }

  /// One access by the running thread to bytes of one word. The cell is not of the form the fast path handles.
  /// `whole`: what the word is a part of; null: the access touches no other word.
  void access_word(Cell& cell, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address,
                   WholeAccess* whole);

  /// The same if all bytes of the word are somebody's and written, or were looked at in this interval. Else false, and
  /// nothing is done.
  bool access_complete_word(Cell& cell, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address);

  /// One access to a word of shared or device memory: done if it was met before, of a thread that has the word for
  /// itself, or lately, where the word has a list; else false.
  bool access_as_before(Cell& c, std::uint64_t access) {
    if (cell::state(c) != cell::kList) return sets_.add_as_before(c, access);
    if (cell::epoch(c) != epoch_ || !log_.add_again(cell::list_number(c), access)) return false;
    c.first = access;
    return true;
  }

  /// The range, of device memory, belongs to nobody from now on: what was said of its words in this interval is void.
  void forget_owner(std::uintptr_t address, std::size_t bytes);
  /// An access whose address is not a multiple of its size.
  void misaligned(const WholeAccess& whole, unsigned kind, SiteId site, const GlobalShadow* global);
  /// An access to `variable`, of `bytes` from its `offset` on, which is not in it.
  void outside_local(const LocalVariable& variable, std::uint64_t offset, std::size_t bytes, unsigned kind,
                     SiteId site);
  /// An access to memory that kernels may not use so.
  void invalid_address(const WholeAccess& whole, unsigned kind, SiteId site);
  /// A virtual call of an object that the host constructed.
  void host_vtable(const WholeAccess&, SiteId);
  /// As much of `whole`, an access of `kind`, as the memory check lets through, as one range: [first, second). For
  /// blocks that do not use the cells.
  std::pair<std::uintptr_t, std::uintptr_t> check_memory(WholeAccess& whole, unsigned kind, SiteId site,
                                                         GlobalShadow* global);

  /// All bytes are an object's, or nobody wants to know. `global`: null for shared memory.
  [[nodiscard]] bool is_owned(std::uintptr_t address, std::size_t bytes, const GlobalShadow* global) const;
  /// What an object owns of the range counts as written: of a bit-field's word, before the bit-field is stored.
  void take_for_written(std::uintptr_t address, std::size_t bytes, GlobalShadow* global);
  /// Notes the bytes that are not.
  void check_bounds(const WholeAccess&, unsigned kind, SiteId site, GlobalShadow* global);

  /// Accesses checked by all workers so far, in blocks that have ended. Any thread.
  static std::uint64_t accesses_checked();
  /// How many of them were told in rows, whose words nobody looked at. Any thread.
  static std::uint64_t accesses_in_rows();

  GlobalShadow& arena() { return arena_; }
  GlobalShadow& module() { return module_; }
  [[nodiscard]] std::uint32_t interval() const { return interval_; }
  [[nodiscard]] Instance instance(std::uint32_t thread) const { return {block_, interval_, thread}; }
  RaceLog& races() { return races_; }
  [[nodiscard]] const ShadowRange& shared() const { return shared_; }

 private:
  /// The value that a write, of those of a cell that is no list, has left.
  static void take_note(Cell& c, GlobalShadow& global, std::uint32_t value) {
    std::uint32_t& known = global.values[global.word_of(c)];
    if ((c.second & cell::kHasValue) != 0 && known != value) c.second |= cell::kValuesDiffer;
    c.second |= cell::kHasValue;
    known = value;
  }
  void next_epoch();
  void restart_epochs();
  void forget_launch();
  void judge(const EntryList&, const void* barrier_pc);
  /// The first access of an interval need not be looked at: all bytes of the word are somebody's and written.
  [[nodiscard]] bool is_complete(const Cell& c, const GlobalShadow* global, std::uint64_t access) const {
    if (global != nullptr) return global->states == nullptr || global->is_complete(c);
    return cell::was_touched(c, cell::fills_word(access) ? 0 : access_state.block_bits, access_state.epoch_bits) ||
           (c.first != cell::kWatched.first &&
            shared_rows_.is_written(shared_.begin + static_cast<std::size_t>(&c - shared_.cells) * kWordBytes));
  }

  [[nodiscard]] bool is_quiet_page(QuietPages::States states, std::size_t page) {
    std::atomic<std::uint8_t>& state = states[page];
    const std::uint8_t known = state.load(std::memory_order_relaxed);
    if (known != QuietPages::kMayBeQuiet) return known == QuietPages::kIsQuiet;
    if (arena_.states != nullptr) {
      if (!whole_pages_.is_reserved()) whole_pages_.reserve(arena_);
      if (!whole_pages_.have(arena_, page, MemoryState::kComplete)) return false;
    }
    state.store(QuietPages::kIsQuiet, std::memory_order_relaxed);
    return true;
  }

  // Of rows: told_rows.cpp.
  [[nodiscard]] bool is_quiet(const Sheet& rows);
  [[nodiscard]] bool may_tell_by_word(const Row& row) const;
  [[nodiscard]] bool are_states_fit(const Row& row);
  [[nodiscard]] bool leaves_states(const Row& row) const;
  [[nodiscard]] bool take_shared_rows(std::span<const Sheet> rows);
  [[nodiscard]] bool take_global_rows(std::span<Sheet> rows);
  [[nodiscard]] bool is_ready(const Sheet& rows);
  void put_off(const Sheet& reads);
  void open_where_not_kept(const Sheet& rows, bool may_keep);
  [[nodiscard]] bool open_row_window(std::span<const Sheet> rows);
  template <class EachWrite, class OwnsPages>
  bool lock_what_others_write(EachWrite each_write, OwnsPages owns_pages_of);
  void take(const Sheet& rows);
  void take_global(const Row& row);
  [[nodiscard]] bool is_written_variable(const Row& row) const;
  void note_values(const Row& row, bool all);
  void tell(const Row& row);
  void tell_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t address);
  /// Calls `visit(page)` for the pages of the row: between the first and the last if it is no longer than rows that are
  /// kept, or accesses something of each, else those that it accesses, some more than once.
  template <class Visit>
  void each_page(const Row& row, Visit visit) {
    constexpr std::int64_t kPageBytes = GlobalShadow::kPageWords * kWordBytes;
    const bool accesses_all = row.turns == 1 && row.thread_step >= -kPageBytes && row.thread_step <= kPageBytes;
    if (row.extent.bytes > PageRows::kLargest && !accesses_all) {
      row.each_place([&](std::uintptr_t address, std::uint32_t) {
        const std::size_t last = arena_.page_of(address + row.bytes - 1);
        for (std::size_t page = arena_.page_of(address); page <= last; ++page) visit(page);
        return true;
      });
      return;
    }
    const std::size_t last = arena_.page_of(row.extent.end() - 1);
    for (std::size_t page = arena_.page_of(row.extent.begin); page <= last; ++page) visit(page);
  }
  void begin_shared_rows();
  void end_shared_rows();
  void keep_repeated();
  void part_from_repeated();
  void open_page(GlobalShadow& global, std::size_t page);
  void open_pages(const Extent& extent);
  void open_all_pages();
  void open_word(std::size_t word, std::span<const std::pair<std::uint64_t, Entry>> accesses);
  void open_accesses(std::size_t word, std::uint64_t epoch, std::span<const Entry> accesses);
  bool is_apart_from(WorkerShadow& other, std::size_t page);
  static void open_pages_of_several(const std::vector<WorkerShadow*>& workers);

  /// Of a word that is complete, or was looked at.
  void first_access_to_word(Cell& c, std::uint64_t access, GlobalShadow* global);
  void further_access_to_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address);
  /// Looks at the memory before the access enters the cell.
  void access_watched_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address,
                           WholeAccess* whole);
  [[nodiscard]] CheckedAccess checked_access(const WholeAccess& whole, unsigned kind, SiteId site) const;
  CheckedWord check_memory_of_word(WholeAccess& whole, unsigned kind, SiteId site, GlobalShadow* global,
                                   std::uintptr_t word, unsigned mask);
  [[nodiscard]] bool any_written(std::uintptr_t address, std::size_t bytes, const GlobalShadow* global);
  std::uint32_t to_list(Cell&, std::uintptr_t word_address, GlobalShadow*);

  static void make_for_this_thread();
  /// It becomes the calling OS thread's.
  void enter_thread();
  void reserve_global();
  void open_window();
  void begin_first_reads();
  static void add_first_reads(const std::vector<WorkerShadow*>& workers, Footprint& result);

  std::atomic<std::uint64_t> accesses_ = 0;  ///< In blocks that have ended. Written by its own thread, read by any.
  std::atomic<std::uint64_t> accesses_in_rows_ = 0;  ///< Likewise.
  /// Threads that are about to make accesses in rows.
  struct BegunRows {
    sim::ThreadRank first = 0;
    std::uint32_t threads = 0;
    std::uint64_t of_each = 0;  ///< Accesses of each.
  };
  /// The running thread ends before others of such rows.
  void stop_rows();

  BegunRows begun_;
  std::vector<std::uint64_t> words_to_lock_;  ///< Of rows that are about to be made.
  std::uint64_t rows_of_block_ = 0;           ///< The same of the running block.
  ShadowRange shared_;
  GlobalShadow arena_;
  std::size_t window_word_ = 0;  ///< In it, the first word of AccessState::arena.
  GlobalShadow module_;

  std::uint64_t epoch_ = 0;
  bool in_block_ = false;
  std::uint64_t set_aside_ = 0;  ///< The launch whose block is under way here, while others run; 0: none.
  std::uint64_t block_ = 0;
  std::uint64_t block_epoch_ = 0;  ///< Of the block's first interval, or the first since epochs were counted anew.
  std::uint32_t interval_ = 0;
  const void* interval_begin_ = nullptr;

  IntervalLog log_;
  AccessSets sets_;  ///< Of cells of the current launch.
  LaunchHistory history_{arena_, module_, sets_};
  WriteWindow window_{arena_, module_};
  SharedRows shared_rows_{shared_};
  RepeatedRows repeated_;              ///< While it follows, shared_rows_ knows of nothing in the block.
  std::uint64_t repeated_writes_ = 0;  ///< Of rows that are under way.
  PageRows page_rows_;
  WholePages whole_pages_;    ///< Of the arena.
  KnownArrays known_arrays_;  ///< Likewise.
  QuietPages::States quiet_ = nullptr;
  QuietPages::States noted_ = nullptr;  ///< Null: none is.
  FirstReads first_reads_;
  bool uses_rows_ = false;  ///< In this launch so far, or in the one before.
  bool used_rows_ = false;  ///< In this launch.
  std::uint64_t row_serial_ = 0;
  bool keeps_shared_ = false;  ///< The rows to shared memory that are under way.
  static constexpr SharedObjects kNoObjects{~std::size_t{0}, nullptr};
  SharedObjects objects_ = kNoObjects;  ///< Of the last block.
  RaceLog races_;
  std::unique_ptr<MemoryCheck> memory_;      ///< Null: not checked.
  std::unique_ptr<BlockListener> listener_;  ///< Of the running block.
  std::unique_ptr<OrderedBlock> ordered_;    ///< Likewise.
};

}  // namespace fencepost::detector
