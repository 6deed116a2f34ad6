// The functions that -fsanitize=thread makes the compiler call. One line each: what they check is in access_state.h and
// access_check.cpp.
#include <cstddef>
#include <cstdint>

#include "detector/access_state.h"
#include "detector/sites.h"
#include "sim/block_runner.h"
#include "sim/current.h"

namespace fencepost::detector {
namespace {

__attribute__((noinline)) void check_slowly(std::uintptr_t address, std::uint32_t bytes, unsigned kind, const void* pc) {
  check_access(address, bytes, kind, pc);
}

/// The check of an access of `kBytes`, as far as it is the common case: an aligned word or part of a word of shared or device
/// memory, touched as it was last time.
template <std::uint32_t kBytes, unsigned kKind>
[[gnu::always_inline]] inline void check(const void* pointer, const void* pc) {
  AccessState& state = access_state;
  if (state.epoch_bits == 0) return;
  ++state.accesses;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::uint64_t access = state.epoch_bits | std::uint64_t{state.sites[reinterpret_cast<std::uintptr_t>(pc)]}
                                                      << cell::kSiteShift | sim::current.thread;
  const Cell* c = nullptr;
  if (state.shared.contains(address)) {
    c = &state.shared.cell(address);
  } else if (state.arena.contains(address)) {
    c = &state.arena.cell(address);
  } else {
    return check_slowly(address, kBytes, kKind, pc);
  }
  if constexpr (kBytes <= kWordBytes) {
    const unsigned place = address % kWordBytes;
    const std::uint64_t here = access | cell::tag(kKind, ((1U << kBytes) - 1) << place & kAllBytes);
    const bool within_word = kBytes == 1 || place + kBytes <= kWordBytes;
    if (within_word && cell::repeats(*c, here)) return;
    if (within_word && (kKind & kWrites) == 0 && cell::read_adds_nothing(*c, here)) return;
  } else {
    const std::uint64_t here = access | cell::tag(kKind, kAllBytes);
    bool known = address % kWordBytes == 0;
    for (std::uint32_t i = 0; i < kBytes / kWordBytes; ++i) {
      known = known && (cell::repeats(c[i], here) || ((kKind & kWrites) == 0 && cell::read_adds_nothing(c[i], here)));
    }
    if (known) return;
  }
  check_slowly(address, kBytes, kKind, pc);
}

template <std::uint32_t kBytes, unsigned kKind>
[[gnu::always_inline]] inline void check_volatile(const void* pointer, const void* pc) {
  if (access_state.epoch_bits == 0) return;
  check<kBytes, kKind>(pointer, pc);
  sim::current.runner->strong_operation();
}

}  // namespace
}  // namespace fencepost::detector

using namespace fencepost::detector;  // NOLINT: this file is the ABI only

#define FENCEPOST_CALLER __builtin_return_address(0)
#define FENCEPOST_CALLBACKS(bytes)                                                                                       \
  void __tsan_read##bytes(void* p) { check<bytes, kPlainRead>(p, FENCEPOST_CALLER); }                                    \
  void __tsan_write##bytes(void* p) { check<bytes, kWrites>(p, FENCEPOST_CALLER); }                                      \
  void __tsan_unaligned_read##bytes(void* p) { check<bytes, kPlainRead>(p, FENCEPOST_CALLER); }                          \
  void __tsan_unaligned_write##bytes(void* p) { check<bytes, kWrites>(p, FENCEPOST_CALLER); }                            \
  void __tsan_volatile_read##bytes(void* p) { check_volatile<bytes, kStrong>(p, FENCEPOST_CALLER); }                     \
  void __tsan_volatile_write##bytes(void* p) { check_volatile<bytes, kStrong | kWrites>(p, FENCEPOST_CALLER); }          \
  void __tsan_unaligned_volatile_read##bytes(void* p) { check_volatile<bytes, kStrong>(p, FENCEPOST_CALLER); }           \
  void __tsan_unaligned_volatile_write##bytes(void* p) { check_volatile<bytes, kStrong | kWrites>(p, FENCEPOST_CALLER); } \
  void __tsan_read_write##bytes(void* p) {                                                                               \
    check<bytes, kPlainRead>(p, FENCEPOST_CALLER);                                                                       \
    check<bytes, kWrites>(p, FENCEPOST_CALLER);                                                                          \
  }                                                                                                                      \
  void __tsan_unaligned_read_write##bytes(void* p) {                                                                     \
    check<bytes, kPlainRead>(p, FENCEPOST_CALLER);                                                                       \
    check<bytes, kWrites>(p, FENCEPOST_CALLER);                                                                          \
  }

extern "C" {

FENCEPOST_CALLBACKS(1)
FENCEPOST_CALLBACKS(2)
FENCEPOST_CALLBACKS(4)
FENCEPOST_CALLBACKS(8)
FENCEPOST_CALLBACKS(16)

void __tsan_read_range(void* p, std::size_t n) {
  check_range(reinterpret_cast<std::uintptr_t>(p), n, kPlainRead, FENCEPOST_CALLER);
}
void __tsan_write_range(void* p, std::size_t n) {
  check_range(reinterpret_cast<std::uintptr_t>(p), n, kWrites, FENCEPOST_CALLER);
}
void __tsan_vptr_update(void** p, void* /*value*/) { check<8, kWrites>(p, FENCEPOST_CALLER); }
void __tsan_vptr_read(void** p) { check<8, kPlainRead>(p, FENCEPOST_CALLER); }
void __tsan_func_entry(void* /*caller*/) {}
void __tsan_func_exit() {}

}  // extern "C"
