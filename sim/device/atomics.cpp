// The atomic functions of sim/include/fencepost_atomics.h, cuda_fp16.h and cuda_bf16.h.
//
// CUDA's atomics are relaxed; on x86-64 a read-modify-write is sequentially consistent whatever one asks for.
#include <bit>
#include <cstdint>
#include <type_traits>

#include "sim/interface/atomic_hook.h"
#define __CUDACC__  // For the device functions of the headers.
#include "sim/include/cuda_bf16.h"
#include "sim/include/fencepost_atomics.h"

namespace {

template <std::size_t Bytes>
struct BitsOf;
template <>
struct BitsOf<2> {
  using Type = std::uint16_t;
};
template <>
struct BitsOf<4> {
  using Type = std::uint32_t;
};
template <>
struct BitsOf<8> {
  using Type = std::uint64_t;
};

/// Replaces *address by step(*address) and returns the old value. Must be inlined: the hook needs the return address of
/// the function the user called.
template <class T, class Step>
[[gnu::always_inline]] inline T update(T* address, const void* pc, Step step) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  if constexpr (std::is_same_v<T, __half2> || std::is_same_v<T, __nv_bfloat162>) {
    fencepost::sim::before_packed_update(address, sizeof(T), 2, pc);
  } else {
    fencepost::sim::before_atomic(address, sizeof(T), fencepost::sim::AtomicKind::kUpdate, pc);
  }
  auto* const location = reinterpret_cast<Bits*>(address);
  Bits old = __atomic_load_n(location, __ATOMIC_RELAXED);
  for (;;) {
    const T value = std::bit_cast<T>(old);
    const Bits desired = std::bit_cast<Bits>(step(value));
    if (__atomic_compare_exchange_n(location, &old, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) return value;
  }
}

template <class T>
[[gnu::always_inline]] inline T compare_and_swap(T* address, T compare, T value, const void* pc) {
  fencepost::sim::before_atomic(address, sizeof(T), fencepost::sim::AtomicKind::kUpdate, pc);
  __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return compare;  // What was found, whether it was replaced or not.
}

}  // namespace

#define FENCEPOST_UPDATE(name, type, expression)                                                   \
  type name(type* address, type value) {                                                           \
    return update(address, __builtin_return_address(0), [value](type old) { return expression; }); \
  }
#define FENCEPOST_BUILTIN(name, type, builtin) FENCEPOST_BUILTIN_OF(name, type, builtin, kUpdate)
#define FENCEPOST_BUILTIN_OF(name, type, builtin, kind)                                    \
  type name(type* address, type value) {                                                   \
    fencepost::sim::before_atomic(address, sizeof(type), fencepost::sim::AtomicKind::kind, \
                                  __builtin_return_address(0));                            \
    return builtin(address, value, __ATOMIC_SEQ_CST);                                      \
  }

FENCEPOST_BUILTIN(atomicAdd, int, __atomic_fetch_add)
FENCEPOST_BUILTIN(atomicAdd, unsigned int, __atomic_fetch_add)
FENCEPOST_BUILTIN(atomicAdd, unsigned long long, __atomic_fetch_add)
FENCEPOST_UPDATE(atomicAdd, float, old + value)
FENCEPOST_UPDATE(atomicAdd, double, old + value)
FENCEPOST_UPDATE(atomicAdd, __half, __hadd(old, value))
FENCEPOST_UPDATE(atomicAdd, __half2, __hadd2(old, value))
FENCEPOST_UPDATE(atomicAdd, __nv_bfloat16, __hadd(old, value))
FENCEPOST_UPDATE(atomicAdd, __nv_bfloat162, __hadd2(old, value))
FENCEPOST_BUILTIN(atomicSub, int, __atomic_fetch_sub)
FENCEPOST_BUILTIN(atomicSub, unsigned int, __atomic_fetch_sub)
FENCEPOST_BUILTIN_OF(atomicExch, int, __atomic_exchange_n, kExchange)
FENCEPOST_BUILTIN_OF(atomicExch, unsigned int, __atomic_exchange_n, kExchange)
FENCEPOST_BUILTIN_OF(atomicExch, unsigned long long, __atomic_exchange_n, kExchange)

float atomicExch(float* address, float value) {
  fencepost::sim::before_atomic(address, sizeof(float), fencepost::sim::AtomicKind::kExchange,
                                __builtin_return_address(0));
  __atomic_exchange(address, &value, &value, __ATOMIC_SEQ_CST);
  return value;
}

FENCEPOST_UPDATE(atomicMin, int, old < value ? old : value)
FENCEPOST_UPDATE(atomicMin, unsigned int, old < value ? old : value)
FENCEPOST_UPDATE(atomicMin, long long, old < value ? old : value)
FENCEPOST_UPDATE(atomicMin, unsigned long long, old < value ? old : value)
FENCEPOST_UPDATE(atomicMax, int, old > value ? old : value)
FENCEPOST_UPDATE(atomicMax, unsigned int, old > value ? old : value)
FENCEPOST_UPDATE(atomicMax, long long, old > value ? old : value)
FENCEPOST_UPDATE(atomicMax, unsigned long long, old > value ? old : value)
FENCEPOST_UPDATE(atomicInc, unsigned int, old >= value ? 0 : old + 1)
FENCEPOST_UPDATE(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
FENCEPOST_BUILTIN(atomicAnd, int, __atomic_fetch_and)
FENCEPOST_BUILTIN(atomicAnd, unsigned int, __atomic_fetch_and)
FENCEPOST_BUILTIN(atomicAnd, long long, __atomic_fetch_and)
FENCEPOST_BUILTIN(atomicAnd, unsigned long long, __atomic_fetch_and)
FENCEPOST_BUILTIN(atomicOr, int, __atomic_fetch_or)
FENCEPOST_BUILTIN(atomicOr, unsigned int, __atomic_fetch_or)
FENCEPOST_BUILTIN(atomicOr, long long, __atomic_fetch_or)
FENCEPOST_BUILTIN(atomicOr, unsigned long long, __atomic_fetch_or)
FENCEPOST_BUILTIN(atomicXor, int, __atomic_fetch_xor)
FENCEPOST_BUILTIN(atomicXor, unsigned int, __atomic_fetch_xor)
FENCEPOST_BUILTIN(atomicXor, long long, __atomic_fetch_xor)
FENCEPOST_BUILTIN(atomicXor, unsigned long long, __atomic_fetch_xor)

int atomicCAS(int* address, int compare, int value) {
  return compare_and_swap(address, compare, value, __builtin_return_address(0));
}
unsigned int atomicCAS(unsigned int* address, unsigned int compare, unsigned int value) {
  return compare_and_swap(address, compare, value, __builtin_return_address(0));
}
unsigned long long atomicCAS(unsigned long long* address, unsigned long long compare, unsigned long long value) {
  return compare_and_swap(address, compare, value, __builtin_return_address(0));
}
extern "C" __attribute__((target("cx16"))) void fencepost_exchange_wide(void* address, const unsigned __int128* value,
                                                                        unsigned __int128* found, bool compares) {
  using fencepost::sim::AtomicKind;
  fencepost::sim::before_atomic(address, sizeof(*value), compares ? AtomicKind::kUpdate : AtomicKind::kExchange,
                                __builtin_return_address(0));
  auto* const location = static_cast<unsigned __int128*>(address);
  unsigned __int128 expected = compares ? *found : 0;
  for (;;) {
    *found = __sync_val_compare_and_swap(location, expected, *value);
    if (compares || *found == expected) return;
    expected = *found;
  }
}
unsigned short atomicCAS(unsigned short* address, unsigned short compare, unsigned short value) {
  return compare_and_swap(address, compare, value, __builtin_return_address(0));
}
