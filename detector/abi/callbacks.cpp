// The functions that -fsanitize=thread and -fsanitize-coverage make the compiler call. One line each: what they check
// is in callback_checks.h.
#include <cstddef>
#include <cstdint>

#include "detector/abi/callback_checks.h"
#include "detector/check/host_vtables.h"
#include "detector/check/misaligned_store.h"
#include "detector/shadow/access_state.h"
#include "detector/worker/access_listener.h"
#include "sim/interface/current.h"
#include "sim/interface/inlined_checks.h"

using namespace fencepost::detector;  // NOLINT: this file is the ABI only

#define FENCEPOST_CALLER __builtin_return_address(0)
#define FENCEPOST_CALLBACKS(bytes)                                                                                     \
  void __tsan_read##bytes(void* p) { check<bytes, kPlainRead>(p, FENCEPOST_CALLER); }                                  \
  void __tsan_write##bytes(void* p) { check<bytes, kWrites>(p, FENCEPOST_CALLER); }                                    \
  void __tsan_unaligned_read##bytes(void* p) { check_unaligned(p, bytes, kPlainRead, FENCEPOST_CALLER); }              \
  void __tsan_unaligned_write##bytes(void* p) { check_unaligned(p, bytes, kWrites, FENCEPOST_CALLER); }                \
  void __tsan_volatile_read##bytes(void* p) { check_volatile<bytes, kStrong>(p, FENCEPOST_CALLER); }                   \
  void __tsan_volatile_write##bytes(void* p) { check_volatile<bytes, kStrong | kWrites>(p, FENCEPOST_CALLER); }        \
  void __tsan_unaligned_volatile_read##bytes(void* p) { check_volatile<bytes, kStrong>(p, FENCEPOST_CALLER); }         \
  void __tsan_unaligned_volatile_write##bytes(void* p) {                                                               \
    check_volatile<bytes, kStrong | kWrites>(p, FENCEPOST_CALLER);                                                     \
  }                                                                                                                    \
  void __tsan_passing_read##bytes(void* p) { check_strong_in_passing<bytes, kStrong>(p, FENCEPOST_CALLER); }           \
  void __tsan_passing_write##bytes(void* p) {                                                                          \
    check_strong_in_passing<bytes, kStrong | kWrites>(p, FENCEPOST_CALLER);                                            \
  }                                                                                                                    \
  void __tsan_unaligned_passing_read##bytes(void* p) { check_strong_in_passing<bytes, kStrong>(p, FENCEPOST_CALLER); } \
  void __tsan_unaligned_passing_write##bytes(void* p) {                                                                \
    check_strong_in_passing<bytes, kStrong | kWrites>(p, FENCEPOST_CALLER);                                            \
  }                                                                                                                    \
  void __tsan_read_write##bytes(void* p) {                                                                             \
    check<bytes, kPlainRead>(p, FENCEPOST_CALLER);                                                                     \
    check<bytes, kWrites>(p, FENCEPOST_CALLER);                                                                        \
  }                                                                                                                    \
  void __tsan_unaligned_read_write##bytes(void* p) {                                                                   \
    check_unaligned(p, bytes, kPlainRead, FENCEPOST_CALLER);                                                           \
    check_unaligned(p, bytes, kWrites, FENCEPOST_CALLER);                                                              \
  }

namespace {

using namespace fencepost;  // NOLINT

static_assert(offsetof(AccessState, epoch_bits) == inlined_checks::kEpoch);
static_assert(offsetof(AccessState, block_bits) == inlined_checks::kBlock);
static_assert(offsetof(AccessState, accesses) == inlined_checks::kAccesses);
static_assert(offsetof(AccessState, shared) + offsetof(ShadowRange, begin) == inlined_checks::kSharedBegin);
static_assert(offsetof(AccessState, shared) + offsetof(ShadowRange, bytes) == inlined_checks::kSharedBytes);
static_assert(offsetof(AccessState, shared) + offsetof(ShadowRange, cells) == inlined_checks::kSharedCells);
static_assert(offsetof(AccessState, pending) + offsetof(PendingWrite, global) == inlined_checks::kPending);
static_assert(offsetof(AccessState, owned) + offsetof(OwnedWords, begin) == inlined_checks::kOwnedBegin);
static_assert(offsetof(AccessState, owned) + offsetof(OwnedWords, bytes) == inlined_checks::kOwnedBytes);
static_assert(offsetof(AccessState, owned) + offsetof(OwnedWords, words) == inlined_checks::kOwnedWords);
static_assert(offsetof(AccessState, arena) + offsetof(ShadowRange, begin) == inlined_checks::kArenaBegin);
static_assert(offsetof(AccessState, arena) + offsetof(ShadowRange, bytes) == inlined_checks::kArenaBytes);
static_assert(offsetof(AccessState, arena) + offsetof(ShadowRange, cells) == inlined_checks::kArenaCells);
static_assert(offsetof(AccessState, launch_bits) == inlined_checks::kLaunch);
static_assert(offsetof(AccessState, states) == inlined_checks::kCompleteWords);
static_assert(offsetof(AccessState, touched) == inlined_checks::kTouched);
static_assert(offsetof(AccessState, arena_shadow) == inlined_checks::kArenaShadow);
static_assert(offsetof(AccessState, values) == inlined_checks::kValues);
static_assert(offsetof(AccessState, quiet) == inlined_checks::kQuiet);
static_assert(offsetof(AccessState, past) == inlined_checks::kPast &&
              offsetof(AccessState, past_differs) == inlined_checks::kPastDiffers &&
              sizeof(AccessState) >= inlined_checks::kStateBytes);
static_assert(offsetof(AccessState, first_reads) == inlined_checks::kFirstReads &&
              offsetof(AccessState, read_tags) == inlined_checks::kReadTags &&
              offsetof(AccessState, read_tag) == inlined_checks::kReadTag &&
              offsetof(AccessState, first_read_here) == inlined_checks::kFirstReadHere);
static_assert(first_read::kRankBits == inlined_checks::kReadLineShift &&
              first_read::kBits == inlined_checks::kReadTagShift);
static_assert(offsetof(WordPast, settled) == inlined_checks::kSettled &&
              sizeof(WordPast) == inlined_checks::kPastBytes);
static_assert(offsetof(AccessState, modes) == inlined_checks::kModes);
static_assert(offsetof(PendingWrite, global) == 0 && offsetof(PendingWrite, address) == 8 &&
              offsetof(PendingWrite, bytes) == 16);
static_assert(GlobalShadow::kPageWords == 1U << inlined_checks::kPageShift &&
              GlobalShadow::kAlone == inlined_checks::kAlone);
static_assert(MemoryState::kComplete == 0xFF);
static_assert(cell::kMaskShift == inlined_checks::kMaskShift && cell::kEpochShift == inlined_checks::kEpochShift &&
              cell::kSecondThreadsShift == inlined_checks::kSecondThreadsShift &&
              cell::kSecondShift == inlined_checks::kSecondShift && cell::kStateShift == inlined_checks::kStateShift &&
              cell::kTwo == inlined_checks::kTwo && cell::kList == inlined_checks::kList &&
              cell::kHasValue == inlined_checks::kHasValue && cell::kValuesDiffer == inlined_checks::kValuesDiffer);
static_assert(offsetof(sim::ArenaBounds, begin) == 0 && offsetof(sim::ArenaBounds, device_bytes) == 8);
static_assert(offsetof(sim::HostWatch, begin) == 0 && offsetof(sim::HostWatch, bytes) == 8);
static_assert(cell::kWatched.first == inlined_checks::kWatched && kAllBytes == inlined_checks::kAllOwned);
static_assert(offsetof(sim::Current, thread) == inlined_checks::kThread && sizeof(sim::Current::thread) == 4);
static_assert(offsetof(sim::Current, order) == inlined_checks::kOrder && sizeof(sim::Current::order) == 1);
static_assert(offsetof(sim::Current, alone) == inlined_checks::kRunsAlone && sizeof(sim::Current::alone) == 1);
static_assert(offsetof(sim::Current, turn) == inlined_checks::kTurn && offsetof(sim::Turn, operations) == 0 &&
              offsetof(sim::Turn, length) == 4);
static_assert(offsetof(sim::Current, place) == inlined_checks::kAtomicPlace);
static_assert(offsetof(sim::Current, operands) == inlined_checks::kOperands &&
              offsetof(sim::Current, results) == inlined_checks::kResults &&
              offsetof(sim::Current, asked) == inlined_checks::kAsked &&
              sizeof(sim::Current) == inlined_checks::kCurrentBytes);
static_assert(offsetof(Cell, first) == 0 && offsetof(Cell, second) == 8 && sizeof(Cell) == 16);
static_assert(kWordBytes == 1U << inlined_checks::kWordShift && cell::kThreadMask == inlined_checks::kThreadMask &&
              cell::kSeveralWarps == inlined_checks::kSeveralWarps);

}  // namespace

extern "C" {

FENCEPOST_CALLBACKS(1)
FENCEPOST_CALLBACKS(2)
FENCEPOST_CALLBACKS(4)
FENCEPOST_CALLBACKS(8)
FENCEPOST_CALLBACKS(16)

/// Once it has a number, it keeps that.
inline void name_place(inlined_checks::Place& place, unsigned kind, const void* pc) {
  if (__atomic_load_n(&place, __ATOMIC_RELAXED) == 0) [[unlikely]]
    tell_place(place, kind, pc);
}

/// The same of accesses of which the kernel decides the common cases itself: it is told the place's number.
#define FENCEPOST_PLACE_CALLBACKS(bytes)                                     \
  void fencepost_place_read##bytes(void* p, inlined_checks::Place* place) {  \
    check<bytes, kPlainRead>(p, FENCEPOST_CALLER);                           \
    name_place(*place, kPlainRead, FENCEPOST_CALLER);                        \
  }                                                                          \
  void fencepost_place_write##bytes(void* p, inlined_checks::Place* place) { \
    check<bytes, kWrites>(p, FENCEPOST_CALLER);                              \
    name_place(*place, kWrites, FENCEPOST_CALLER);                           \
  }
FENCEPOST_PLACE_CALLBACKS(1)
FENCEPOST_PLACE_CALLBACKS(2)
FENCEPOST_PLACE_CALLBACKS(4)
FENCEPOST_PLACE_CALLBACKS(8)
FENCEPOST_PLACE_CALLBACKS(16)

/// Of `n` bytes, which are whole words if they are aligned so.
void fencepost_place_read_range(void* p, inlined_checks::Place* place, std::size_t n) {
  check_unaligned(p, n, kPlainRead, FENCEPOST_CALLER);
  name_place(*place, kPlainRead, FENCEPOST_CALLER);
}
void fencepost_place_write_range(void* p, inlined_checks::Place* place, std::size_t n) {
  check_unaligned(p, n, kWrites, FENCEPOST_CALLER);
  name_place(*place, kWrites, FENCEPOST_CALLER);
}
void __tsan_read_range(void* p, std::size_t n) {
  if (access_state.epoch_bits != 0) ++access_state.accesses;
  check_range(reinterpret_cast<std::uintptr_t>(p), n, kPlainRead, FENCEPOST_CALLER);
}
void __tsan_write_range(void* p, std::size_t n) {
  if (access_state.epoch_bits != 0) ++access_state.accesses;
  check_range(reinterpret_cast<std::uintptr_t>(p), n, kWrites, FENCEPOST_CALLER);
}
void __tsan_vptr_update(void** p, void* value) {
  if (HostVtables::are_used) HostVtables::instance().construct(p, value, fencepost::sim::current.in_kernel);
  check<8, kWrites>(p, FENCEPOST_CALLER);
}
/// Before a store of more than 16 bytes, to a type that is aligned more than 8: __tsan_write_range tells what it
/// writes.
void fencepost_aligned_store(const void* p, std::size_t n, std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  if ((address & (alignment - 1)) == 0 || access_state.epoch_bits == 0) return;
  report_misaligned_store(address, n, FENCEPOST_CALLER);
}
/// Before the word with a bit-field is read, to store the bit-field.
void fencepost_bit_field_store(const void* p, std::size_t n) {
  store_bit_field(reinterpret_cast<std::uintptr_t>(p), n);
}
void __tsan_func_entry(void* /*caller*/) {}
void __tsan_func_exit() {}

/// At the begin of each basic block, in programs compiled with --profile. Their functions keep frame pointers: this
/// one's frame begins with the address of its caller's.
void __sanitizer_cov_trace_pc() {
  const AccessState& state = access_state;
  if (state.listener == nullptr || state.epoch_bits == 0) return;
  state.listener->on_basic_block(FENCEPOST_CALLER, *static_cast<void* const*>(__builtin_frame_address(0)));
}

/// In programs compiled with --record-locals.
void fencepost_scope(unsigned kind, const char* file, unsigned line, const fencepost_rt::ScopeValue* values,
                     unsigned count) {
  const AccessState& state = access_state;
  if (state.listener == nullptr || state.epoch_bits == 0) return;
  state.listener->on_scope(kind, file, line, {values, count});
}

}  // extern "C"
