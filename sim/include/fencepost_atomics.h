// Atomic functions. Defined in sim/device/atomics.cpp, out of line: the access is then the runtime's, not the
// compiler's, and its place in the kernel is the return address.
#pragma once

#include "vector_types.h"

#define FENCEPOST_ATOMIC(name, type) type name(type* address, type value)

FENCEPOST_ATOMIC(atomicAdd, int);
FENCEPOST_ATOMIC(atomicAdd, unsigned int);
FENCEPOST_ATOMIC(atomicAdd, unsigned long long);
FENCEPOST_ATOMIC(atomicAdd, float);
FENCEPOST_ATOMIC(atomicAdd, double);
FENCEPOST_ATOMIC(atomicSub, int);
FENCEPOST_ATOMIC(atomicSub, unsigned int);
FENCEPOST_ATOMIC(atomicExch, int);
FENCEPOST_ATOMIC(atomicExch, unsigned int);
FENCEPOST_ATOMIC(atomicExch, unsigned long long);
FENCEPOST_ATOMIC(atomicExch, float);
FENCEPOST_ATOMIC(atomicMin, int);
FENCEPOST_ATOMIC(atomicMin, unsigned int);
FENCEPOST_ATOMIC(atomicMin, long long);
FENCEPOST_ATOMIC(atomicMin, unsigned long long);
FENCEPOST_ATOMIC(atomicMax, int);
FENCEPOST_ATOMIC(atomicMax, unsigned int);
FENCEPOST_ATOMIC(atomicMax, long long);
FENCEPOST_ATOMIC(atomicMax, unsigned long long);
FENCEPOST_ATOMIC(atomicInc, unsigned int);
FENCEPOST_ATOMIC(atomicDec, unsigned int);
FENCEPOST_ATOMIC(atomicAnd, int);
FENCEPOST_ATOMIC(atomicAnd, unsigned int);
FENCEPOST_ATOMIC(atomicAnd, long long);
FENCEPOST_ATOMIC(atomicAnd, unsigned long long);
FENCEPOST_ATOMIC(atomicOr, int);
FENCEPOST_ATOMIC(atomicOr, unsigned int);
FENCEPOST_ATOMIC(atomicOr, long long);
FENCEPOST_ATOMIC(atomicOr, unsigned long long);
FENCEPOST_ATOMIC(atomicXor, int);
FENCEPOST_ATOMIC(atomicXor, unsigned int);
FENCEPOST_ATOMIC(atomicXor, long long);
FENCEPOST_ATOMIC(atomicXor, unsigned long long);

#undef FENCEPOST_ATOMIC

int atomicCAS(int* address, int compare, int value);
unsigned int atomicCAS(unsigned int* address, unsigned int compare, unsigned int value);
unsigned long long atomicCAS(unsigned long long* address, unsigned long long compare, unsigned long long value);
unsigned short atomicCAS(unsigned short* address, unsigned short compare, unsigned short value);

// The forms for other scopes.

/// Of the thread's next atomic operation. Bits: 1 acquires, 2 releases, 4 among the threads of the block only.
extern "C" void fencepost_atomic_order(int bits);

namespace fencepost_rt {
/// The hardware exchanges such objects as a whole, since sm_90.
template <class T>
constexpr bool kIsWide = sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T);

template <class T, bool = kIsWide<T>>
struct Same {
  using Type = T;
};

/// Vectors, and what is as wide, have forms of their own, below.
template <class T>
struct Same<T, true> {};
template <>
struct Same<float2> {};

template <class T, bool = kIsWide<T>>
struct Wide {};
template <class T>
struct Wide<T, true> {
  using Type = T;
};
template <class T>
struct AddedVector {};
template <>
struct AddedVector<float2> {
  using Type = float2;
};
template <>
struct AddedVector<float4> {
  using Type = float4;
};
}  // namespace fencepost_rt

#define FENCEPOST_SCOPED(name)                                                                                    \
  template <class T>                                                                                              \
  inline __attribute__((always_inline)) T name##_block(T* address, typename fencepost_rt::Same<T>::Type value) {  \
    fencepost_atomic_order(4);                                                                                    \
    return name(address, value);                                                                                  \
  }                                                                                                               \
  template <class T>                                                                                              \
  inline __attribute__((always_inline)) T name##_system(T* address, typename fencepost_rt::Same<T>::Type value) { \
    return name(address, value);                                                                                  \
  }

FENCEPOST_SCOPED(atomicAdd)
FENCEPOST_SCOPED(atomicSub)
FENCEPOST_SCOPED(atomicExch)
FENCEPOST_SCOPED(atomicMin)
FENCEPOST_SCOPED(atomicMax)
FENCEPOST_SCOPED(atomicInc)
FENCEPOST_SCOPED(atomicDec)
FENCEPOST_SCOPED(atomicAnd)
FENCEPOST_SCOPED(atomicOr)
FENCEPOST_SCOPED(atomicXor)

#undef FENCEPOST_SCOPED

template <class T>
inline __attribute__((always_inline)) T atomicCAS_block(T* address, typename fencepost_rt::Same<T>::Type compare,
                                                        typename fencepost_rt::Same<T>::Type value) {
  fencepost_atomic_order(4);
  return atomicCAS(address, compare, value);
}
template <class T>
inline __attribute__((always_inline)) T atomicCAS_system(T* address, typename fencepost_rt::Same<T>::Type compare,
                                                         typename fencepost_rt::Same<T>::Type value) {
  return atomicCAS(address, compare, value);
}

// Objects of 16 bytes, since sm_90 ("atomicCAS()", "atomicExch()" in the CUDA C++ Programming Guide).
#if (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900) && !defined(__NV_DISABLE_128_ATOMICS)
extern "C" void fencepost_exchange_wide(void* address, const unsigned __int128* value, unsigned __int128* found,
                                        bool compares);

namespace fencepost_rt {
template <class T>
inline __attribute__((always_inline)) T exchange_wide(T* address, const T& compare, const T& value, bool compares) {
  unsigned __int128 bits, found;
  __builtin_memcpy(&bits, &value, sizeof bits);
  __builtin_memcpy(&found, &compare, sizeof found);
  fencepost_exchange_wide(address, &bits, &found, compares);
  return __builtin_bit_cast(T, found);
}
}  // namespace fencepost_rt

#define FENCEPOST_WIDE(suffix, bits)                                                                                   \
  template <class T>                                                                                                   \
  inline __attribute__((always_inline))                                                                                \
  typename fencepost_rt::Wide<T>::Type atomicCAS##suffix(T* address, T compare, T value) {                             \
    if (bits) fencepost_atomic_order(bits);                                                                            \
    return fencepost_rt::exchange_wide(address, compare, value, true);                                                 \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  inline __attribute__((always_inline)) typename fencepost_rt::Wide<T>::Type atomicExch##suffix(T* address, T value) { \
    if (bits) fencepost_atomic_order(bits);                                                                            \
    return fencepost_rt::exchange_wide(address, value, value, false);                                                  \
  }
FENCEPOST_WIDE(, 0)
FENCEPOST_WIDE(_block, 4)
FENCEPOST_WIDE(_system, 0)
#undef FENCEPOST_WIDE
#endif

// Vectors, since sm_90: an atomic operation for each number. Templates, so that programs may have functions of their
// own for older devices.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define FENCEPOST_VECTOR(name)                                                                                         \
  template <class T>                                                                                                   \
  inline __attribute__((always_inline)) T name(T* address, typename fencepost_rt::AddedVector<T>::Type value) {        \
    for (unsigned int i = 0; i < sizeof(T) / sizeof(float); ++i) (&value.x)[i] = name(&address->x + i, (&value.x)[i]); \
    return value;                                                                                                      \
  }
FENCEPOST_VECTOR(atomicAdd)
FENCEPOST_VECTOR(atomicAdd_block)
FENCEPOST_VECTOR(atomicAdd_system)
#undef FENCEPOST_VECTOR
#endif
