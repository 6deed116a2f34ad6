// The functions that -fsanitize=thread puts in place of C++ atomic operations. They must perform the operation.
//
// Every operation is sequentially consistent here, whatever order was asked for: stronger than required, never wrong.
#include <cstddef>
#include <cstdint>

#include "sim/interface/atomic_hook.h"
#include "sim/interface/current.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

namespace {

template <class T>
void tell(const volatile T* address, fencepost::sim::AtomicKind kind, int order, const void* pc) {
  const bool acquires = order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order >= __ATOMIC_ACQ_REL;
  if (acquires) fencepost::sim::current.order |= fencepost::sim::kAcquires;
  if (order >= __ATOMIC_RELEASE) fencepost::sim::current.order |= fencepost::sim::kReleases;
  fencepost::sim::before_atomic(const_cast<const T*>(address), sizeof(T), kind, pc);
}

constexpr auto kLoad = fencepost::sim::AtomicKind::kLoad;
constexpr auto kStore = fencepost::sim::AtomicKind::kStore;
constexpr auto kUpdate = fencepost::sim::AtomicKind::kUpdate;
constexpr auto kExchange = fencepost::sim::AtomicKind::kExchange;

}  // namespace

#define FENCEPOST_ATOMICS(bits, T)                                                                                 \
  T __tsan_atomic##bits##_load(const volatile T* a, int order) {                                                   \
    tell(a, kLoad, order, FENCEPOST_CALLER);                                                                       \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                                   \
  }                                                                                                                \
  void __tsan_atomic##bits##_store(volatile T* a, T v, int order) {                                                \
    tell(a, kStore, order, FENCEPOST_CALLER);                                                                      \
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                                      \
  }                                                                                                                \
  T __tsan_atomic##bits##_exchange(volatile T* a, T v, int order) {                                                \
    tell(a, kExchange, order, FENCEPOST_CALLER);                                                                   \
    return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                                \
  T __tsan_atomic##bits##_fetch_add(volatile T* a, T v, int order) {                                               \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    return __atomic_fetch_add(a, v, __ATOMIC_SEQ_CST);                                                             \
  }                                                                                                                \
  T __tsan_atomic##bits##_fetch_sub(volatile T* a, T v, int order) {                                               \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    return __atomic_fetch_sub(a, v, __ATOMIC_SEQ_CST);                                                             \
  }                                                                                                                \
  T __tsan_atomic##bits##_fetch_and(volatile T* a, T v, int order) {                                               \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    return __atomic_fetch_and(a, v, __ATOMIC_SEQ_CST);                                                             \
  }                                                                                                                \
  T __tsan_atomic##bits##_fetch_or(volatile T* a, T v, int order) {                                                \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    return __atomic_fetch_or(a, v, __ATOMIC_SEQ_CST);                                                              \
  }                                                                                                                \
  T __tsan_atomic##bits##_fetch_xor(volatile T* a, T v, int order) {                                               \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    return __atomic_fetch_xor(a, v, __ATOMIC_SEQ_CST);                                                             \
  }                                                                                                                \
  T __tsan_atomic##bits##_fetch_nand(volatile T* a, T v, int order) {                                              \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    return __atomic_fetch_nand(a, v, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* a, T* expected, T v, int order, int /*failure*/) { \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    return __atomic_compare_exchange_n(a, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;         \
  }                                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* a, T* expected, T v, int order, int /*failure*/) {   \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    return __atomic_compare_exchange_n(a, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;         \
  }                                                                                                                \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* a, T expected, T v, int order, int /*failure*/) {       \
    tell(a, kUpdate, order, FENCEPOST_CALLER);                                                                     \
    __atomic_compare_exchange_n(a, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                       \
    return expected;                                                                                               \
  }

extern "C" {

FENCEPOST_ATOMICS(8, std::uint8_t)
FENCEPOST_ATOMICS(16, std::uint16_t)
FENCEPOST_ATOMICS(32, std::uint32_t)
FENCEPOST_ATOMICS(64, std::uint64_t)

void __tsan_atomic_thread_fence(int /*order*/) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int /*order*/) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

}  // extern "C"
