// How workers keep out of each other's write windows (write_window.h).
//
// Almost every page is written by one worker only in a launch. So a page belongs to the first worker that writes to it,
// which then opens its windows with plain stores and loads, no lock and no fence: biased locking (Kawachiya et al.,
// "Lock Reservation", OOPSLA 2002). The second worker takes the page away from the first and waits until the window
// that may be open there is closed; from then on both lock the words that they write. The order that the owner's side
// lacks is made by the kernel, membarrier(2): after it either the owner's window is visible here, or the loss of the
// page there.
#include "detector/worker/write_window.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#include "sim/interface/current.h"

namespace fencepost::detector {

namespace {

constexpr std::uint32_t kSeveral = ~std::uint32_t{0};  ///< In GlobalShadow::writers: more than one worker.

std::mutex claim_mutex;

/// All windows, by number; under claim_mutex. Never destroyed, as workers.
std::vector<const WriteWindow*>& windows() {
  static auto& instance = *new std::vector<const WriteWindow*>;
  return instance;
}

/// Locks of words, by the lowest bits of their number. A worker holds those of one write at a time, or of the rows that
/// are under way, takes them in ascending order, and neither claims pages nor waits for its turn while it has some.
constexpr std::uint64_t kLocks = std::uint64_t{1} << 16;
std::atomic<std::uint8_t> word_locks[kLocks];

bool membarrier_works() {
  static const bool works = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  return works;
}

template <class Condition>
void wait_until(Condition condition) {
  for (int spins = 0; !condition(); ++spins) {
    if (spins < 64) {
      __builtin_ia32_pause();
    } else {
      std::this_thread::yield();
    }
  }
}

void lock(std::atomic<std::uint8_t>& word) {
  wait_until(
      [&] { return word.load(std::memory_order_relaxed) == 0 && word.exchange(1, std::memory_order_acquire) == 0; });
}

/// Calls `visit` with the locks of the words, in ascending order.
template <class Visit>
void visit_locks(const PendingWrite& write, Visit visit) {
  const std::uint64_t first = write.address / kWordBytes;
  const std::uint64_t count = std::min((write.address + write.bytes - 1) / kWordBytes - first + 1, kLocks);
  const std::uint64_t begin = first % kLocks;
  const std::uint64_t wrapped = begin + count > kLocks ? begin + count - kLocks : 0;
  for (std::uint64_t i = 0; i < wrapped; ++i) visit(word_locks[i]);
  for (std::uint64_t i = begin; i < begin + count - wrapped; ++i) visit(word_locks[i]);
}

template <class T>
T look(const T& value) {
  return std::atomic_ref(const_cast<T&>(value)).load(std::memory_order_acquire);
}

/// True if the window that another worker had open when it lost the page may still be open there. What it opens there
/// later is locked.
bool is_open_without_lock(const PendingWrite& write, const GlobalShadow& global, std::size_t page) {
  if (look(write.global) != &global || look(write.locked)) return false;
  const std::uintptr_t begin = look(write.address);
  return global.page_of(begin) <= page && page <= global.page_of(begin + look(write.bytes) - 1);
}

}  // namespace

WriteWindow::WriteWindow(GlobalShadow& arena, GlobalShadow& module)
    : arena_(arena), module_(module), pending_(&access_state.pending), rows_open_(&access_state.rows_open) {
  const std::scoped_lock lock(claim_mutex);
  windows().push_back(this);
  number_ = static_cast<std::uint32_t>(windows().size());
}

void WriteWindow::enter_thread() {
  const std::scoped_lock lock(claim_mutex);
  pending_ = &access_state.pending;
  rows_open_ = &access_state.rows_open;
}

void WriteWindow::leave_thread() {
  static constexpr PendingWrite kNothing = {};
  static constexpr bool kClosed = false;
  const std::scoped_lock lock(claim_mutex);
  pending_ = &kNothing;
  rows_open_ = &kClosed;
}

/// Makes sure that this worker either owns the page or shares it.
void WriteWindow::claim_page(GlobalShadow& global, std::size_t page) {
  if (global.modes[page].load(std::memory_order_relaxed) != GlobalShadow::kNotYet) return;
  if (&global == &arena_) QuietPages::instance().note_write(page);
  const std::scoped_lock lock(claim_mutex);
  std::uint32_t& writer = global.writers[page];
  if (writer == 0 && membarrier_works()) {
    writer = number_;
    global.modes[page].store(GlobalShadow::kAlone, std::memory_order_relaxed);
    return;
  }
  if (writer != 0 && writer != kSeveral) {
    assert(writer <= windows().size() && writer != number_);
    const WriteWindow& owner = *windows()[writer - 1];
    GlobalShadow& theirs = &global == &arena_ ? owner.arena_ : owner.module_;
    theirs.modes[page].store(GlobalShadow::kWithOthers, std::memory_order_relaxed);
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    wait_until([&] { return !look(*owner.rows_open_) && !is_open_without_lock(*owner.pending_, theirs, page); });
  }
  writer = kSeveral;
  global.modes[page].store(GlobalShadow::kWithOthers, std::memory_order_relaxed);
}

void WriteWindow::open_shared() {
  const sim::BusySection busy;
  const PendingWrite write = access_state.pending;
  assert(write.bytes != 0 && !write.locked);
  GlobalShadow& global = *write.global;
  const std::size_t first = global.page_of(write.address);
  const std::size_t last = global.page_of(write.address + write.bytes - 1);
  // While its window is open, who claims a page may wait for this worker: it must not wait for them, too.
  access_state.pending.global = nullptr;
  for (std::size_t page = first; page <= last; ++page) claim_page(global, page);
  access_state.pending = write;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  bool alone = true;
  for (std::size_t page = first; page <= last; ++page) alone = alone && global.owns(page);
  if (alone) return;
  access_state.pending.global = nullptr;
  visit_locks(write, lock);
  access_state.pending = write;
  access_state.pending.locked = true;
}

void WriteWindow::claim_for_rows(GlobalShadow& global, std::size_t page) {
  if (global.modes[page].load(std::memory_order_relaxed) != GlobalShadow::kNotYet) return;
  assert(access_state.pending.global == nullptr && !access_state.rows_open);
  if (global.touched[page] == 0) global.claimed_pages.push_back(static_cast<std::uint32_t>(page));
  claim_page(global, page);
}

void WriteWindow::lock_rows(std::span<const std::uint64_t> words) {
  assert(access_state.pending.global == nullptr && !access_state.rows_open && row_locks_.empty());
  for (const std::uint64_t word : words) row_locks_.push_back(static_cast<std::uint32_t>(word % kLocks));
  std::ranges::sort(row_locks_);
  row_locks_.erase(std::unique(row_locks_.begin(), row_locks_.end()), row_locks_.end());
  for (const std::uint32_t i : row_locks_) lock(word_locks[i]);
}

void WriteWindow::unlock_row_locks() {
  for (const std::uint32_t i : row_locks_) word_locks[i].store(0, std::memory_order_release);
  row_locks_.clear();
}

void WriteWindow::unlock_words() {
  PendingWrite& pending = access_state.pending;
  visit_locks(pending, [](std::atomic<std::uint8_t>& word) {
    assert(word.load(std::memory_order_relaxed) == 1);
    word.store(0, std::memory_order_release);
  });
  pending.locked = false;
}

}  // namespace fencepost::detector
