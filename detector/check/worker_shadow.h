// The shadow memory of one worker: who accessed what in the current interval, and what earlier blocks of the launch
// did.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "detector/check/access_listener.h"
#include "detector/check/memory_check.h"
#include "detector/order/ordered_log.h"
#include "detector/shadow/access_state.h"
#include "detector/shadow/block_epochs.h"
#include "detector/shadow/footprint.h"
#include "detector/shadow/history.h"
#include "detector/shadow/interval_log.h"
#include "detector/shadow/race_log.h"

namespace fencepost::detector {

/// The shadow of one range of global memory: cells for the current interval, and per word the head of its history.
/// Backed by memory only where touched: 4 bytes per byte, one more where plain writes go, one more where several
/// intervals or blocks meet. Thread safety: as WorkerShadow, but that a worker that claims a page changes `modes` of
/// the one that had it, and `writers`, under a lock (write_window.cpp).
struct GlobalShadow {
  ShadowRange cells;
  std::uint32_t* heads = nullptr;   ///< Of History lists; valid for the current launch only.
  std::uint32_t* values = nullptr;  ///< What was written to a word last; valid where its cell says so.
  MemoryState* memory = nullptr;    ///< Who owns it, and what was written; null: not checked.
  const std::atomic<std::uint8_t>* states = nullptr;  ///< Its states, by word.
  std::uint8_t* touched = nullptr;                    ///< One per page: some cell was touched in the current launch.
  std::vector<std::uint32_t> touched_pages;

  /// How the worker writes to a page in the current launch; another one may take kAlone away.
  enum Mode : std::uint8_t { kNotYet, kAlone, kWithOthers };
  std::atomic<std::uint8_t>* modes = nullptr;
  std::uint32_t* writers = nullptr;  ///< All workers': by page, who writes to it in the current launch; 0: nobody yet.

  /// Set in `heads` for a word that is in the contested list already.
  static constexpr std::uint32_t kContested = std::uint32_t{1} << 31;
  static constexpr std::size_t kPageWords = 1024;  ///< A page here is 4 KiB of device memory.
  /// Says which range it is of.
  void set_range(std::uintptr_t begin, std::size_t bytes);
  /// Reserves its memory. `shared_writers`: of another worker's shadow of the same range; null: there is none.
  void reserve(std::uint32_t* shared_writers);
  [[nodiscard]] bool is_reserved() const { return heads != nullptr; }
  [[nodiscard]] std::size_t word_of(const Cell& cell) const { return static_cast<std::size_t>(&cell - cells.cells); }
  [[nodiscard]] std::size_t page_of(std::uintptr_t address) const {
    return (address - cells.begin) / kWordBytes / kPageWords;
  }
  [[nodiscard]] bool owns(std::size_t page) const { return modes[page].load(std::memory_order_relaxed) == kAlone; }
  [[nodiscard]] std::uintptr_t address_of(std::size_t word) const { return cells.begin + word * kWordBytes; }
  [[nodiscard]] bool is_complete(const Cell& cell) const {
    return states[word_of(cell)].load(std::memory_order_relaxed) == MemoryState::kComplete;
  }
  [[gnu::always_inline]] void touch(std::size_t word) {
    std::uint8_t& mark = touched[word / kPageWords];
    if (mark == 0) {
      mark = 1;
      touched_pages.push_back(static_cast<std::uint32_t>(word / kPageWords));
    }
  }
};

/// Thread safety: used by its own OS thread while blocks run; by the host thread between launches.
///
/// Invariants:
///  1. A cell belongs to the current interval if its epoch is the current one. Epochs only grow; one is never reused
///     while a cell may still carry it.
///  2. A global cell whose epoch is older, but of this launch, holds accesses that its history does not have yet.
///  3. Lists live until the end of their interval only; then global ones are in the history and their cell is empty.
class WorkerShadow {
 public:
  WorkerShadow();

  /// The calling OS thread's; registered for all().
  static WorkerShadow& of_this_thread();
  static std::vector<WorkerShadow*> all();

  void begin_launch();
  /// `listener`: hears of each access of the block; may be null.
  /// `ordered`: takes the place of the shadow memory for this block; may be null.
  void begin_block(std::uint64_t block, std::size_t dynamic_shared_bytes = 0,
                   std::unique_ptr<BlockListener> listener = nullptr, std::unique_ptr<OrderedBlock> ordered = nullptr);
  /// The running block gets another listener, which may tell the one that it had: `make(that one)`.
  template <class Make>
  void listen_through(Make make) {
    listener_ = make(std::move(listener_));
    access_state.listener = listener_.get();
    access_state.shared.bytes = access_state.arena.bytes = 0;
  }
  /// Judges the interval that ends at `barrier_pc` (null: the kernel's exit) and begins the next.
  void end_interval(const void* barrier_pc);
  void end_block();
  /// After the last block: races between blocks, also of different workers. Then forgets the launch.
  /// `racy_words`: where races were found, as addresses / 4, for FaultLog::end() of global memory.
  static void end_launch(RaceLog& result, FaultLog& faults, std::unordered_set<std::uint64_t>& racy_words);

  /// Before end_launch(): adds to `result` what the launch accessed in global memory, or only in memory that the host
  /// sees, too. `threads`: of a block.
  static void add_footprint(bool host_visible_only, std::uint32_t threads, Footprint& result);

  /// The values of plain writes to global memory decide whether writers of different blocks wrote the same. They are in
  /// memory at the first event after the write. From its announcement to its settling, the write's window, no other
  /// worker writes to the same words: it waits at its own announcement. A worker has one window at a time.
  void announce_write(GlobalShadow& global, std::uintptr_t address, std::size_t bytes) {
    access_state.pending = {&global, address, bytes, false};
    std::atomic_signal_fence(std::memory_order_seq_cst);  // Who owns the page is looked at afterwards.
    const std::size_t page = global.page_of(address);
    if (page != global.page_of(address + bytes - 1) || !global.owns(page)) announce_shared_write();
  }
  /// Takes note of what the write left, and closes its window.
  void settle(const PendingWrite&);
  /// The same of a write to one word that nothing else has accessed in this interval. False if it is not such a one:
  /// nothing has been done then.
  bool settle_lone_write(const PendingWrite& write) {
    if (write.bytes != kWordBytes || write.address % kWordBytes != 0 || write.locked) return false;
    GlobalShadow& global = *write.global;
    Cell& c = global.cells.cell(write.address);
    if (!cell::is_one_write(c, access_state.epoch_bits)) return false;
    global.values[global.word_of(c)] = *reinterpret_cast<const volatile std::uint32_t*>(write.address);
    c.second |= cell::kHasValue;
    close_window();
    return true;
  }

  /// One access by the running thread to bytes of one word. The cell is not of the form the fast path handles.
  /// `whole`: what the word is a part of; null: the access touches no other word.
  void access_word(Cell& cell, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address,
                   WholeAccess* whole);

  /// The same if all bytes of the word are somebody's and written, or were looked at in this interval. Else false, and
  /// nothing is done.
  bool access_complete_word(Cell& cell, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address);

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

  /// Accesses checked by all workers so far, in blocks that have ended. When no block runs.
  static std::uint64_t accesses_checked();

  GlobalShadow& arena() { return arena_; }
  GlobalShadow& module() { return module_; }
  [[nodiscard]] std::uint32_t interval() const { return interval_; }
  [[nodiscard]] Instance instance(std::uint32_t thread) const { return {block_, interval_, thread}; }
  RaceLog& races() { return races_; }
  [[nodiscard]] const ShadowRange& shared() const { return shared_; }

 private:
  void next_epoch();
  void restart_epochs();
  void fold(GlobalShadow&, std::size_t word);
  [[nodiscard]] bool adds_nothing_to_history(std::uint32_t head, const Entry&, std::uint64_t block) const;
  void remember(GlobalShadow&, std::size_t word, const ListEntry&, const Instance& where);
  void fold_pending(GlobalShadow&);
  void fold_page(GlobalShadow&, std::size_t page);
  void fold_if_pending(GlobalShadow&, std::size_t word);
  /// The cell holds accesses of this launch that its word's history does not have yet.
  [[nodiscard]] bool is_pending(const Cell& c) const {
    return cell::epoch(c) >= launch_first_epoch_ && cell::state(c) != cell::kList;
  }
  [[nodiscard]] bool has_accesses(const GlobalShadow& global, std::size_t word) const;
  [[nodiscard]] bool has_writes(const GlobalShadow& global, std::size_t word) const;
  void collect(const GlobalShadow&, std::size_t word, PastEntries& entries) const;
  void forget_launch();
  void judge(const EntryList&, const void* barrier_pc);
  template <class Visit>
  void each_access(const GlobalShadow&, std::size_t word, Visit visit) const;
  /// The first access of an interval need not be looked at: all bytes of the word are somebody's and written.
  [[nodiscard]] bool is_complete(const Cell& c, const GlobalShadow* global, std::uint64_t access) const {
    if (global != nullptr) return global->states == nullptr || global->is_complete(c);
    return cell::was_touched(c, cell::fills_word(access) ? 0 : access_state.block_bits, access_state.epoch_bits);
  }
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

  void reserve_global();

  static void close_window() { std::atomic_ref(access_state.pending.global).store(nullptr, std::memory_order_release); }
  // write_window.cpp
  void announce_shared_write();
  void claim_page(GlobalShadow&, std::size_t page);
  void unlock_words();

  std::uint32_t number_ = 0;               ///< From 1; its place in all().
  const PendingWrite* pending_ = nullptr;  ///< In the access state of the own OS thread.
  std::uint64_t accesses_ = 0;
  ShadowRange shared_;
  GlobalShadow arena_;
  GlobalShadow module_;

  std::uint64_t epoch_ = 0;
  std::uint64_t launch_first_epoch_ = 1;
  BlockEpochs blocks_;  ///< Of this launch.
  std::uint64_t block_ = 0;
  std::uint32_t interval_ = 0;
  const void* interval_begin_ = nullptr;

  IntervalLog log_;
  History history_;
  std::vector<std::size_t> words_with_history_[2];  ///< By range: arena, module.
  std::vector<std::size_t> contested_[2];           ///< Words on which two blocks conflict; may repeat.
  RaceLog races_;
  std::unique_ptr<MemoryCheck> memory_;      ///< Null: not checked.
  std::unique_ptr<BlockListener> listener_;  ///< Of the running block.
  std::unique_ptr<OrderedBlock> ordered_;    ///< Likewise.
};

}  // namespace fencepost::detector
