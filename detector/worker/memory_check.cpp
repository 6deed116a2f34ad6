#include "detector/worker/memory_check.h"

#include <algorithm>

#include "detector/symbols/sites.h"
#include "detector/worker/freed_memory.h"
#include "sim/engine/arena.h"
#include "sim/interface/tensor/cells.h"
#include "sim/interface/thread_variables.h"

extern "C" __thread unsigned char fencepost_dynamic_shared[];

namespace fencepost::detector {

namespace {

constexpr unsigned kUpperHalf = 0b1100;

/// Bytes that a compiler leaves out between or behind the members of a struct, which is copied by words: {char, -,
/// short}, {short, char, -}, {char, -, -, -, int}, {int, short, -, -}.
constexpr bool may_be_padding(unsigned missing) {
  return missing == 0b0010 || missing == 0b1000 || missing == 0b1110 || missing == kUpperHalf;
}

/// Structs are copied with their padding, as one value or as a range. True if a read of which the bytes `missing` of
/// a word were never written can be such a copy.
bool may_copy_padding(const CheckedAccess& a, unsigned missing) {
  if (a.writes) return false;
  return a.bytes > kWordBytes ? a.some_written : a.bytes == kWordBytes && may_be_padding(missing);
}

/// threadIdx and its kin, of the running block, lie among what is thread-local as `__shared__` variables do.
bool is_builtin_variable(std::uintptr_t address) {
  const auto lies_in = [&](const sim::Extent& variable) {
    return address - reinterpret_cast<std::uintptr_t>(&variable) < sizeof variable;
  };
  return lies_in(fencepost_thread_idx) || lies_in(fencepost_block_idx) || lies_in(fencepost_block_dim) ||
         lies_in(fencepost_grid_dim) || lies_in(fencepost_block_in_cluster) || lies_in(fencepost_cluster_dim);
}

}  // namespace

MemoryCheck::MemoryCheck(const ShadowRange& shared)
    : shared_(shared),
      shared_owned_(shared.bytes / kWordBytes + 1, std::uint8_t{0xF}),
      written_(std::make_unique<std::uint64_t[]>(shared.bytes / kWordBytes + 1)) {
  Symboliser& symboliser = Sites::instance().symboliser();
  const auto dynamic = symboliser.dynamic_shared();
  if (!memory_checks().bounds || !dynamic) {
    dynamic_bytes_ = ~std::size_t{0};
    return;
  }
  dynamic_begin_ = *dynamic;
  std::ranges::fill(shared_owned_, std::uint8_t{0});
  const auto* const cells = reinterpret_cast<const unsigned char*>(&fencepost_tensor_cells);
  const unsigned char* dynamic_shared = fencepost_dynamic_shared;
  asm("" : "+r"(dynamic_shared));  // As one value: the linker cannot take its relocation out of a subtraction.
  const std::ptrdiff_t begin = cells - dynamic_shared;
  set_owned({begin, begin + static_cast<std::ptrdiff_t>(sizeof fencepost_tensor_cells), nullptr}, true);
  own_static_shared(nullptr);
  mark_cells();
}

void MemoryCheck::own_static_shared(const void* kernel) {
  static_shared_known_ = sim::changes_of_static_shared();
  kernel_ = kernel;
  const auto mine = sim::static_shared_of(kernel);
  const auto is_kept = [](std::span<const sim::SharedRange> among, const sim::SharedRange& range) {
    const auto at = std::ranges::lower_bound(among, range.begin, {}, &sim::SharedRange::begin);
    return at != among.end() && at->begin == range.begin && at->end == range.end;
  };
  bool any_left = false;  // Kernels' own variables may lie in one place: what is left may be a part of what is kept.
  for (const sim::SharedRange& range : static_) {
    if (is_kept(mine, range)) continue;
    set_owned(range, false);
    any_left = true;
  }
  for (const sim::SharedRange& range : mine) {
    if (any_left || !is_kept(static_, range)) set_owned(range, true);
  }
  static_.assign(mine.begin(), mine.end());
}

void MemoryCheck::set_owned(const sim::SharedRange& range, bool is_owned) {
  const std::size_t begin = dynamic_begin_ + static_cast<std::size_t>(range.begin);
  const std::size_t end = std::min(dynamic_begin_ + static_cast<std::size_t>(range.end), shared_.bytes);
  for (std::size_t word = begin / kWordBytes; word * kWordBytes < end; ++word) {
    const std::size_t first = std::max(begin, word * kWordBytes), last = std::min(end, (word + 1) * kWordBytes);
    const unsigned mask = ((1U << (last - first)) - 1) << first % kWordBytes;
    std::uint8_t& owned = shared_owned_[word];
    owned = static_cast<std::uint8_t>(is_owned ? owned | mask : owned & ~mask);
    shared_.cells[word] = owned == kAllBytes ? Cell{} : cell::kWatched;
  }
}

void MemoryCheck::mark_cells() {
  for (std::size_t i = 0; i < shared_owned_.size(); ++i) {
    if (shared_owned_[i] != kAllBytes) shared_.cells[i] = cell::kWatched;
  }
}

void MemoryCheck::set_dynamic(std::size_t bytes) {
  const auto [from, to] = std::minmax(bytes, dynamic_bytes_);
  for (std::size_t word = from / kWordBytes; word * kWordBytes < to; ++word) {
    const std::size_t index = dynamic_begin_ / kWordBytes + word;
    if (index >= shared_owned_.size()) break;
    const std::size_t left = bytes - std::min(bytes, word * kWordBytes);
    shared_owned_[index] = static_cast<std::uint8_t>(left >= kWordBytes ? kAllBytes : (1U << left) - 1);
    shared_.cells[index] = left >= kWordBytes ? Cell{} : cell::kWatched;
  }
  dynamic_bytes_ = bytes;
}

void MemoryCheck::begin_block(const SharedObjects& objects) {
  ++block_serial_;
  if (dynamic_bytes_ == ~std::size_t{0}) return;
  if (static_shared_known_ != sim::changes_of_static_shared() || kernel_ != objects.kernel)
    own_static_shared(objects.kernel);
  if (objects.dynamic_bytes != dynamic_bytes_) set_dynamic(objects.dynamic_bytes);
}

void MemoryCheck::end_block() {
  if (!faults_.empty()) {
    faults_.end(Space::kShared, racy_shared_words_);
    faults_.end(Space::kLocal, {});
  }
  racy_shared_words_.clear();
}

void MemoryCheck::note_unwritten(const CheckedAccess& a, unsigned missing, Space space) {
  const bool partial = may_copy_padding(a, missing);
  if (partial && a.is_range) return;
  MemoryFault fault = fault_of(a, Kind::kUninitializedRead, space);
  fault.partial = partial;
  fault.half_written = a.bytes == kWordBytes && missing == kUpperHalf;
  faults_.add(fault);
}

void MemoryCheck::note(const CheckedAccess& a, Kind kind, Space space, bool partial, bool is_vtable) {
  MemoryFault fault = fault_of(a, kind, space);
  fault.partial = partial;
  fault.is_vtable = is_vtable;
  faults_.add(fault);
}

MemoryFault MemoryCheck::fault_of(const CheckedAccess& a, Kind kind, Space space) const {
  return {.kind = kind,
          .space = space,
          .site = a.site,
          .access = static_cast<std::uint8_t>(a.kind),
          .address = space == Space::kShared  ? a.address - shared_.begin
                     : space == Space::kLocal ? a.address + kLocalBegin
                                              : a.address,
          .bytes = static_cast<std::uint32_t>(std::min<std::size_t>(a.bytes, ~std::uint32_t{0})),
          .at = a.at,
          .local = a.local};
}

void MemoryCheck::outside_local(const CheckedAccess& a) {
  if (memory_checks().bounds) note(a, Kind::kOutOfBounds, Space::kLocal);
}

void MemoryCheck::misaligned(const CheckedAccess& a, bool shared) {
  if (!memory_checks().bounds) return;
  note(a, Kind::kMisaligned, shared ? Space::kShared : Space::kGlobal, a.is_range);
}

void MemoryCheck::invalid_address(const CheckedAccess& a) {
  if (memory_checks().bounds) note(a, Kind::kInvalidAddress, Space::kGlobal);
}

void MemoryCheck::host_vtable(const CheckedAccess& a) {
  if (memory_checks().bounds) note(a, Kind::kInvalidAddress, Space::kGlobal, false, true);
}

CheckedWord MemoryCheck::global_word(const CheckedAccess& a, MemoryState& state, std::uintptr_t word, unsigned mask) {
  const unsigned owned = state.owned(word);
  unsigned written = state.written(word);
  if ((mask & ~owned) != 0) {
    if (!memory_checks().bounds) {
      // Nothing is known of such a word.
      return {mask, false};
    }
    // Where no memory is, the access itself will fail, and be reported.
    const bool in_arena = sim::arena_bounds.contains(reinterpret_cast<const void*>(word));
    if (!in_arena || sim::Arena::is_backed(reinterpret_cast<const void*>(word))) {
      const bool was_freed = in_arena && FreedMemory::instance().find(a.address).has_value();
      note(a, was_freed ? Kind::kUseAfterFree : Kind::kOutOfBounds, Space::kGlobal);
      // Freed by the running kernel: perhaps at the same time.
      if (was_freed && sim::Arena::instance().find(reinterpret_cast<const void*>(word))) return {mask, true};
    }
    mask &= owned;
    if (mask == 0) return {0, true};
  }
  if (memory_checks().written) {
    const unsigned missing = a.reads ? mask & ~written : 0;
    if (missing != 0) note_unwritten(a, missing, Space::kGlobal);
    // What an atomic operation makes of unwritten memory is no better.
    if (a.writes && missing == 0 && (mask & ~written) != 0) {
      state.write_word(word, mask);
      written |= mask;
    }
  }
  return {mask, owned != kAllBytes || (memory_checks().written && written != kAllBytes)};
}

unsigned MemoryCheck::shared_written(std::uintptr_t word) const {
  const std::uint64_t entry = written_[shared_index(word)];
  return entry >> 4 == block_serial_ ? static_cast<unsigned>(entry & 0xF) : 0;
}

CheckedWord MemoryCheck::shared_word(const CheckedAccess& a, std::uintptr_t word, unsigned mask) {
  const unsigned owned = shared_owned_[shared_index(word)];
  if ((mask & ~owned) != 0) {
    if (owned == 0 && !a.writes && is_builtin_variable(a.address)) return {0, true};
    note(a, Kind::kOutOfBounds, Space::kShared);
    mask &= owned;
    if (mask == 0) return {0, true};
  }
  unsigned written = shared_written(word);
  if (memory_checks().written) {
    const unsigned missing = a.reads ? mask & ~written : 0;
    if (missing != 0) note_unwritten(a, missing, Space::kShared);
    if (a.writes && missing == 0) {
      written |= mask;
      written_[shared_index(word)] = block_serial_ << 4 | written;
    }
  }
  return {mask, owned != kAllBytes || (memory_checks().written && written != kAllBytes)};
}

bool MemoryCheck::is_complete(std::uintptr_t word) const {
  return shared_owned_[shared_index(word)] == kAllBytes && shared_written(word) == kAllBytes;
}

Cell MemoryCheck::cell_between_intervals(std::uintptr_t word) const {
  return shared_owned_[shared_index(word)] == kAllBytes ? Cell{} : cell::kWatched;
}

}  // namespace fencepost::detector
