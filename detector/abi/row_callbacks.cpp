// Accesses that a kernel makes in rows, told before the threads run (reads) and afterwards (writes, whose values are then
// in memory): as if each had been told by itself. The kernel makes them without telling if rows_begin says so.
//
// What is found does not depend on the order in which accesses of an interval are told: an entry of a word has the two
// lowest threads, whenever they come. What does depend on it is refused beforehand: accesses that read what was not
// written, leave their object, or write where another thread has written in the interval.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

#include "detector/abi/callback_checks.h"
#include "detector/shadow/access_state.h"
#include "detector/worker/worker_shadow.h"
#include "sim/interface/access_rows.h"

namespace fencepost::detector {
namespace {

constexpr std::uint32_t kFewThreads = 8;  ///< Their accesses are told one by one.
constexpr std::int64_t kFarthestStep = std::int64_t{1} << 36;
constexpr std::uint64_t kMostRepeats = std::uint64_t{1} << 20;

/// The bytes from the first that a row accesses to the last.
struct Extent {
  std::uintptr_t begin, bytes;

  [[nodiscard]] bool meets(const Extent& other) const {
    return begin < other.begin + other.bytes && other.begin < begin + bytes;
  }
};

Extent extent_of(const AccessRow& row, std::uint32_t threads) {
  const std::int64_t along = row.thread_step * (threads - 1);
  const std::int64_t across = row.step * static_cast<std::int64_t>(row.count - 1);
  const std::int64_t low = std::min<std::int64_t>(along, 0) + std::min<std::int64_t>(across, 0);
  const std::int64_t high = std::max<std::int64_t>(along, 0) + std::max<std::int64_t>(across, 0);
  return {row.address + static_cast<std::uintptr_t>(low), static_cast<std::uintptr_t>(high - low) + row.bytes};
}

/// Each of its words is accessed by one thread, once.
bool is_apart(const AccessRow& row, std::uint32_t threads) {
  const auto along = static_cast<std::uint64_t>(std::abs(row.thread_step));
  const auto across = static_cast<std::uint64_t>(std::abs(row.step));
  if (along < row.bytes) return false;
  return row.count == 1 || (across >= row.bytes && (across >= along * threads || along >= across * row.count));
}

/// Calls `visit(address, i)` for each access, of the i-th thread; until it returns false, which is returned.
template <class Visit>
bool visit_row(const AccessRow& row, std::uint32_t threads, Visit visit) {
  std::uintptr_t at = row.address;
  for (std::uint64_t j = 0; j < row.count; ++j, at += static_cast<std::uintptr_t>(row.step)) {
    std::uintptr_t address = at;
    for (std::uint32_t i = 0; i < threads; ++i, address += static_cast<std::uintptr_t>(row.thread_step)) {
      if (!visit(address, i)) return false;
    }
  }
  return true;
}

/// The same for each place that it accesses, by one of the threads that do: less often than each access, if all threads
/// access the same.
template <class Visit>
bool visit_places(const AccessRow& row, std::uint32_t threads, Visit visit) {
  return visit_row(row, row.thread_step == 0 ? 1 : threads, visit);
}

/// All entries of the cell, of the current interval, are reads or the thread's own.
bool is_unwritten_by_others(const Cell& c, std::uint64_t thread) {
  const cell::State state = cell::state(c);
  if (state == cell::kSet) return false;
  const auto is_harmless = [&](const Entry& entry) {
    return (entry.kind & kWrites) == 0 || (entry.low == thread && entry.high == thread);
  };
  return is_harmless(cell::first_entry(c)) && (state == cell::kOne || is_harmless(cell::second_entry(c)));
}

/// How a row is looked at: each of its accesses is in shared or device memory, whole, and reads what was written.
class Row {
 public:
  Row(const AccessRow& row, const RowThreads& threads) : row_(row), threads_(threads) {
    const std::int64_t far = std::max(std::abs(row.thread_step), std::abs(row.step));
    if (row.count > kMostRepeats || far > kFarthestStep) return;
    if (((row.address | static_cast<std::uint64_t>(row.thread_step) | static_cast<std::uint64_t>(row.step)) &
         (row.bytes - 1)) != 0)
      return;
    extent_ = extent_of(row, threads.count);
    const std::uintptr_t last = extent_.begin + extent_.bytes - 1;
    const AccessState& state = access_state;
    is_shared_ = state.shared.contains(extent_.begin) && state.shared.contains(last);
    is_global_ = state.arena.contains(extent_.begin) && state.arena.contains(last) && extent_.begin <= last;
  }

  [[nodiscard]] bool is_known() const { return is_shared_ || is_global_; }
  [[nodiscard]] bool is_global() const { return is_global_; }
  [[nodiscard]] const Extent& extent() const { return extent_; }

  [[nodiscard]] bool may_be_told() const {
    if (row_.writes != 0 && !is_apart(row_, threads_.count)) return false;
    return is_shared_ ? all_cells_allow() : all_states_allow();
  }

 private:
  [[nodiscard]] bool all_cells_allow() const {
    const AccessState& state = access_state;
    const std::uint32_t words = row_.bytes / kWordBytes;
    const bool writes = row_.writes != 0;
    const std::uint64_t from = writes ? 0 : state.block_bits;
    return visit_places(row_, threads_.count, [&](std::uintptr_t address, std::uint32_t i) {
      const Cell* const c = &state.shared.cell(address);
      for (std::uint32_t word = 0; word < words; ++word) {
        const std::uint64_t first = c[word].first;
        if (first - from < state.epoch_bits - from) continue;
        const bool is_of_interval = first >> cell::kEpochShift == state.epoch_bits >> cell::kEpochShift;
        if (!is_of_interval || cell::state(c[word]) == cell::kList) return false;
        if (writes && !is_unwritten_by_others(c[word], threads_.first + i)) return false;
      }
      return true;
    });
  }

  [[nodiscard]] bool all_states_allow() const {
    const AccessState& state = access_state;
    if (state.states == nullptr) return true;
    const std::uint32_t words = row_.bytes / kWordBytes;
    const std::uint8_t wanted = row_.writes != 0 ? std::uint8_t{kAllBytes} : MemoryState::kComplete;
    return visit_places(row_, threads_.count, [&](std::uintptr_t address, std::uint32_t) {
      const auto* const states = &state.states[(address - state.arena.begin) / kWordBytes];
      for (std::uint32_t word = 0; word < words; ++word) {
        if ((states[word].load(std::memory_order_relaxed) & wanted) != wanted) return false;
      }
      return true;
    });
  }

  const AccessRow& row_;
  const RowThreads& threads_;
  Extent extent_{};
  bool is_shared_ = false, is_global_ = false;
};

/// Tells each access of a row.
template <std::uint32_t kBytes, unsigned kKind, bool kShared>
void tell_accesses(const AccessRow& row, const RowThreads& threads) {
  AccessState& state = access_state;
  constexpr bool kReads = (kKind & kWrites) == 0;
  constexpr std::uint32_t kWords = kBytes / kWordBytes;
  const std::uint64_t site = *row.place & (std::uint64_t{0xFFFF} << cell::kSiteShift);
  const ShadowRange& range = kShared ? state.shared : state.arena;
  const std::uint64_t access = state.epoch_bits | site | threads.first;
  const std::uint64_t tagged = access | cell::tag(kKind, kAllBytes);
  const auto is_first = [&](const Cell& c) {
    return kShared ? cell::was_touched(c, kReads ? state.block_bits : 0, state.epoch_bits)
                   : is_first_in_launch(state, c);
  };
  const auto tell = [&](Cell* c, std::uintptr_t address, std::uint32_t i) {
    sim::current.thread = threads.first + i;
    check_cell<kBytes, kKind, kShared>(access + i, c, address, nullptr);
    if constexpr (!kReads && !kShared) {
      if (!state.worker->settle_whole_words(state.pending)) settle_pending_write();
    }
  };
  if (row.thread_step == 0) {  // All threads read the same.
    const std::uint64_t last = threads.first + threads.count - 1;
    const std::uint64_t others = (threads.first + 1) | ((threads.first ^ last) >= kWarpLanes ? cell::kSeveralWarps : 0);
    std::uintptr_t address = row.address;
    for (std::uint64_t j = 0; j < row.count; ++j, address += static_cast<std::uintptr_t>(row.step)) {
      Cell* const c = &range.cell(address);
      bool all_first = kReads;
      for (std::uint32_t word = 0; word < kWords; ++word) all_first = all_first && is_first(c[word]);
      if (all_first) {
        for (std::uint32_t word = 0; word < kWords; ++word) c[word] = {tagged, others};
        continue;
      }
      bool all_known = kReads;
      for (std::uint32_t word = 0; word < kWords; ++word)
        all_known = all_known && cell::one_entry_of_other_thread(c[word], tagged);
      if (all_known) {
        for (std::uint32_t word = 0; word < kWords; ++word) {
          cell::add_thread(c[word], tagged);
          cell::add_thread(c[word], tagged + 1);
          cell::add_thread(c[word], tagged + (threads.count - 1));
        }
        continue;
      }
      for (std::uint32_t i = 0; i < threads.count; ++i) tell(c, address, i);
    }
    return;
  }
  visit_row(row, threads.count, [&](std::uintptr_t address, std::uint32_t i) {
    Cell* const c = &range.cell(address);
    bool all_first = true;
    for (std::uint32_t word = 0; word < kWords; ++word) all_first = all_first && is_first(c[word]);
    if (!all_first) [[unlikely]] {
      tell(c, address, i);
      return true;
    }
    const std::uint64_t thread = threads.first + i;
    for (std::uint32_t word = 0; word < kWords; ++word) {
      c[word] = {tagged + i, thread};
      if constexpr (!kReads && !kShared) {
        c[word].second |= cell::kHasValue;
        state.values[static_cast<std::size_t>(&c[word] - range.cells)] =
            reinterpret_cast<const volatile std::uint32_t*>(address)[word];
      }
    }
    return true;
  });
}

template <unsigned kKind>
void tell_row(const AccessRow& row, const RowThreads& threads) {
  const auto tell = [&]<std::uint32_t kBytes>() {
    if (access_state.shared.contains(row.address)) {
      tell_accesses<kBytes, kKind, true>(row, threads);
    } else {
      tell_accesses<kBytes, kKind, false>(row, threads);
    }
  };
  if (row.bytes == 4) {
    tell.template operator()<4>();
  } else if (row.bytes == 8) {
    tell.template operator()<8>();
  } else {
    tell.template operator()<16>();
  }
  access_state.accesses += row.count * threads.count;
}

/// No word is in both rows. May be false where that is so.
bool are_apart(const AccessRow& a, const AccessRow& b, const RowThreads& threads) {
  if (!extent_of(a, threads.count).meets(extent_of(b, threads.count))) return true;
  if (a.thread_step != b.thread_step || a.thread_step == 0 || a.count != 1 || b.count != 1) return false;
  const auto step = static_cast<std::uint64_t>(std::abs(a.thread_step));
  const std::uint64_t between = a.address < b.address ? (b.address - a.address) % step
                                                      : (step - (a.address - b.address) % step) % step;
  return between >= a.bytes && step - between >= b.bytes;
}

/// Writes go to words of which each is in one row only. False if that is not certain.
bool are_writes_apart(std::span<const AccessRow> rows, const RowThreads& threads) {
  const auto writes = [](const AccessRow& row) { return row.count != 0 && row.writes != 0; };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      if (writes(rows[i]) && writes(rows[j]) && !are_apart(rows[i], rows[j], threads)) return false;
    }
  }
  return true;
}

/// Opens the window of writes to device memory. False if others write there, too: nothing is open.
bool open_window(std::span<const AccessRow> rows, const RowThreads& threads) {
  WriteWindow& window = access_state.worker->window();
  GlobalShadow& global = access_state.worker->arena();
  const auto each_written = [&](auto visit) {
    for (const AccessRow& row : rows) {
      if (row.count == 0 || row.writes == 0 || !access_state.arena.contains(row.address)) continue;
      const Extent extent = extent_of(row, threads.count);
      if (!visit(extent)) return false;
    }
    return true;
  };
  each_written([&](const Extent& extent) {
    window.claim_rows(global, extent.begin, extent.bytes);
    return true;
  });
  return each_written(
      [&](const Extent& extent) { return WriteWindow::open_rows(global, extent.begin, extent.bytes); });
}

bool may_all_be_told(std::span<const AccessRow> rows, const RowThreads& threads) {
  const AccessState& state = access_state;
  if (threads.count < kFewThreads || state.epoch_bits == 0 || state.pending.global != nullptr) return false;
  for (const AccessRow& row : rows) {
    if (row.count == 0) continue;
    if (__atomic_load_n(row.place, __ATOMIC_RELAXED) == 0) return false;  // It has no number yet.
    const Row of(row, threads);
    if (!of.is_known() || !of.may_be_told()) return false;
  }
  return are_writes_apart(rows, threads);
}

}  // namespace
}  // namespace fencepost::detector

using namespace fencepost;  // NOLINT: this file is the ABI only

extern "C" {

/// Tells the reads of the rows. Returns 0 if the accesses are to be told one by one: nothing was told then.
std::uint32_t fencepost_rows_begin(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  const std::span all(rows, count);
  if (!detector::may_all_be_told(all, *threads) || !detector::open_window(all, *threads)) return 0;
  for (const AccessRow& row : all) {
    if (row.count != 0 && row.writes == 0) detector::tell_row<detector::kPlainRead>(row, *threads);
  }
  return 1;
}

/// Tells the writes of the rows, when all are done.
void fencepost_rows_end(const AccessRow* rows, std::uint64_t count, const RowThreads* threads) {
  for (const AccessRow& row : std::span(rows, count)) {
    if (row.count != 0 && row.writes != 0) detector::tell_row<detector::kWrites>(row, *threads);
  }
  detector::WriteWindow::close_rows();
}

/// `value + i * step` for i in [0, count) is compared with 0, as `relation` says (0: <, 1: <=, 2: >, 3: >=, 4: ==, 5:
/// !=), and comes out alike for each i below what is returned, at least 1.
std::uint32_t fencepost_rows_split(std::int64_t value, std::int64_t step, std::uint32_t relation,
                                   std::uint32_t count) {
  const auto holds = [&](std::int64_t at) {
    switch (relation) {
      case 0:
        return at < 0;
      case 1:
        return at <= 0;
      case 2:
        return at > 0;
      case 3:
        return at >= 0;
      default:
        return (at == 0) == (relation == 4);
    }
  };
  if (step == 0) return count;
  constexpr std::int64_t kLargest = std::int64_t{1} << 40;
  if (std::abs(step) > kLargest) return 1;
  if (relation >= 4) {  // Alike but where it is 0.
    if (value == 0) return 1;
    const std::int64_t at = -value / step;
    return value % step == 0 && at > 0 && at < count ? static_cast<std::uint32_t>(at) : count;
  }
  const bool now = holds(value);
  if (holds(value + step * (count - 1)) == now) return count;
  std::uint32_t same = 0, other = count - 1;  // It changes once.
  while (other - same > 1) {
    const std::uint32_t middle = same + (other - same) / 2;
    (holds(value + step * middle) == now ? same : other) = middle;
  }
  return other;
}

}  // extern "C"
