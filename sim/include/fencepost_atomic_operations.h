// Atomic operations with a memory order and a thread scope, on objects of 1, 2, 4 or 8 bytes: what <cuda/atomic> and
// the __nv_atomic functions are made of.
//
// Orders are the compiler's __ATOMIC_ constants. In a kernel the operation itself is a relaxed builtin, which the
// instrumentation turns into a call of the runtime; order and scope are announced before it. Everything is inlined into
// the user's code, whose line a report then names.
#pragma once

#define FENCEPOST_ATOMIC inline __attribute__((always_inline))

extern "C" {
void fencepost_atomic_order(int bits);
void fencepost_fence(int scope, int order);
void fencepost_yield();
}

namespace fencepost_rt::atomics {

/// Who takes part. Numbered as cuda::thread_scope.
enum Scope : int { kSystem = 0, kDevice = 1, kBlock = 2, kCluster = 3, kThread = 10 };

#if defined(__CUDACC__)
constexpr int kOrder = __ATOMIC_RELAXED;  // The announcement orders.
#else
constexpr int kOrder = __ATOMIC_SEQ_CST;  // Plain host code: nothing listens.
#endif

template <class T>
constexpr bool kSupported = __is_trivially_copyable(T) &&
                            (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

FENCEPOST_ATOMIC void announce(int order, int scope) {
  const bool acquires = order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order >= __ATOMIC_ACQ_REL;
  const int bits = (acquires ? 1 : 0) | (order >= __ATOMIC_RELEASE ? 2 : 0) | (scope == kBlock ? 4 : 0) |
                   (scope == kCluster ? 8 : 0);
  if (bits != 0) fencepost_atomic_order(bits);
}

FENCEPOST_ATOMIC void fence(int order, int scope) {
  if (order == __ATOMIC_RELAXED || scope == kThread) return;
  fencepost_fence(scope == kBlock ? 0 : scope == kDevice ? 1 : scope == kCluster ? 3 : 2, order);
}

// Of kThread scope only the own thread may know: plain accesses.

template <class T>
FENCEPOST_ATOMIC T load(const T* address, int order, int scope) {
  static_assert(kSupported<T>, "atomic objects have 1, 2, 4 or 8 bytes and are trivially copyable in Fencepost");
  if (scope == kThread) return *address;
  T value;
  announce(order, scope);
  __atomic_load(const_cast<T*>(address), &value, kOrder);
  return value;
}

template <class T>
FENCEPOST_ATOMIC void store(T* address, T value, int order, int scope) {
  static_assert(kSupported<T>, "atomic objects have 1, 2, 4 or 8 bytes and are trivially copyable in Fencepost");
  if (scope == kThread) {
    *address = value;
    return;
  }
  announce(order, scope);
  __atomic_store(address, &value, kOrder);
}

template <class T>
FENCEPOST_ATOMIC T exchange(T* address, T value, int order, int scope) {
  static_assert(kSupported<T>, "atomic objects have 1, 2, 4 or 8 bytes and are trivially copyable in Fencepost");
  T old;
  if (scope == kThread) {
    old = *address;
    *address = value;
    return old;
  }
  announce(order, scope);
  __atomic_exchange(address, &value, &old, kOrder);
  return old;
}

/// As on hardware, an exchange that fails writes what it found, and orders as one that succeeds.
template <class T>
FENCEPOST_ATOMIC bool compare_exchange(T* address, T& expected, T desired, int order, int scope) {
  static_assert(kSupported<T>, "atomic objects have 1, 2, 4 or 8 bytes and are trivially copyable in Fencepost");
  T found = expected;
  bool done = false;
  if (scope == kThread) {
    const T now = *address;
    done = __builtin_memcmp(&now, &found, sizeof(T)) == 0;
    if (done) {
      *address = desired;
    } else {
      found = now;
    }
  } else {
    announce(order, scope);
    done = __atomic_compare_exchange(address, &found, &desired, false, kOrder, kOrder);
  }
  if (!done) expected = found;
  return done;
}

/// Replaces the value by step(value) and returns the old one.
template <class T, class Step>
FENCEPOST_ATOMIC T update(T* address, int order, int scope, Step step) {
  T old = load(address, __ATOMIC_RELAXED, scope);
  while (!compare_exchange(address, old, static_cast<T>(step(old)), order, scope)) {
  }
  return old;
}

/// `kIsInteger`: the compiler has a builtin for T.
template <class T>
constexpr bool kIsInteger = false;
template <>
inline constexpr bool kIsInteger<char> = true;
template <>
inline constexpr bool kIsInteger<signed char> = true;
template <>
inline constexpr bool kIsInteger<unsigned char> = true;
template <>
inline constexpr bool kIsInteger<short> = true;
template <>
inline constexpr bool kIsInteger<unsigned short> = true;
template <>
inline constexpr bool kIsInteger<int> = true;
template <>
inline constexpr bool kIsInteger<unsigned int> = true;
template <>
inline constexpr bool kIsInteger<long> = true;
template <>
inline constexpr bool kIsInteger<unsigned long> = true;
template <>
inline constexpr bool kIsInteger<long long> = true;
template <>
inline constexpr bool kIsInteger<unsigned long long> = true;

#define FENCEPOST_FETCH(name, expression)                                                          \
  template <class T, class Operand>                                                                \
  FENCEPOST_ATOMIC T name(T* address, Operand operand, int order, int scope) {                     \
    if constexpr (kIsInteger<T>) {                                                                 \
      if (scope != kThread) {                                                                      \
        announce(order, scope);                                                                    \
        return __atomic_##name(address, static_cast<T>(operand), kOrder);                          \
      }                                                                                            \
    }                                                                                              \
    return update(address, order, scope, [operand](T old) { return static_cast<T>(expression); }); \
  }
FENCEPOST_FETCH(fetch_add, old + operand)
FENCEPOST_FETCH(fetch_sub, old - operand)
#undef FENCEPOST_FETCH

#define FENCEPOST_FETCH(name, expression)                                                          \
  template <class T>                                                                               \
  FENCEPOST_ATOMIC T name(T* address, T operand, int order, int scope) {                           \
    if (scope != kThread) {                                                                        \
      announce(order, scope);                                                                      \
      return __atomic_##name(address, operand, kOrder);                                            \
    }                                                                                              \
    return update(address, order, scope, [operand](T old) { return static_cast<T>(expression); }); \
  }
FENCEPOST_FETCH(fetch_and, old& operand)
FENCEPOST_FETCH(fetch_or, old | operand)
FENCEPOST_FETCH(fetch_xor, old ^ operand)
#undef FENCEPOST_FETCH

template <class T>
FENCEPOST_ATOMIC T fetch_min(T* address, T operand, int order, int scope) {
  return update(address, order, scope, [operand](T old) { return operand < old ? operand : old; });
}
template <class T>
FENCEPOST_ATOMIC T fetch_max(T* address, T operand, int order, int scope) {
  return update(address, order, scope, [operand](T old) { return old < operand ? operand : old; });
}

/// Returns when the value is another than `old`.
template <class T>
FENCEPOST_ATOMIC void wait(const T* address, T old, int order, int scope) {
  for (;;) {
    const T now = load(address, order, scope);
    if (__builtin_memcmp(&now, &old, sizeof(T)) != 0) return;
    fencepost_yield();
  }
}

}  // namespace fencepost_rt::atomics
