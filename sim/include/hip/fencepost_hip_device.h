// What HIP's kernels call beside what CUDA's call by the same names (HIP, "C++ language extensions"; clang's builtins
// of AMD's GPUs, as LLVM's "User Guide for AMDGPU Backend" has them), in wavefronts of warpSize lanes.
#pragma once

#include <cuda_runtime.h>

#define FENCEPOST_HIP __device__ inline __attribute__((always_inline))

// ---- atomic operations ----

/// Some GPUs round the sum otherwise.
template <class T>
FENCEPOST_HIP T unsafeAtomicAdd(T* to, typename fencepost_rt::Same<T>::Type value) {
  return atomicAdd(to, value);
}
template <class T>
FENCEPOST_HIP T safeAtomicAdd(T* to, typename fencepost_rt::Same<T>::Type value) {
  return atomicAdd(to, value);
}
FENCEPOST_HIP void atomicAddNoRet(float* to, float value) { atomicAdd(to, value); }

// CUDA has those of integers only.
#define FENCEPOST_HIP_EXTREME(T, name, fetch)                                          \
  FENCEPOST_HIP T atomic##name(T* to, T value) {                                       \
    return fencepost_rt::atomics::fetch(to, value, __ATOMIC_RELAXED, 1);               \
  }                                                                                    \
  FENCEPOST_HIP T safeAtomic##name(T* to, T value) { return atomic##name(to, value); } \
  FENCEPOST_HIP T unsafeAtomic##name(T* to, T value) { return atomic##name(to, value); }
FENCEPOST_HIP_EXTREME(float, Min, fetch_min)
FENCEPOST_HIP_EXTREME(float, Max, fetch_max)
FENCEPOST_HIP_EXTREME(double, Min, fetch_min)
FENCEPOST_HIP_EXTREME(double, Max, fetch_max)
#undef FENCEPOST_HIP_EXTREME

#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5

namespace fencepost_rt {

/// Of a __HIP_MEMORY_SCOPE: a wavefront is counted as its block.
constexpr int hip_scope(int scope) {
  return scope == __HIP_MEMORY_SCOPE_SINGLETHREAD ? atomics::kThread
         : scope <= __HIP_MEMORY_SCOPE_WORKGROUP  ? atomics::kBlock
         : scope == __HIP_MEMORY_SCOPE_AGENT      ? atomics::kDevice
                                                  : atomics::kSystem;
}

}  // namespace fencepost_rt

#ifdef __CUDA_ARCH__  // The host has clang's builtins.
#define __hip_atomic_load(from, order, scope) __nv_atomic_load_n(from, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_store(to, value, order, scope) \
  __nv_atomic_store_n(to, value, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_exchange(to, value, order, scope) \
  __nv_atomic_exchange_n(to, value, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_compare_exchange_strong(to, expected, value, order, failure, scope) \
  __nv_atomic_compare_exchange_n(to, expected, value, false, order, failure, fencepost_rt::hip_scope(scope))
#define __hip_atomic_compare_exchange_weak(to, expected, value, order, failure, scope) \
  __nv_atomic_compare_exchange_n(to, expected, value, true, order, failure, fencepost_rt::hip_scope(scope))
#define __hip_atomic_fetch_add(to, value, order, scope) \
  __nv_atomic_fetch_add(to, value, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_fetch_sub(to, value, order, scope) \
  __nv_atomic_fetch_sub(to, value, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_fetch_and(to, value, order, scope) \
  __nv_atomic_fetch_and(to, value, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_fetch_or(to, value, order, scope) \
  __nv_atomic_fetch_or(to, value, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_fetch_xor(to, value, order, scope) \
  __nv_atomic_fetch_xor(to, value, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_fetch_min(to, value, order, scope) \
  __nv_atomic_fetch_min(to, value, order, fencepost_rt::hip_scope(scope))
#define __hip_atomic_fetch_max(to, value, order, scope) \
  __nv_atomic_fetch_max(to, value, order, fencepost_rt::hip_scope(scope))
#endif

// ---- the thread, its wavefront, its block ----

FENCEPOST_HIP unsigned int __lane_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize;
}
FENCEPOST_HIP long long wall_clock64() { return clock64(); }
FENCEPOST_HIP long long __clock64() { return clock64(); }

FENCEPOST_HIP unsigned int __builtin_amdgcn_workitem_id_x() { return threadIdx.x; }
FENCEPOST_HIP unsigned int __builtin_amdgcn_workitem_id_y() { return threadIdx.y; }
FENCEPOST_HIP unsigned int __builtin_amdgcn_workitem_id_z() { return threadIdx.z; }
FENCEPOST_HIP unsigned int __builtin_amdgcn_workgroup_id_x() { return blockIdx.x; }
FENCEPOST_HIP unsigned int __builtin_amdgcn_workgroup_id_y() { return blockIdx.y; }
FENCEPOST_HIP unsigned int __builtin_amdgcn_workgroup_id_z() { return blockIdx.z; }
FENCEPOST_HIP unsigned short __builtin_amdgcn_workgroup_size_x() { return static_cast<unsigned short>(blockDim.x); }
FENCEPOST_HIP unsigned short __builtin_amdgcn_workgroup_size_y() { return static_cast<unsigned short>(blockDim.y); }
FENCEPOST_HIP unsigned short __builtin_amdgcn_workgroup_size_z() { return static_cast<unsigned short>(blockDim.z); }
FENCEPOST_HIP unsigned int __builtin_amdgcn_grid_size_x() { return gridDim.x * blockDim.x; }
FENCEPOST_HIP unsigned int __builtin_amdgcn_grid_size_y() { return gridDim.y * blockDim.y; }
FENCEPOST_HIP unsigned int __builtin_amdgcn_grid_size_z() { return gridDim.z * blockDim.z; }
FENCEPOST_HIP constexpr unsigned int __builtin_amdgcn_wavefrontsize() { return warpSize; }

FENCEPOST_HIP void __builtin_amdgcn_s_barrier() { __syncthreads(); }
FENCEPOST_HIP void __builtin_amdgcn_wave_barrier() { __syncwarp(); }
/// `scope`: "workgroup", "agent", "" for the system, …
FENCEPOST_HIP void __builtin_amdgcn_fence(int order, const char* scope) {
  const char first = *scope;
  fencepost_fence(first == '\0' ? 2 : first == 'a' ? 1 : 0, order);
}
FENCEPOST_HIP void __builtin_amdgcn_s_sleep(int) { fencepost_yield(); }
FENCEPOST_HIP unsigned long long __builtin_amdgcn_s_memtime() { return static_cast<unsigned long long>(clock64()); }
FENCEPOST_HIP unsigned long long __builtin_amdgcn_s_memrealtime() { return fencepost_nanoseconds() / 10; }
// How a GPU should order its instructions.
FENCEPOST_HIP void __builtin_amdgcn_sched_barrier(int) {}
FENCEPOST_HIP void __builtin_amdgcn_sched_group_barrier(int, int, int) {}
FENCEPOST_HIP void __builtin_amdgcn_s_setprio(int) {}
FENCEPOST_HIP void __builtin_amdgcn_s_waitcnt(int) {}

FENCEPOST_HIP unsigned int __builtin_amdgcn_ballot_w32(bool predicate) {
  return static_cast<unsigned int>(__ballot(predicate));
}
FENCEPOST_HIP unsigned long long __builtin_amdgcn_ballot_w64(bool predicate) { return __ballot(predicate); }
FENCEPOST_HIP unsigned int __builtin_amdgcn_mbcnt_lo(unsigned int mask, unsigned int base) {
  const unsigned int lane = __lane_id();
  return base + static_cast<unsigned int>(__builtin_popcount(lane < 32 ? mask & ((1U << lane) - 1U) : mask));
}
/// Of the lanes from 32 on.
FENCEPOST_HIP unsigned int __builtin_amdgcn_mbcnt_hi(unsigned int mask, unsigned int base) {
  const unsigned int lane = __lane_id();
  return lane < 32 ? base : base + static_cast<unsigned int>(__builtin_popcount(mask & ((1U << lane % 32) - 1U)));
}
FENCEPOST_HIP int __builtin_amdgcn_readlane(int value, int lane) { return __shfl_sync(__activemask(), value, lane); }
FENCEPOST_HIP int __builtin_amdgcn_readfirstlane(int value) {
  const auto active = __activemask();
  return __shfl_sync(active, value, static_cast<int>(fencepost_rt::lowest_lane(active)));
}
/// `place`: four times the lane.
FENCEPOST_HIP int __builtin_amdgcn_ds_bpermute(int place, int value) {
  return __shfl_sync(__activemask(), value, (place >> 2) & (warpSize - 1));
}
FENCEPOST_HIP int __hip_ds_bpermute(int place, int value) { return __builtin_amdgcn_ds_bpermute(place, value); }

// ---- numbers ----

#define FENCEPOST_HIP_BITS(T, name, most)                                                      \
  FENCEPOST_HIP T __bitextract_##name(T value, unsigned int offset, unsigned int width) {      \
    return (value >> (offset & most)) & ((static_cast<T>(1) << (width & most)) - 1);           \
  }                                                                                            \
  FENCEPOST_HIP T __bitinsert_##name(T to, T value, unsigned int offset, unsigned int width) { \
    const T mask = (static_cast<T>(1) << (width & most)) - 1;                                  \
    return (to & ~(mask << (offset & most))) | ((value & mask) << (offset & most));            \
  }
FENCEPOST_HIP_BITS(unsigned int, u32, 31U)
FENCEPOST_HIP_BITS(unsigned long long, u64, 63U)
#undef FENCEPOST_HIP_BITS

FENCEPOST_HIP unsigned int __builtin_amdgcn_ubfe(unsigned int value, unsigned int offset, unsigned int width) {
  return __bitextract_u32(value, offset, width);
}
FENCEPOST_HIP int __builtin_amdgcn_sbfe(unsigned int value, unsigned int offset, unsigned int width) {
  width &= 31U;
  if (width == 0) return 0;
  const unsigned int sign = 1U << (width - 1);
  return static_cast<int>((__bitextract_u32(value, offset, width) ^ sign) - sign);
}
FENCEPOST_HIP unsigned int __builtin_amdgcn_alignbit(unsigned int high, unsigned int low, unsigned int shift) {
  return __funnelshift_r(low, high, shift);
}
FENCEPOST_HIP unsigned int __builtin_amdgcn_alignbyte(unsigned int high, unsigned int low, unsigned int bytes) {
  return __funnelshift_r(low, high, 8 * (bytes & 3U));
}
FENCEPOST_HIP unsigned int __builtin_amdgcn_sad_u8(unsigned int a, unsigned int b, unsigned int sum) {
  for (unsigned int i = 0; i < 32; i += 8) {
    const int difference = static_cast<int>((a >> i) & 255U) - static_cast<int>((b >> i) & 255U);
    sum += static_cast<unsigned int>(difference < 0 ? -difference : difference);
  }
  return sum;
}

namespace fencepost_rt {

/// c and the products of the four bytes of `a` and `b`. `clamp`: a sum that 32 bits do not hold is the nearest that
/// they do.
FENCEPOST_HIP int hip_dot4(bool a_is_signed, unsigned int a, bool b_is_signed, unsigned int b, int c, bool clamp) {
  long long sum = c;
  for (unsigned int i = 0; i < 32; i += 8) {
    const unsigned char x = static_cast<unsigned char>(a >> i), y = static_cast<unsigned char>(b >> i);
    sum += static_cast<long long>(a_is_signed ? static_cast<signed char>(x) : x) *
           (b_is_signed ? static_cast<signed char>(y) : y);
  }
  if (clamp && sum > 0x7fffffffLL) sum = 0x7fffffffLL;
  if (clamp && sum < -0x80000000LL) sum = -0x80000000LL;
  return static_cast<int>(sum);
}

}  // namespace fencepost_rt

FENCEPOST_HIP int __builtin_amdgcn_sdot4(int a, int b, int c, bool clamp) {
  return fencepost_rt::hip_dot4(true, static_cast<unsigned int>(a), true, static_cast<unsigned int>(b), c, clamp);
}
FENCEPOST_HIP int __builtin_amdgcn_sudot4(bool a_is_signed, int a, bool b_is_signed, int b, int c, bool clamp) {
  return fencepost_rt::hip_dot4(a_is_signed, static_cast<unsigned int>(a), b_is_signed, static_cast<unsigned int>(b), c,
                                clamp);
}
FENCEPOST_HIP unsigned int __builtin_amdgcn_udot4(unsigned int a, unsigned int b, unsigned int c, bool clamp) {
  const unsigned int sum = __dp4a(a, b, c);
  return clamp && sum < c ? ~0U : sum;
}

FENCEPOST_HIP float __builtin_amdgcn_rcpf(float x) { return 1.0F / x; }
FENCEPOST_HIP double __builtin_amdgcn_rcp(double x) { return 1.0 / x; }
FENCEPOST_HIP float __builtin_amdgcn_rsqf(float x) { return rsqrtf(x); }
FENCEPOST_HIP double __builtin_amdgcn_rsq(double x) { return rsqrt(x); }
FENCEPOST_HIP float __builtin_amdgcn_sqrtf(float x) { return sqrtf(x); }
FENCEPOST_HIP float __builtin_amdgcn_exp2f(float x) { return exp2f(x); }
FENCEPOST_HIP float __builtin_amdgcn_logf(float x) { return log2f(x); }
/// Of whole turns.
FENCEPOST_HIP float __builtin_amdgcn_sinf(float x) { return sinpif(2.0F * x); }
FENCEPOST_HIP float __builtin_amdgcn_cosf(float x) { return cospif(2.0F * x); }
FENCEPOST_HIP float __builtin_amdgcn_fractf(float x) { return fminf(x - floorf(x), 0x1.fffffep-1F); }
FENCEPOST_HIP float __builtin_amdgcn_fmed3f(float a, float b, float c) {
  return fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
}

#undef FENCEPOST_HIP
