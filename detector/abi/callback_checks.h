// The checks of the access callbacks, by the size and kind of the access: the common cases, decided here in a few
// instructions. All else is in access_check.cpp and worker_shadow.cpp, which also say what the common cases come to.
#pragma once

#include <cstddef>
#include <cstdint>

#include "detector/check/unchecked_block.h"
#include "detector/shadow/access_state.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

/// An access to a word of device memory that the launch has not touched, in a page that it has, and whose bytes are all
/// written: what access_word() would do.
template <unsigned kKind>
[[gnu::always_inline]] inline bool is_first_in_launch(const AccessState& state, const Cell& c) {
  if (c.first >= state.launch_bits) return false;
  const auto word = static_cast<std::size_t>(&c - state.arena.cells);
  constexpr bool kIsStrongWrite = cell::is_strong_write(cell::tag(kKind, 0));
  constexpr unsigned kNeeded = kIsStrongWrite ? GlobalShadow::kStrongWrites : GlobalShadow::kTouched;
  if ((state.touched[word / GlobalShadow::kPageWords] & kNeeded) == 0) return false;
  return state.states == nullptr || state.states[word].load(std::memory_order_relaxed) == MemoryState::kComplete;
}

/// To words from that of `c` on, of device memory.
inline void note_strong_write(const Cell& c, std::uint32_t words) {
  WorkerShadow& worker = *access_state.worker;
  GlobalShadow& arena = worker.arena();
  for (const std::size_t word : {arena.word_of(c), arena.word_of(c) + words - 1}) worker.note_strong_write(arena, word);
}

template <std::uint32_t kBytes, unsigned kKind>
void check_behind_write(const void* pointer, const void* pc);

/// Every plain write to global memory is looked at: what it writes matters if another block writes there, too.
template <unsigned kKind, bool kShared>
constexpr bool kMayRepeat = kShared || kKind != kWrites;

/// The cell has the access already, which is not the one that came last if that was looked at before. A list wants to
/// know of each plain write.
template <bool kWasCompared>
bool is_known_access(const Cell& c, std::uint64_t here) {
  return cell::repeats_second(c, here) || (!kWasCompared && cell::repeats(c, here) && cell::state(c) != cell::kList);
}

/// An access to (part of) the word of `c` that is not the one that came last. A call of its own, so that the common
/// case needs few registers and saves none.
template <std::uint32_t kBytes, unsigned kKind, bool kShared>
[[gnu::noinline]] void check_new_access(Cell* const c, std::uint64_t here, std::uintptr_t address, const void* pc) {
  AccessState& state = access_state;
  if ((here >> cell::kSiteShift & 0xFFFF) == 0) return check_access(address, kBytes, kKind, pc);
  constexpr bool kReads = (kKind & kWrites) == 0;
  constexpr bool kFillsWord = kBytes == kWordBytes && !kReads;
  if (kShared ? cell::was_touched(*c, kFillsWord ? 0 : state.block_bits, state.epoch_bits)
              : (kReads || kFillsWord) && is_first_in_launch<kKind>(state, *c)) {
    *c = cell::first_access(here);
    if constexpr (!kMayRepeat<kKind, kShared>) {
      state.worker->announce_write(state.worker->arena(), address, kBytes);
    }
    return;
  }
  if constexpr (!kShared && cell::is_strong_write(cell::tag(kKind, 0))) note_strong_write(*c, 1);
  if (cell::makes_two(*c, here, kKind == kPlainRead)) {
    cell::add_second(*c, here);
  } else if (kKind == kPlainRead && cell::two_read(*c, here)) {
    cell::add_reader(*c, here);
  } else if (!is_known_access<kMayRepeat<kKind, kShared>>(*c, here) && !state.worker->access_as_before(*c, here)) {
    return check_word(*c, here, address, kBytes);
  }
  if constexpr (!kMayRepeat<kKind, kShared>) state.worker->announce_write(state.worker->arena(), address, kBytes);
}

/// The same of several words, where all of them are such a case; `c`: of the first.
template <std::uint32_t kBytes, unsigned kKind, bool kShared>
[[gnu::noinline]] void check_new_wide_access(Cell* const c, std::uint64_t here, std::uintptr_t address,
                                             const void* pc) {
  AccessState& state = access_state;
  if ((here >> cell::kSiteShift & 0xFFFF) == 0 || address % kBytes != 0) {
    return check_access(address, kBytes, kKind, pc);
  }
  constexpr bool kReads = (kKind & kWrites) == 0;
  constexpr std::uint32_t kWords = kBytes / kWordBytes;
  const auto all = [&](auto holds) {
    for (std::uint32_t i = 0; i < kWords; ++i) {
      if (!holds(c[i])) return false;
    }
    return true;
  };
  const auto each = [&](auto change) {
    for (std::uint32_t i = 0; i < kWords; ++i) change(c[i]);
  };
  const auto is_first = [&](const Cell& word) {
    return kShared ? cell::was_touched(word, kReads ? state.block_bits : 0, state.epoch_bits)
                   : is_first_in_launch<kKind>(state, word);
  };
  const auto is_known = [&](const Cell& word) { return is_known_access<kMayRepeat<kKind, kShared>>(word, here); };
  const auto all_as_before = [&] {  // Where only some are, they are so again.
    bool as_before = true;
    each([&](Cell& word) { as_before = as_before && state.worker->access_as_before(word, here); });
    return as_before;
  };
  if constexpr (!kShared && cell::is_strong_write(cell::tag(kKind, 0))) note_strong_write(*c, kWords);
  if (all(is_first)) {
    each([&](Cell& word) { word = cell::first_access(here); });
  } else if (all([&](const Cell& word) { return cell::makes_two(word, here, kKind == kPlainRead); })) {
    each([&](Cell& word) { cell::add_second(word, here); });
  } else if (kReads && all([&](const Cell& word) { return cell::one_entry_of_other_thread(word, here); })) {
    each([&](Cell& word) { cell::add_thread(word, here); });
  } else if (!all(is_known) && !all_as_before()) {
    return check_words(c, here, address, kBytes);
  }
  if constexpr (!kMayRepeat<kKind, kShared>) state.worker->announce_write(state.worker->arena(), address, kBytes);
}

/// The check of an access to the word, or words, of `c`.
template <std::uint32_t kBytes, unsigned kKind, bool kShared>
[[gnu::always_inline]] inline void check_cell(AccessState& state, Cell* const c, std::uintptr_t address,
                                              const void* pc) {
  const std::uint64_t site = state.sites[reinterpret_cast<std::uintptr_t>(pc)];
  const std::uint64_t access = state.epoch_bits | site << cell::kSiteShift | sim::current.thread;
  if constexpr (kBytes <= kWordBytes) {
    const unsigned place = address % kWordBytes;
    if (place % kBytes != 0) return check_access(address, kBytes, kKind, pc);
    const std::uint64_t here = access | cell::tag(kKind, ((1U << kBytes) - 1) << place);
    if constexpr (kMayRepeat<kKind, kShared>) {
      if (cell::repeats(*c, here)) return;
    }
    if constexpr ((kKind & kWrites) == 0) {
      if (cell::one_entry_of_other_thread(*c, here)) return cell::add_thread(*c, here);
    }
    check_new_access<kBytes, kKind, kShared>(c, here, address, pc);
  } else {
    const std::uint64_t here = access | cell::tag(kKind, kAllBytes);
    bool known = kMayRepeat<kKind, kShared> && address % kWordBytes == 0;
    for (std::uint32_t i = 0; i < kBytes / kWordBytes; ++i) {
      known = known && cell::repeats(c[i], here);
    }
    if (!known) check_new_wide_access<kBytes, kKind, kShared>(c, here, address, pc);
  }
}

/// A read of a variable, where it is known of its words that this place read them in this interval, by this thread or
/// others alone: that it may was seen then. False if it is no such read; nothing has been done then.
template <std::uint32_t kBytes, unsigned kKind>
[[gnu::always_inline]] inline bool reads_again(AccessState& state, std::uintptr_t address, const void* pc) {
  // Not if somebody listens: then this is empty.
  if (!state.module.contains(address) || state.arena.bytes == 0 || address % kBytes != 0) return false;
  const std::uint64_t site = state.sites[reinterpret_cast<std::uintptr_t>(pc)];
  const unsigned mask = kBytes < kWordBytes ? ((1U << kBytes) - 1) << address % kWordBytes : kAllBytes;
  const std::uint64_t here = state.epoch_bits | site << cell::kSiteShift | cell::tag(kKind, mask) | sim::current.thread;
  Cell* const c = &state.module.cell(address);
  constexpr std::uint32_t kWords = (kBytes + kWordBytes - 1) / kWordBytes;
  for (std::uint32_t i = 0; i < kWords; ++i) {
    if (!cell::repeats(c[i], here) && !cell::one_entry_of_other_thread(c[i], here)) return false;
  }
  for (std::uint32_t i = 0; i < kWords; ++i) {
    if (!cell::repeats(c[i], here)) cell::add_thread(c[i], here);
  }
  return true;
}

/// A read of device memory that the launch only reads.
template <std::uint32_t kBytes>
[[gnu::always_inline]] inline bool is_quiet(const AccessState& state, std::uintptr_t address) {
  const std::uintptr_t page = (address - state.arena.begin) / (kWordBytes * GlobalShadow::kPageWords);
  if (state.quiet[page].load(std::memory_order_relaxed) == QuietPages::kNotQuiet) return false;
  return address % kBytes == 0 && state.worker->is_quiet(address, kBytes);
}

/// The same where who reads is to be noted, as the kernel does it itself if it knows the place's number.
template <std::uint32_t kBytes>
[[gnu::always_inline]] inline bool is_noted(const AccessState& state, std::uintptr_t address, const void* pc) {
  if (state.first_reads == nullptr) return false;
  const SiteId site = state.sites[reinterpret_cast<std::uintptr_t>(pc)];
  return site != 0 && address % kBytes == 0 && state.worker->note_first_read(address, kBytes, site);
}

/// The check of an access of `kBytes`, as far as it is the common case: an aligned word or part of a word of shared or
/// device memory, touched as it was last time or for the first time: if shared, in this interval, else in this launch.
/// All else is in calls that end it, so that few registers are needed and none is saved.
template <std::uint32_t kBytes, unsigned kKind, bool kSettled = false>
[[gnu::always_inline]] inline void check(const void* pointer, const void* pc) {
  AccessState& state = access_state;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (state.epoch_bits == 0) [[unlikely]]
    return check_outside_intervals(address, kBytes, kKind, pc);
  if constexpr (!kSettled) {
    if (state.pending.global != nullptr) return check_behind_write<kBytes, kKind>(pointer, pc);
  }
  ++state.accesses;
  if (state.shared.contains(address)) {
    return check_cell<kBytes, kKind, true>(state, &state.shared.cell(address), address, pc);
  }
  if (state.arena.contains(address)) {
    if constexpr (kKind == kPlainRead) {
      if (is_quiet<kBytes>(state, address) || is_noted<kBytes>(state, address, pc)) return;
    }
    return check_cell<kBytes, kKind, false>(state, &state.arena.cell(address), address, pc);
  }
  if constexpr (kKind == kPlainRead) {
    if (reads_again<kBytes, kKind>(state, address, pc)) return;
  }
  check_access(address, kBytes, kKind, pc);
}

/// The same while a plain write is pending.
template <std::uint32_t kBytes, unsigned kKind>
[[gnu::noinline]] void check_behind_write(const void* pointer, const void* pc) {
  AccessState& state = access_state;
  if (!state.worker->settle_whole_words(state.pending)) settle_pending_write();
  check<kBytes, kKind, true>(pointer, pc);
}

/// The same of an access whose type promises no alignment.
inline void check_unaligned(const void* pointer, std::size_t bytes, unsigned kind, const void* pc) {
  if (access_state.epoch_bits != 0) ++access_state.accesses;
  check_range(reinterpret_cast<std::uintptr_t>(pointer), bytes, kind, pc);
}

/// A volatile access on which no thread can wait for another: mark_passing_operations (compiler/checks/checks.h).
template <std::uint32_t kBytes, unsigned kKind>
[[gnu::always_inline]] inline void check_strong_in_passing(const void* pointer, const void* pc) {
  if (access_state.bounds_only) {
    check_bounds(reinterpret_cast<std::uintptr_t>(pointer), kBytes, kKind, pc);
  } else if (access_state.ordered != nullptr && access_state.looks()) {
    ++access_state.accesses;
    check_strong(reinterpret_cast<std::uintptr_t>(pointer), kBytes, kKind, {.reads = (kKind & kWrites) == 0}, pc);
  } else {
    check<kBytes, kKind | (kBytes > kWordBytes ? kWide : 0)>(pointer, pc);
  }
}

template <std::uint32_t kBytes, unsigned kKind>
[[gnu::always_inline]] inline void check_volatile(const void* pointer, const void* pc) {
  if (!access_state.looks()) return check<kBytes, kKind>(pointer, pc);
  // Before the check: nobody may run between it and the access.
  if (access_state.worker->shared().contains(reinterpret_cast<std::uintptr_t>(pointer))) {
    sim::current.runner->operation_in_step({pointer, kBytes}, pc);
  } else {
    sim::current.runner->strong_operation({pointer, kBytes}, pc);
  }
  check_strong_in_passing<kBytes, kKind>(pointer, pc);
}

}  // namespace fencepost::detector
