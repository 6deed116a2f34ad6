#include "detector/shadow/memory_state.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "detector/shadow/shadow_cell.h"
#include "detector/symbols/sites.h"
#include "sim/engine/arena.h"
#include "sim/os/image.h"

extern "C" char __data_start __attribute__((weak));  // NOLINT: by the C library's start-up code

namespace fencepost::detector {

namespace {

std::atomic<std::uint8_t>* reserve(std::size_t count) {
  void* memory = mmap(nullptr, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fputs("fencepost: error: cannot reserve addresses for the state of memory; '--check race,sync' needs none\n",
               stderr);
    std::_Exit(70);
  }
  return static_cast<std::atomic<std::uint8_t>*>(memory);
}

}  // namespace

MemoryChecks& memory_checks() {
  static MemoryChecks instance;
  return instance;
}

MemoryState::MemoryState(std::uintptr_t begin, std::size_t bytes)
    : first_(begin / 4),
      count_((begin + bytes + 3) / 4 - first_ + 1),
      words_(reserve(count_)),
      chunks_(reserve(count_ / kChunkWords + 1)) {}

MemoryState::~MemoryState() {
  munmap(static_cast<void*>(words_), count_);
  munmap(static_cast<void*>(chunks_), count_ / kChunkWords + 1);
}

MemoryState& MemoryState::of_arena() {
  static auto& instance =
      *new MemoryState(sim::Arena::instance().begin(), sim::Arena::instance().end() - sim::Arena::instance().begin());
  return instance;
}

MemoryState& MemoryState::of_variables() {
  static auto& instance = []() -> MemoryState& {
    const sim::Image& image = sim::own_image();
    auto& state = *new MemoryState(image.data_begin, image.data_end - image.data_begin);
    // Tables of the compiler's, before the data proper, have no symbols.
    const std::uintptr_t tables_end =
        std::clamp(reinterpret_cast<std::uintptr_t>(&__data_start), image.data_begin, image.data_end);
    state.allocate(image.data_begin, tables_end - image.data_begin, true);
    const auto variables = Sites::instance().symboliser().global_ranges();
    if (variables.empty())
      state.allocate(image.data_begin, image.data_end - image.data_begin, true);  // Stripped: nothing is known.
    for (const auto& [begin, end] : variables) {
      const std::uintptr_t from = std::max<std::uintptr_t>(begin, image.data_begin);
      const std::uintptr_t to = std::min<std::uintptr_t>(end, image.data_end);
      if (from < to) state.allocate(from, to - from, true);
    }
    return state;
  }();
  return instance;
}

/// Gives each word of a chunk that was only marked its state.
void MemoryState::settle(std::size_t word) const {
  std::atomic<std::uint8_t>& mark = chunks_[word / kChunkWords];
  if (mark.load(std::memory_order_acquire) == kPerWord) return;
  const std::scoped_lock lock(mutex_);
  const std::uint8_t chunk = mark.load(std::memory_order_relaxed);
  if (chunk == kPerWord) return;
  const std::size_t begin = word / kChunkWords * kChunkWords;
  const std::size_t end = std::min(begin + kChunkWords, count_);
  // Others read them meanwhile, as not owned, and then look at the mark.
  std::memset(reinterpret_cast<std::uint8_t*>(words_) + begin, chunk == kFreshWritten ? kComplete : 0xF, end - begin);
  mark.store(kPerWord, std::memory_order_release);
}

std::uint8_t MemoryState::word(std::uintptr_t address) const {
  const std::size_t word = word_of(address);
  if (word >= count_) return 0;
  settle(word);
  return words_[word].load(std::memory_order_relaxed);
}

bool MemoryState::any_written(std::uintptr_t address, std::size_t bytes) const {
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address / 4; at * 4 < end; ++at) {
    if ((written(at * 4) & mask_of(at * 4, address, end)) != 0) return true;
  }
  return false;
}

std::size_t MemoryState::first_incomplete(std::size_t word, std::size_t end) const {
  static_assert(sizeof(*words_) == 1 && std::atomic<std::uint8_t>::is_always_lock_free);
  constexpr std::uint64_t kAllComplete = ~std::uint64_t{0};
  for (; word + 8 <= end; word += 8) {
    // Others may write them, but none that the calling thread waits for.
    std::uint64_t eight;
    std::memcpy(&eight, reinterpret_cast<const std::uint8_t*>(words_) + word, sizeof eight);
    if (eight != kAllComplete) break;
  }
  while (word < end && words_[word].load(std::memory_order_relaxed) == kComplete) ++word;
  return word;
}

bool MemoryState::complete_eight(std::size_t word) {
  constexpr std::uint64_t kAllOwned = ~std::uint64_t{0} / 0xFF * 0xF, kAllComplete = ~std::uint64_t{0};
  std::uint8_t* const states = reinterpret_cast<std::uint8_t*>(words_) + word;
  std::uint64_t eight;
  std::memcpy(&eight, states, sizeof eight);
  if ((eight & kAllOwned) != kAllOwned) return false;
  std::memcpy(states, &kAllComplete, sizeof kAllComplete);  // Others can but have written them, too.
  return true;
}

std::uintptr_t MemoryState::first_unwritten(std::uintptr_t address, std::size_t bytes) const {
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address / 4; at * 4 < end; ++at) {
    at = first_ + first_incomplete(at - first_, (end + 3) / 4 - first_);
    if (at * 4 >= end) break;
    const unsigned state = word(at * 4);
    const unsigned missing = state & ~(state >> kWrittenShift) & mask_of(at * 4, address, end);
    if (missing != 0) return at * 4 + static_cast<unsigned>(__builtin_ctz(missing));
  }
  return end;
}

std::uintptr_t MemoryState::first_written(std::uintptr_t address, std::size_t bytes) const {
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address; at < end; at = (at / 4 + 1) * 4) {
    const unsigned state = word(at);
    const unsigned others = ~(state & ~(state >> kWrittenShift)) & mask_of(at / 4 * 4, at, end);
    if (others != 0) return at / 4 * 4 + static_cast<unsigned>(__builtin_ctz(others));
  }
  return end;
}

/// Calls `change(state, mask)` for each word of the range.
template <class Change>
void MemoryState::change(std::uintptr_t address, std::size_t bytes, Change change) {
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address / 4; at * 4 < end; ++at) {
    const std::size_t word = at - first_;
    settle(word);
    change(words_[word], mask_of(at * 4, address, end));
  }
}

void MemoryState::allocate(std::uintptr_t address, std::size_t bytes, bool written) {
  const auto own = [written](std::atomic<std::uint8_t>& state, unsigned mask) {
    state.fetch_or(static_cast<std::uint8_t>(written ? mask | mask << kWrittenShift : mask), std::memory_order_relaxed);
  };
  const std::uintptr_t end = address + bytes;
  // Whole chunks are marked, what is before and behind is set.
  const std::uintptr_t first_chunk = ((address + 3) / 4 - first_ + kChunkWords - 1) / kChunkWords;
  const std::uintptr_t last_chunk = (end / 4 - first_) / kChunkWords;
  if (first_chunk >= last_chunk) return change(address, bytes, own);
  const std::uintptr_t chunks_begin = (first_chunk * kChunkWords + first_) * 4;
  const std::uintptr_t chunks_end = (last_chunk * kChunkWords + first_) * 4;
  change(address, chunks_begin - address, own);
  for (std::uintptr_t chunk = first_chunk; chunk < last_chunk; ++chunk) {
    chunks_[chunk].store(written ? kFreshWritten : kFresh, std::memory_order_release);
  }
  change(chunks_end, end - chunks_end, own);
}

void MemoryState::release(std::uintptr_t address, std::size_t bytes) {
  const auto disown = [](std::atomic<std::uint8_t>& state, unsigned mask) {
    state.fetch_and(static_cast<std::uint8_t>(~(mask | mask << kWrittenShift)), std::memory_order_relaxed);
  };
  const std::uintptr_t end = address + bytes;
  const std::uintptr_t first_chunk = ((address + 3) / 4 - first_ + kChunkWords - 1) / kChunkWords;
  const std::uintptr_t last_chunk = (end / 4 - first_) / kChunkWords;
  if (first_chunk >= last_chunk) {
    change(address, bytes, disown);
    losses_.fetch_add(1, std::memory_order_release);
    return;
  }
  const std::uintptr_t chunks_begin = (first_chunk * kChunkWords + first_) * 4;
  const std::uintptr_t chunks_end = (last_chunk * kChunkWords + first_) * 4;
  change(address, chunks_begin - address, disown);
  for (std::uintptr_t chunk = first_chunk; chunk < last_chunk; ++chunk) {
    chunks_[chunk].store(kPerWord, std::memory_order_release);
  }
  madvise(static_cast<void*>(words_ + first_chunk * kChunkWords), (last_chunk - first_chunk) * kChunkWords,
          MADV_DONTNEED);
  change(chunks_end, end - chunks_end, disown);
  losses_.fetch_add(1, std::memory_order_release);
}

bool MemoryState::write_chunk(std::size_t chunk) {
  std::atomic<std::uint8_t>& mark = chunks_[chunk];
  if (mark.load(std::memory_order_acquire) == kPerWord) return false;
  const std::scoped_lock lock(mutex_);
  if (mark.load(std::memory_order_relaxed) == kPerWord) return false;
  mark.store(kFreshWritten, std::memory_order_release);
  return true;
}

void MemoryState::write(std::uintptr_t address, std::size_t bytes) {
  if (bytes == 0) return;
  const std::uintptr_t end = address + bytes;
  const std::size_t last = (end + 3) / 4 - first_;
  for (std::size_t word = address / 4 - first_; word < last;) {
    const std::size_t chunk = word / kChunkWords;
    const std::size_t next = std::min((chunk + 1) * kChunkWords, last);
    const bool is_whole = word % kChunkWords == 0 && next == (chunk + 1) * kChunkWords &&
                          (first_ + word) * 4 >= address && (first_ + next) * 4 <= end;
    if (!is_whole || !write_chunk(chunk)) {
      settle(word);
      while ((word = first_incomplete(word, next)) < next) {
        if (word + 8 <= next && (first_ + word) * 4 >= address && (first_ + word + 8) * 4 <= end &&
            complete_eight(word))
          continue;
        std::atomic<std::uint8_t>& state = words_[word];
        const auto bits = static_cast<std::uint8_t>(mask_of((first_ + word) * 4, address, end) << kWrittenShift);
        if ((state.load(std::memory_order_relaxed) & bits) != bits) state.fetch_or(bits, std::memory_order_relaxed);
        ++word;
      }
    }
    word = next;
  }
}

void MemoryState::lose(std::uintptr_t address, std::size_t bytes) {
  change(address, bytes, [](std::atomic<std::uint8_t>& state, unsigned mask) {
    state.fetch_and(static_cast<std::uint8_t>(~(mask << kWrittenShift)), std::memory_order_relaxed);
  });
  losses_.fetch_add(1, std::memory_order_release);
}

void MemoryState::copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  if (first_unwritten(from, bytes) == from + bytes) return write(to, bytes);
  const auto copy_byte = [this](std::uintptr_t destination, std::uintptr_t source) {
    const unsigned bit = written(source) >> source % 4 & 1U;
    settle(word_of(destination));
    std::atomic<std::uint8_t>& state = words_[word_of(destination)];
    const auto mask = static_cast<std::uint8_t>(1U << (kWrittenShift + destination % 4));
    if (bit != 0) {
      state.fetch_or(mask, std::memory_order_relaxed);
    } else {
      state.fetch_and(static_cast<std::uint8_t>(~mask), std::memory_order_relaxed);
    }
  };
  const bool forward = to <= from;
  for (std::size_t done = 0; done < bytes;) {
    const bool whole =
        to % 4 == from % 4 && bytes - done >= 4 && (forward ? (to + done) % 4 == 0 : (to + bytes - done) % 4 == 0);
    const std::size_t step = whole ? 4 : 1;
    const std::size_t at = forward ? done : bytes - done - step;
    if (whole && written(from + at) == 0xF) {
      settle(word_of(to + at));
      write_word(to + at, 0xF);
    } else {
      for (std::size_t i = 0; i < step; ++i) copy_byte(to + at + i, from + at + i);
    }
    done += step;
  }
  losses_.fetch_add(1, std::memory_order_release);
}

}  // namespace fencepost::detector
