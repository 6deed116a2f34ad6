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
template <class T>
struct Same {
  using Type = T;
};

/// Vectors have forms of their own, below.
template <>
struct Same<float2> {};
template <>
struct Same<float4> {};
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
