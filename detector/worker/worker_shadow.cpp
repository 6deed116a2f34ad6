#include "detector/worker/worker_shadow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <mutex>
#include <utility>

#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"
#include "sim/engine/memory/peers.h"
#include "sim/interface/config.h"
#include "sim/interface/current.h"
#include "sim/os/image.h"

namespace fencepost::detector {

namespace {

std::mutex registry_mutex;
std::atomic<sim::DeviceNumber> device_of_launch = 0;

/// Of OS threads that have ended: programs may launch each kernel from a thread of its own, and addresses for shadow
/// memory would run out. Under registry_mutex. Never destroyed.
std::vector<WorkerShadow*>& resting() {
  static auto& instance = *new std::vector<WorkerShadow*>;
  return instance;
}

/// Never destroyed: the report is written after the destructors of static objects.
std::vector<WorkerShadow*>& registry() {
  static auto& instance = *new std::vector<WorkerShadow*>;
  return instance;
}

}  // namespace

WorkerShadow::WorkerShadow() {
  const sim::Image& image = sim::own_image();
  shared_ = {0, image.tls_bytes, reserve_zeroed_array<Cell>(image.tls_bytes / kWordBytes + 1)};
  arena_.set_range(sim::Arena::instance().begin(), sim::Arena::instance().end() - sim::Arena::instance().begin());
  module_.set_range(image.data_begin, image.data_end - image.data_begin);
  if (memory_checks().any()) {
    memory_ = std::make_unique<MemoryCheck>(shared_);
    shared_rows_.know_owned_bytes(memory_->shared_owned_bytes());
    arena_.memory = &MemoryState::of_arena();
    module_.memory = &MemoryState::of_variables();
    for (GlobalShadow* global : {&arena_, &module_}) global->states = global->memory->states();
  }
  enter_thread();
  const std::scoped_lock lock(registry_mutex);
  registry().push_back(this);
}

/// What it keeps of the blocks before is by offset in the thread's variables, or is forgotten.
void WorkerShadow::enter_thread() {
  assert(!in_block_ && "no thread ends in the middle of a block");
  shared_.begin = sim::own_thread_variables();
  objects_ = kNoObjects;
  window_.enter_thread();
  access_state = {.epoch_bits = 0,
                  .block_bits = 0,
                  .accesses = 0,
                  .sites = Sites::instance().table(),
                  .shared = shared_,
                  .pending = {},
                  .arena = arena_.cells,
                  .module = module_.cells,
                  .worker = this};
  if (!arena_.is_reserved()) return;
  access_state.arena_shadow = &arena_;
  open_window();
}

WorkerShadow& WorkerShadow::of_this_thread() {
  // Never destroyed: the last report is written when the worker threads may be gone.
  if (access_state.worker == nullptr) make_for_this_thread();
  return *access_state.worker;
}

void WorkerShadow::make_for_this_thread() {
  struct AtEnd {
    ~AtEnd() {
      access_state.worker->window_.leave_thread();
      const std::scoped_lock lock(registry_mutex);
      resting().push_back(std::exchange(access_state.worker, nullptr));
    }
  };
  WorkerShadow* worker = nullptr;
  {
    const std::scoped_lock lock(registry_mutex);
    if (!resting().empty()) {
      worker = resting().back();
      resting().pop_back();
    }
  }
  if (worker == nullptr) {
    new WorkerShadow;  // NOLINT: registers itself
  } else {
    worker->enter_thread();
  }
  static thread_local const AtEnd at_end;
}

std::vector<WorkerShadow*> WorkerShadow::all() {
  const std::scoped_lock lock(registry_mutex);
  return registry();
}

std::vector<WorkerShadow*> WorkerShadow::of_launch() {
  std::vector<WorkerShadow*> workers = all();
  std::erase_if(workers, [](const WorkerShadow* worker) { return worker->set_aside_ != 0; });
  return workers;
}

void WorkerShadow::set_aside(std::uint64_t launch) {
  for (WorkerShadow* const worker : of_launch()) {
    if (worker->in_block_) worker->set_aside_ = launch;
  }
}

void WorkerShadow::resume(std::uint64_t launch) {
  for (WorkerShadow* const worker : all()) {
    if (worker->set_aside_ == launch) worker->set_aside_ = 0;
  }
}

std::uint64_t WorkerShadow::accesses_checked() {
  std::uint64_t sum = 0;
  for (const WorkerShadow* worker : all()) sum += worker->accesses_.load(std::memory_order_relaxed);
  return sum;
}

std::uint64_t WorkerShadow::accesses_in_rows() {
  std::uint64_t sum = 0;
  for (const WorkerShadow* worker : all()) sum += worker->accesses_in_rows_.load(std::memory_order_relaxed);
  return sum;
}

void WorkerShadow::reserve_global() {
  const std::scoped_lock lock(registry_mutex);
  const auto first = std::ranges::find_if(registry(), [](const WorkerShadow* w) { return w->arena_.is_reserved(); });
  const bool is_first = first == registry().end();
  arena_.reserve(is_first ? nullptr : (*first)->arena_.writers);
  page_rows_.reserve(arena_);
  if (!whole_pages_.is_reserved()) whole_pages_.reserve(arena_);
  module_.reserve(is_first ? nullptr : (*first)->module_.writers);
  access_state.module = module_.cells;
  access_state.arena_shadow = &arena_;
  open_window();
}

/// What callbacks and kernels check themselves is memory that the running kernel's device may access.
void WorkerShadow::open_window() {
  ShadowRange window = arena_.cells;
  if (sim::device_count() > 1) {
    const sim::ReachedRange reached = sim::surely_reached(device_of_launch.load(std::memory_order_relaxed));
    window = {reached.begin, reached.bytes, &arena_.cells.cell(reached.begin)};
  }
  window_word_ = arena_.word_of(*window.cells);
  const std::size_t page = window_word_ / GlobalShadow::kPageWords;
  const auto* const states = arena_.states == nullptr ? nullptr : arena_.states + window_word_;
  access_state.arena = window;
  access_state.states = states;
  access_state.touched = arena_.touched + page;
  access_state.values = arena_.values + window_word_;
  access_state.past = arena_.past + window_word_;
  access_state.modes = arena_.modes + page;
  if (memory_checks().bounds) access_state.owned = {window.begin, window.bytes, states};
}

void WorkerShadow::set_device(sim::DeviceNumber device) { device_of_launch.store(device, std::memory_order_relaxed); }

void WorkerShadow::begin_launch() {
  assert(listener_ == nullptr && ordered_ == nullptr && "no block of the launch before is running");
  history_.begin_launch(epoch_ + 1);
  first_reads_.begin_launch();
  uses_rows_ = std::exchange(used_rows_, false);
  whole_pages_.begin_launch();
}

void WorkerShadow::begin_block(std::uint64_t block, const SharedObjects& objects,
                               std::unique_ptr<BlockListener> listener, std::unique_ptr<OrderedBlock> ordered) {
  assert(access_state.worker == this && access_state.pending.global == nullptr);
  assert(listener_ == nullptr && ordered_ == nullptr && log_.empty() && "the block before has ended");
  in_block_ = true;
  listener_ = std::move(listener);
  ordered_ = std::move(ordered);
  block_ = block;
  // Blocks that wait for each other take many OS threads, all of them ordered: addresses would run out.
  if (ordered_ == nullptr && !arena_.is_reserved()) reserve_global();
  if (arena_.is_reserved() && sim::device_count() > 1) open_window();
  quiet_ = QuietPages::instance().quiet();
  access_state.quiet = quiet_ + window_word_ / GlobalShadow::kPageWords;
  begin_first_reads();
  access_state.listener = listener_.get();
  access_state.ordered = ordered_.get();
  if (listener_ != nullptr || ordered_ != nullptr) access_state.shared.bytes = access_state.arena.bytes = 0;
  interval_ = 0;
  interval_begin_ = nullptr;
  next_epoch();
  access_state.launch_bits = history_.first_epoch() << cell::kEpochShift;
  history_.begin_block(epoch_, block);
  block_epoch_ = epoch_;
  access_state.past_differs = history_.ascends() ? 0 : std::uint64_t{1} << 63;
  if (memory_ != nullptr) memory_->begin_block(objects);
  access_state.block_bits = memory_checks().written ? access_state.epoch_bits : 0;
  const bool same_objects = std::exchange(objects_, objects) == objects;
  shared_rows_.begin_block(same_objects);
  begin_shared_rows();
  repeated_.begin_block(!shared_rows_.any_single(), same_objects);
}

void WorkerShadow::begin_first_reads() {
  const QuietPages& pages = QuietPages::instance();
  const bool notes = pages.notes() && listener_ == nullptr && ordered_ == nullptr;
  noted_ = notes ? pages.noted() : nullptr;
  if (notes) return first_reads_.begin_block(arena_, window_word_, block_ * pages.threads(), access_state);
  static_assert(sizeof(*pages.none()) == 1);
  FirstReads::leave_out(bytes_of(pages.none()), access_state);
}

bool WorkerShadow::note_first_read(std::uintptr_t address, std::size_t bytes, SiteId site) {
  if (noted_ == nullptr) return false;
  const std::size_t last = arena_.page_of(address + bytes - 1);
  for (std::size_t page = arena_.page_of(address); page <= last; ++page) {
    if (first_reads_.has(page)) continue;
    if (!is_quiet_page(noted_, page)) return false;
    first_reads_.add(page);
  }
  const std::uint64_t access = std::uint64_t{site} << cell::kSiteShift | cell::tag(kPlainRead, 0);
  return first_reads_.note(address - arena_.cells.begin, bytes, access, sim::current.thread);
}

void WorkerShadow::begin_unchecked_block(std::uint64_t block, const SharedObjects& objects) {
  assert(access_state.worker == this && access_state.epoch_bits == 0);
  if (!arena_.is_reserved()) reserve_global();
  if (sim::device_count() > 1) open_window();
  in_block_ = true;
  block_ = block;
  interval_ = 0;
  if (memory_ != nullptr) memory_->begin_block(objects);
  access_state.block_bits = 0;  // No cell is of this block: checks that functions bring along leave them alone.
  access_state.bounds_only = true;
}

void WorkerShadow::end_block() {
  in_block_ = false;
  if (access_state.bounds_only) {
    access_state.bounds_only = false;
    access_state.accesses = 0;  // Counted by operations that do not ask.
    if (memory_ != nullptr) memory_->end_block();
    return;
  }
  end_interval(nullptr);
  repeated_.rest();
  assert(log_.empty() && access_state.pending.global == nullptr);
  access_state.epoch_bits = 0;
  const std::uint64_t accesses = accesses_.load(std::memory_order_relaxed) + std::exchange(access_state.accesses, 0);
  accesses_.store(accesses, std::memory_order_relaxed);
  const std::uint64_t rows = accesses_in_rows_.load(std::memory_order_relaxed) + std::exchange(rows_of_block_, 0);
  accesses_in_rows_.store(rows, std::memory_order_relaxed);
  const bool fast = listener_ == nullptr && ordered_ == nullptr;
  listener_.reset();
  if (ordered_ != nullptr && memory_ != nullptr) {
    ordered_->judge_shared();
    memory_->racy_shared_words() = ordered_->racy_words();
  }
  ordered_.reset();
  if (memory_ != nullptr) memory_->end_block();
  if (fast) return;
  access_state.listener = nullptr;
  access_state.ordered = nullptr;
  access_state.shared = shared_;
  access_state.arena = arena_.cells;
}

void WorkerShadow::end_interval(const void* barrier_pc) {
  end_shared_rows();
  if (access_state.pending.global != nullptr) settle_pending_write();
  if (listener_ != nullptr) {
    const sim::BusySection busy;
    listener_->on_interval_end(barrier_pc);
  }
  if (ordered_ != nullptr && barrier_pc != nullptr) {
    const sim::BusySection busy;
    ordered_->block_barrier(barrier_pc);
  }
  if (!log_.empty()) {
    const sim::BusySection busy;
    for (EntryList& list : log_.lists()) {
      IntervalLog::settle_last_write(list);
      if (list.racy) judge(list, barrier_pc);
      if (list.racy && memory_ != nullptr) {
        if (list.global)
          memory_->racy_global_words().insert(list.address / kWordBytes);
        else
          memory_->racy_shared_words().insert((list.address - shared_.begin) / kWordBytes);
      }
      if (!list.global) {
        if (list.watched && !memory_->is_complete(list.address)) {
          *list.cell = memory_->cell_between_intervals(list.address);
        }
        continue;
      }
      GlobalShadow& global = arena_.cells.contains(list.address) ? arena_ : module_;
      if (const std::optional<std::uint32_t> value = sets_.keep(list, access_state.epoch_bits)) {
        global.values[global.word_of(*list.cell)] = *value;
        continue;
      }
      for (const ListEntry& entry : list.all()) {
        history_.remember(global, global.word_of(*list.cell), entry, {block_, interval_, entry.accesses.low});
      }
      *list.cell = {};
    }
    log_.clear();
  }
  ++interval_;
  interval_begin_ = barrier_pc;
  next_epoch();
  if (barrier_pc != nullptr) begin_shared_rows();
}

void WorkerShadow::next_epoch() {
  if (++epoch_ > cell::kMaxEpoch) restart_epochs();
  assert(epoch_ >= history_.first_epoch());
  access_state.epoch_bits = epoch_ << cell::kEpochShift;
}

/// Epochs have run out. Moves what cells still hold into the history and starts again from 1.
void WorkerShadow::restart_epochs() {
  const sim::BusySection busy;
  if (repeated_.follows()) keep_repeated();
  repeated_.forget();
  log_.forget_recent();
  open_all_pages();
  page_rows_.forget();
  history_.restart_epochs(block_, interval_);
  std::memset(static_cast<void*>(shared_.cells), 0, (shared_.bytes / kWordBytes + 1) * sizeof(Cell));
  if (memory_ != nullptr) memory_->mark_cells();
  access_state.block_bits = 0;  // Of this block the cells no longer tell what was written.
  epoch_ = block_epoch_ = history_.first_epoch();
  access_state.launch_bits = epoch_ << cell::kEpochShift;
}

void settle_pending_write() {
  if (access_state.pending.global == &rows_marker) return access_state.worker->open_shared_rows();
  access_state.worker->settle(access_state.pending);
}

void WorkerShadow::settle(const PendingWrite& write) {
  assert(write.bytes != 0 && write.global->cells.contains(write.address));
  const std::uintptr_t end = write.address + write.bytes;
  for (std::uintptr_t address = write.address / kWordBytes * kWordBytes; address < end; address += kWordBytes) {
    Cell& c = write.global->cells.cell(address);
    if (cell::epoch(c) != epoch_) continue;
    if (cell::state(c) == cell::kList) {
      IntervalLog::settle_last_write(log_[cell::list_number(c)]);
      continue;
    }
    // The write entries of a cell that is not a list all have the same mask.
    const std::uint8_t mask = written_bytes(c, sets_);
    const std::uint32_t value = *reinterpret_cast<const volatile std::uint32_t*>(address) & bits_of(mask);
    take_note(c, *write.global, value);
  }
  window_.close();
}

std::uint32_t WorkerShadow::to_list(Cell& c, std::uintptr_t word_address, GlobalShadow* global) {
  assert(cell::epoch(c) == epoch_ && cell::state(c) != cell::kList);
  const std::uint32_t number = log_.make(word_address, &c, global != nullptr);
  EntryList& list = log_[number];
  if (global != nullptr) {
    each_valued_entry(c, sets_, global->values[global->word_of(c)],
                      [&](const ListEntry& entry) { log_.append(list, entry.accesses) = entry; });
    return number;
  }
  each_entry(c, sets_, [&](const Entry& accesses) {
    log_.append(list, accesses);
    if ((accesses.kind & kWrites) == 0) return;
    list.last_write = list.count - 1;
    list.last_writer = accesses.low;
  });
  return number;
}

[[gnu::always_inline]] inline void WorkerShadow::first_access_to_word(Cell& c, std::uint64_t access,
                                                                      GlobalShadow* global) {
  if (global != nullptr) {
    const std::size_t word = global->word_of(c);
    if (cell::epoch(c) >= history_.first_epoch()) {
      const sim::BusySection busy;
      history_.fold(*global, word);
    } else if (const std::size_t page = word / GlobalShadow::kPageWords; global->touched[page] == 0) {
      open_page(*global, page);
      if (cell::epoch(c) == epoch_) return further_access_to_word(c, access, global, global->address_of(word));
      if (history_.is_pending(c)) {
        const sim::BusySection busy;
        history_.fold(*global, word);
      }
    }
    if (cell::is_strong_write(access)) note_strong_write(*global, word);
  }
  c = cell::first_access(access);
}

bool WorkerShadow::access_complete_word(Cell& c, std::uint64_t access, GlobalShadow* global,
                                        std::uintptr_t word_address) {
  if (cell::epoch(c) != epoch_) {
    if (!is_complete(c, global, access)) return false;
    first_access_to_word(c, access, global);
    return true;
  }
  if (cell::state(c) == cell::kList && log_[cell::list_number(c)].watched) return false;
  further_access_to_word(c, access, global, word_address);
  return true;
}

void WorkerShadow::access_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address,
                               WholeAccess* whole) {
  if (access_complete_word(c, access, global, word_address)) return;
  access_watched_word(c, access, global, word_address, whole);
}

void WorkerShadow::access_watched_word(Cell& c, std::uint64_t access, GlobalShadow* global, std::uintptr_t word_address,
                                       WholeAccess* whole) {
  const Entry entry = cell::unpack_access(access);
  WholeAccess part{.address = word_address + static_cast<unsigned>(std::countr_zero(entry.mask)),
                   .bytes = static_cast<std::size_t>(std::popcount(entry.mask))};
  const CheckedWord checked =
      check_memory_of_word(whole != nullptr ? *whole : part, entry.kind, entry.site, global, word_address, entry.mask);
  if (checked.mask == 0) return;
  access = (access & ~cell::tag(0, kAllBytes)) | cell::tag(0, checked.mask);
  if (cell::epoch(c) == epoch_) return further_access_to_word(c, access, global, word_address);
  first_access_to_word(c, access, global);
  if (!checked.watched) return;
  const sim::BusySection busy;
  const std::uint32_t number = log_.make(word_address, &c, global != nullptr);
  log_[number].watched = true;
  log_.add(log_[number], cell::unpack_access(access));
  c = cell::make_list(access, number);
}

void WorkerShadow::further_access_to_word(Cell& c, std::uint64_t access, GlobalShadow* global,
                                          std::uintptr_t word_address) {
  if (global != nullptr && cell::is_strong_write(access)) note_strong_write(*global, global->word_of(c));
  const Entry added = cell::unpack_access(access);
  if (cell::state(c) != cell::kList) {
    if (cell::state(c) != cell::kSet) {
      if (const std::optional<Cell> both = cell::with(c, added, global != nullptr)) {
        c = *both;
        return;
      }
    }
    const sim::BusySection busy;
    if (sets_.add(c, access)) return;
    const std::uint32_t number = to_list(c, word_address, global);
    log_.add(number, access);
    c = cell::make_list(access, number);
    return;
  }
  const sim::BusySection busy;
  log_.add(cell::list_number(c), access);
  c.first = access;
}

}  // namespace fencepost::detector
