// The __nv_atomic functions (CUDA C++ Programming Guide, "Atomic Functions").
#pragma once

#include "fencepost_atomic_operations.h"

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 10
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_CLUSTER 1
#define __NV_THREAD_SCOPE_DEVICE 1
#define __NV_THREAD_SCOPE_SYSTEM 0

template <class T>
FENCEPOST_ATOMIC void __nv_atomic_load(const T* address, T* result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *result = fencepost_rt::atomics::load(address, order, scope);
}
template <class T>
FENCEPOST_ATOMIC T __nv_atomic_load_n(const T* address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return fencepost_rt::atomics::load(address, order, scope);
}
template <class T>
FENCEPOST_ATOMIC void __nv_atomic_store(T* address, const T* value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  fencepost_rt::atomics::store(address, *value, order, scope);
}
template <class T>
FENCEPOST_ATOMIC void __nv_atomic_store_n(T* address, typename fencepost_rt::Same<T>::Type value, int order,
                                          int scope = __NV_THREAD_SCOPE_SYSTEM) {
  fencepost_rt::atomics::store(address, value, order, scope);
}
template <class T>
FENCEPOST_ATOMIC void __nv_atomic_exchange(T* address, const T* value, T* result, int order,
                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *result = fencepost_rt::atomics::exchange(address, *value, order, scope);
}
template <class T>
FENCEPOST_ATOMIC T __nv_atomic_exchange_n(T* address, typename fencepost_rt::Same<T>::Type value, int order,
                                          int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return fencepost_rt::atomics::exchange(address, value, order, scope);
}
/// One order for both cases: the stronger, as hardware has it.
template <class T>
FENCEPOST_ATOMIC bool __nv_atomic_compare_exchange(T* address, T* expected, const T* desired, bool, int success,
                                                   int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  const bool acquires = failure != __NV_ATOMIC_RELAXED;
  const int order = !acquires || success >= __ATOMIC_ACQ_REL ? success
                    : success == __ATOMIC_RELEASE            ? __ATOMIC_ACQ_REL
                                                             : __ATOMIC_ACQUIRE;
  return fencepost_rt::atomics::compare_exchange(address, *expected, *desired, order, scope);
}
template <class T>
FENCEPOST_ATOMIC bool __nv_atomic_compare_exchange_n(T* address, T* expected,
                                                     typename fencepost_rt::Same<T>::Type desired, bool weak,
                                                     int success, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange(address, expected, &desired, weak, success, failure, scope);
}

#define FENCEPOST_NV_ATOMIC(name)                                                                                  \
  template <class T>                                                                                               \
  FENCEPOST_ATOMIC T __nv_atomic_fetch_##name(T* address, typename fencepost_rt::Same<T>::Type operand, int order, \
                                              int scope = __NV_THREAD_SCOPE_SYSTEM) {                              \
    return fencepost_rt::atomics::fetch_##name(address, operand, order, scope);                                    \
  }                                                                                                                \
  template <class T>                                                                                               \
  FENCEPOST_ATOMIC void __nv_atomic_##name(T* address, typename fencepost_rt::Same<T>::Type operand, int order,    \
                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {                                 \
    fencepost_rt::atomics::fetch_##name(address, operand, order, scope);                                           \
  }
FENCEPOST_NV_ATOMIC(add)
FENCEPOST_NV_ATOMIC(sub)
FENCEPOST_NV_ATOMIC(and)
FENCEPOST_NV_ATOMIC(or)
FENCEPOST_NV_ATOMIC(xor)
FENCEPOST_NV_ATOMIC(min)
FENCEPOST_NV_ATOMIC(max)
#undef FENCEPOST_NV_ATOMIC

FENCEPOST_ATOMIC void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  fencepost_rt::atomics::fence(order, scope);
}
