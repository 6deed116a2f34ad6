// A product in tensor memory goes on until the phase of the barrier object is over that its commit names, loads and
// stores until their warp has waited for them; what threads have written to shared memory it sees behind a
// fence.proxy.async alone. A barrier of the block is not enough.
// COMPILE: -arch=sm_100a
// INCLUDES: parts/tensor_cores.h
// FINDING: race error tensor intra-block write@early#0 read@load kernel=too_early object="tensor memory" element="lanes 0 to 15, column 0 of tensor memory"
// FINDING: race error shared intra-block read@read#0 write@next kernel=overwritten object=b
// FINDING: race error shared intra-block write@generic read@seen#0 kernel=without_proxy_fence object=b message="tcgen05 operation reads .* through the async proxy"
// FINDING: race error tensor intra-block write@again#0 read@pending kernel=not_loaded hint="tcgen05.wait::ld"
// FINDING: race error tensor intra-block write@stored read@added#0 kernel=not_stored
// SCHEDULE-DEPENDENT: how often threads look at the barrier object
// FINDING: race error tensor intra-block write@freed read@last kernel=freed_early
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

#include "parts/tensor_cores.h"

constexpr int kRows = 128, kColumns = 16, kDepth = 16;

/// Rows of two times 16 bytes, without a swizzle: 128 bytes to the other half, 256 to the next 8 rows.
__device__ uint64_t descriptor(const void* at) {
  return (window(at) & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32 | uint64_t{1} << 46;
}

// Halves, and sums that are floats.
#define MULTIPLY(d, adds)                                                                               \
  asm volatile(                                                                                         \
      "{ .reg .pred p; setp.ne.b32 p, %4, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }" \
      ::"r"(d), "l"(descriptor(a)), "l"(descriptor(b)), "r"(1 << 4 | kColumns / 8 << 17 | kRows / 16 << 24), "r"(adds) \
      : "memory")
#define LOAD(bits)                                                                \
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"                \
               : "=r"(bits)                                                       \
               : "r"(d + (threadIdx.x / 32 * 32 << 16)))

__shared__ alignas(128) __half a[kRows * kDepth], b[kColumns * kDepth];
__shared__ alignas(8) uint64_t done;
__shared__ uint32_t d;

__device__ void begin() {
  for (int i = threadIdx.x; i < kRows * kDepth; i += kRows) a[i] = __float2half(1);
  for (int i = threadIdx.x; i < kColumns * kDepth; i += kRows) b[i] = __float2half(2);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(window(&done)) : "memory");
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window(&d)) : "memory");
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
}

__device__ void end() {
  __syncthreads();
  if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(d));
}

/// Another warp reads the product though nobody has waited for it.
__global__ void too_early(uint32_t* to) {
  begin();
  if (threadIdx.x == 0) {
    MULTIPLY(d, 0);  // @early
    commit(&done);
  }
  __syncthreads();
  uint32_t bits = 0;
  LOAD(bits);  // @load
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  to[threadIdx.x] = bits;
  wait(&done, 0);
  end();
}

/// A factor is written while the product may still read it.
__global__ void overwritten() {
  begin();
  if (threadIdx.x == 0) {
    MULTIPLY(d, 0);  // @read
    commit(&done);
  }
  __syncthreads();
  b[threadIdx.x] = __float2half(3);  // @next
  wait(&done, 0);
  end();
}

__global__ void without_proxy_fence() {
  begin();
  b[threadIdx.x] = __float2half(3);  // @generic
  __syncthreads();
  if (threadIdx.x == 0) {
    MULTIPLY(d, 0);  // @seen
    commit(&done);
  }
  wait(&done, 0);
  end();
}

/// What is loaded is not there before its warp has waited for it: the next product may overwrite it.
__global__ void not_loaded(uint32_t* to) {
  begin();
  if (threadIdx.x == 0) {
    MULTIPLY(d, 0);
    commit(&done);
  }
  wait(&done, 0);
  uint32_t bits = 0;
  LOAD(bits);  // @pending
  __syncthreads();
  if (threadIdx.x == 0) {
    MULTIPLY(d, 0);  // @again
    commit(&done);
  }
  wait(&done, 1);
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  to[threadIdx.x] = bits;
  end();
}

/// The product adds to what is not yet stored.
__global__ void not_stored() {
  begin();
  for (int i = 0; i < kColumns; ++i) {
    asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(d + i + (threadIdx.x / 32 * 32 << 16)), "r"(i));  // @stored
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    MULTIPLY(d, 1);  // @added
    commit(&done);
  }
  wait(&done, 0);
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  end();
}

/// The last load was not waited for.
__global__ void freed_early(uint32_t* to) {
  begin();
  if (threadIdx.x == 0) {
    MULTIPLY(d, 0);
    commit(&done);
  }
  wait(&done, 0);
  uint32_t bits = 0;
  LOAD(bits);  // @last
  to[threadIdx.x] = bits;
  __syncthreads();
  if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(d));  // @freed
}

int main() {
  uint32_t* to;
  cudaMalloc(&to, kRows * sizeof(uint32_t));
  too_early<<<1, kRows>>>(to);
  overwritten<<<1, kRows>>>();
  without_proxy_fence<<<1, kRows>>>();
  not_loaded<<<1, kRows>>>(to);
  not_stored<<<1, kRows>>>();
  freed_early<<<1, kRows>>>(to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
