// Synchronisation, warp and miscellaneous device functions.
//
// What needs the engine is declared here and defined out of line in the runtime, with C names; it learns where in the
// kernel it was called from its return address, so wrappers are always inlined into the caller.
#pragma once

#include "fencepost_builtin_variables.h"
#include "fencepost_keywords.h"
#include "vector_types.h"

#define FENCEPOST_DEVICE inline __attribute__((always_inline))

extern "C" {

// --- Defined by the engine -------------------------------------------------------------------------------------------

FENCEPOST_BARRIER void __syncthreads();
FENCEPOST_BARRIER int __syncthreads_count(int predicate);
FENCEPOST_BARRIER int __syncthreads_and(int predicate);
FENCEPOST_BARRIER int __syncthreads_or(int predicate);
FENCEPOST_BARRIER void __syncwarp(fencepost_rt::LaneMask mask = ~fencepost_rt::LaneMask{0});

/// The barrier of the grid, and whether the running launch has one: a cooperative one.
FENCEPOST_BARRIER void fencepost_grid_barrier();
bool fencepost_grid_has_barrier();

/// `mode`: 0 indexed, 1 up, 2 down, 3 xor; 8 more: of those in `mask` whoever comes takes part. Returns the 64 bits of
/// the source lane.
FENCEPOST_BARRIER unsigned long long fencepost_shuffle(int mode, fencepost_rt::LaneMask mask, unsigned long long bits,
                                                       unsigned int lane_or_delta, unsigned int width);
/// `op`: 0 all, 1 any, 2 ballot; 8 more, likewise.
FENCEPOST_BARRIER fencepost_rt::LaneMask fencepost_vote(int op, fencepost_rt::LaneMask mask, int predicate);
/// Gathers the values of all lanes in `mask` by lane, 0 for the others. Returns the lanes that took part.
FENCEPOST_BARRIER fencepost_rt::LaneMask fencepost_warp_gather(fencepost_rt::LaneMask mask, unsigned long long value,
                                                               unsigned long long out[32]);
/// The lanes in `mask` that have the same value, and (`all`) the mask if they all have, else 0.
FENCEPOST_BARRIER fencepost_rt::LaneMask fencepost_warp_match(bool all, fencepost_rt::LaneMask mask,
                                                              unsigned long long value);
FENCEPOST_BARRIER fencepost_rt::LaneMask fencepost_activemask();

/// `scope`: 0 block, 1 device, 2 system.
void fencepost_fence(int scope, int order);
void fencepost_proxy_fence();
/// What the launch before this one in its stream did, if the two may overlap, is done and seen.
void fencepost_await_primary();
/// Lets other threads of the block run.
void fencepost_yield();
__attribute__((noreturn)) void fencepost_trap();
/// Ends the thread, as a return from the kernel does.
__attribute__((noreturn)) void fencepost_exit_thread();
bool fencepost_is_local(const void* address);

// --- Defined in sim/device/intrinsics.cpp ----------------------------------------------------------------------------

bool fencepost_is_shared(const void* address);
bool fencepost_is_global(const void* address);
long long clock64();
/// %globaltimer.
unsigned long long fencepost_nanoseconds();

}  // extern "C"

// --- Fences and the like -----------------------------------------------------------------------------------------

FENCEPOST_DEVICE void __threadfence_block() { fencepost_fence(0, __ATOMIC_SEQ_CST); }
FENCEPOST_DEVICE void __threadfence() { fencepost_fence(1, __ATOMIC_SEQ_CST); }
FENCEPOST_DEVICE void __threadfence_system() { fencepost_fence(2, __ATOMIC_SEQ_CST); }
FENCEPOST_DEVICE void __nanosleep(unsigned int) { fencepost_yield(); }
FENCEPOST_DEVICE void __trap() { fencepost_trap(); }
FENCEPOST_DEVICE void __brkpt() {}
FENCEPOST_DEVICE void __prof_trigger(int) {}
FENCEPOST_DEVICE unsigned int __isShared(const void* p) { return fencepost_is_shared(p); }
/// How caches should treat it (cuda::annotated_ptr): the pointer as it is.
FENCEPOST_DEVICE void* __nv_associate_access_property(const void* p, unsigned long long) {
  return const_cast<void*>(p);
}
FENCEPOST_DEVICE unsigned int __isGlobal(const void* p) { return fencepost_is_global(p); }
FENCEPOST_DEVICE unsigned int __isLocal(const void* p) { return fencepost_is_local(p); }
FENCEPOST_DEVICE unsigned int __isConstant(const void*) { return 0; }
FENCEPOST_DEVICE unsigned int __isGridConstant(const void*) { return 0; }

// --- Loads and stores with a cache hint: plain accesses here -----------------------------------------------------

#define FENCEPOST_LOAD(name)            \
  template <class T>                    \
  FENCEPOST_DEVICE T name(const T* p) { \
    return *p;                          \
  }
namespace fencepost_rt {
/// T, where it is not to be deduced: what is stored is converted to what is there.
template <class T>
struct of_target {
  using type = T;
};
}  // namespace fencepost_rt
#define FENCEPOST_STORE(name)                                                         \
  template <class T>                                                                  \
  FENCEPOST_DEVICE void name(T* p, typename fencepost_rt::of_target<T>::type value) { \
    *p = value;                                                                       \
  }
FENCEPOST_LOAD(__ldg)
FENCEPOST_LOAD(__ldca)
FENCEPOST_LOAD(__ldcg)
FENCEPOST_LOAD(__ldcs)
FENCEPOST_LOAD(__ldlu)
FENCEPOST_LOAD(__ldcv)
FENCEPOST_STORE(__stwb)
FENCEPOST_STORE(__stcg)
FENCEPOST_STORE(__stcs)
FENCEPOST_STORE(__stwt)
#undef FENCEPOST_LOAD
#undef FENCEPOST_STORE

// --- Warp functions ----------------------------------------------------------------------------------------------

FENCEPOST_DEVICE fencepost_rt::LaneMask __activemask() { return fencepost_activemask(); }
FENCEPOST_DEVICE int __all_sync(fencepost_rt::LaneMask mask, int predicate) {
  return static_cast<int>(fencepost_vote(0, mask, predicate));
}
FENCEPOST_DEVICE int __any_sync(fencepost_rt::LaneMask mask, int predicate) {
  return static_cast<int>(fencepost_vote(1, mask, predicate));
}
FENCEPOST_DEVICE fencepost_rt::LaneMask __ballot_sync(fencepost_rt::LaneMask mask, int predicate) {
  return fencepost_vote(2, mask, predicate);
}
FENCEPOST_DEVICE int __uni_sync(fencepost_rt::LaneMask mask, int predicate) {
  const fencepost_rt::LaneMask ballot = fencepost_vote(2, mask, predicate);
  return ballot == 0 || ballot == mask;
}

namespace fencepost_rt {

constexpr LaneMask kAllLanes = ~LaneMask{0};

/// Of a mask that is not 0.
FENCEPOST_DEVICE unsigned int lowest_lane(unsigned int mask) { return static_cast<unsigned int>(__builtin_ctz(mask)); }
FENCEPOST_DEVICE unsigned int lowest_lane(unsigned long long mask) {
  return static_cast<unsigned int>(__builtin_ctzll(mask));
}
FENCEPOST_DEVICE unsigned int count_of_lanes(unsigned int mask) {
  return static_cast<unsigned int>(__builtin_popcount(mask));
}
FENCEPOST_DEVICE unsigned int count_of_lanes(unsigned long long mask) {
  return static_cast<unsigned int>(__builtin_popcountll(mask));
}

template <class T>
FENCEPOST_DEVICE unsigned long long to_bits(T value) {
  static_assert(__is_trivially_copyable(T) && sizeof(T) <= 8, "warp functions exchange values of at most 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
FENCEPOST_DEVICE T from_bits(unsigned long long bits) {
  T value;
  __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof(T));
  return value;
}

template <class T>
FENCEPOST_DEVICE T shuffle(int mode, LaneMask mask, T value, unsigned int lane_or_delta, int width) {
  return from_bits<T>(fencepost_shuffle(mode, mask, to_bits(value), lane_or_delta, static_cast<unsigned int>(width)));
}

#ifdef __HIP__
/// Without a mask, the lanes that come take part: a wavefront is not split otherwise than by its branches.
constexpr int kWhoComes = 8;
/// Who gives no width, but moves values by 32 lanes or more, counts on a wavefront of 64: a width that is told where
/// there is none.
constexpr int kWholeWarp = 0;
FENCEPOST_DEVICE int width_of(int width, unsigned int distance) {
  return width != kWholeWarp ? width : distance >= 32 && distance < 64 ? 64 : warpSize;
}
#else
constexpr int kWhoComes = 0;
constexpr int kWholeWarp = 32;
FENCEPOST_DEVICE int width_of(int width, unsigned int) { return width; }
#endif

}  // namespace fencepost_rt

template <class T>
FENCEPOST_DEVICE T __shfl_sync(fencepost_rt::LaneMask mask, T value, int lane, int width = warpSize) {
  return fencepost_rt::shuffle(0, mask, value, static_cast<unsigned int>(lane), width);
}
template <class T>
FENCEPOST_DEVICE T __shfl_up_sync(fencepost_rt::LaneMask mask, T value, unsigned int delta,
                                  int width = fencepost_rt::kWholeWarp) {
  return fencepost_rt::shuffle(1, mask, value, delta, fencepost_rt::width_of(width, delta));
}
template <class T>
FENCEPOST_DEVICE T __shfl_down_sync(fencepost_rt::LaneMask mask, T value, unsigned int delta,
                                    int width = fencepost_rt::kWholeWarp) {
  return fencepost_rt::shuffle(2, mask, value, delta, fencepost_rt::width_of(width, delta));
}
template <class T>
FENCEPOST_DEVICE T __shfl_xor_sync(fencepost_rt::LaneMask mask, T value, int lane_mask,
                                   int width = fencepost_rt::kWholeWarp) {
  return fencepost_rt::shuffle(3, mask, value, static_cast<unsigned int>(lane_mask),
                               fencepost_rt::width_of(width, static_cast<unsigned int>(lane_mask)));
}

// The functions without a mask, for code older than Volta: the whole warp takes part; and for HIP.
template <class T>
FENCEPOST_DEVICE T __shfl(T value, int lane, int width = warpSize) {
  return fencepost_rt::shuffle(fencepost_rt::kWhoComes | 0, fencepost_rt::kAllLanes, value,
                               static_cast<unsigned int>(lane), width);
}
template <class T>
FENCEPOST_DEVICE T __shfl_up(T value, unsigned int delta, int width = fencepost_rt::kWholeWarp) {
  return fencepost_rt::shuffle(fencepost_rt::kWhoComes | 1, fencepost_rt::kAllLanes, value, delta,
                               fencepost_rt::width_of(width, delta));
}
template <class T>
FENCEPOST_DEVICE T __shfl_down(T value, unsigned int delta, int width = fencepost_rt::kWholeWarp) {
  return fencepost_rt::shuffle(fencepost_rt::kWhoComes | 2, fencepost_rt::kAllLanes, value, delta,
                               fencepost_rt::width_of(width, delta));
}
template <class T>
FENCEPOST_DEVICE T __shfl_xor(T value, int lane_mask, int width = fencepost_rt::kWholeWarp) {
  return fencepost_rt::shuffle(fencepost_rt::kWhoComes | 3, fencepost_rt::kAllLanes, value,
                               static_cast<unsigned int>(lane_mask),
                               fencepost_rt::width_of(width, static_cast<unsigned int>(lane_mask)));
}
FENCEPOST_DEVICE int __all(int predicate) {
  return static_cast<int>(fencepost_vote(fencepost_rt::kWhoComes | 0, fencepost_rt::kAllLanes, predicate));
}
FENCEPOST_DEVICE int __any(int predicate) {
  return static_cast<int>(fencepost_vote(fencepost_rt::kWhoComes | 1, fencepost_rt::kAllLanes, predicate));
}
#ifdef __HIP__  // A bit for each lane of the widest wavefront that there is.
FENCEPOST_DEVICE unsigned long long __ballot(int predicate) {
  return fencepost_vote(fencepost_rt::kWhoComes | 2, fencepost_rt::kAllLanes, predicate);
}
#else
FENCEPOST_DEVICE unsigned int __ballot(int predicate) {
  return fencepost_vote(fencepost_rt::kWhoComes | 2, fencepost_rt::kAllLanes, predicate);
}
#endif

namespace fencepost_rt {

/// Folds the values of all lanes in `mask`; `combine(a, b)`.
template <class T, class Combine>
FENCEPOST_DEVICE T reduce(LaneMask mask, T value, Combine combine) {
  unsigned long long all[warpSize];
  LaneMask lanes = fencepost_warp_gather(mask, to_bits(value), all);
  T result = from_bits<T>(all[lowest_lane(lanes)]);
  for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
    result = combine(result, from_bits<T>(all[lowest_lane(lanes)]));
  }
  return result;
}

}  // namespace fencepost_rt

template <class T>
FENCEPOST_DEVICE fencepost_rt::LaneMask __match_any_sync(fencepost_rt::LaneMask mask, T value) {
  return fencepost_warp_match(false, mask, fencepost_rt::to_bits(value));
}
template <class T>
FENCEPOST_DEVICE fencepost_rt::LaneMask __match_all_sync(fencepost_rt::LaneMask mask, T value, int* predicate) {
  const fencepost_rt::LaneMask same = fencepost_warp_match(true, mask, fencepost_rt::to_bits(value));
  *predicate = same != 0;
  return same;
}

#define FENCEPOST_REDUCE(type, name, expression)                                          \
  FENCEPOST_DEVICE type __reduce_##name##_sync(fencepost_rt::LaneMask mask, type value) { \
    return fencepost_rt::reduce(mask, value, [](type a, type b) { return expression; });  \
  }
FENCEPOST_REDUCE(unsigned int, add, a + b)
FENCEPOST_REDUCE(unsigned int, min, a < b ? a : b)
FENCEPOST_REDUCE(unsigned int, max, a < b ? b : a)
FENCEPOST_REDUCE(unsigned int, and, a& b)
FENCEPOST_REDUCE(unsigned int, or, a | b)
FENCEPOST_REDUCE(unsigned int, xor, a ^ b)
FENCEPOST_REDUCE(int, min, a < b ? a : b)
FENCEPOST_REDUCE(int, max, a < b ? b : a)
#undef FENCEPOST_REDUCE
FENCEPOST_DEVICE int __reduce_add_sync(fencepost_rt::LaneMask mask, int value) {
  return static_cast<int>(__reduce_add_sync(mask, static_cast<unsigned int>(value)));
}
