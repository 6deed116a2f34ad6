// A tcgen05.cp goes on until the phase of the barrier object is over that its commit names; what threads have written to
// shared memory it sees behind a fence.proxy.async alone. A product of its own thread waits for it.
// COMPILE: -arch=sm_100a
// INCLUDES: parts/tensor_cores.h
// FINDING: race error shared intra-block read@read#0 write@next kernel=overwritten object=scales
// FINDING: race error tensor intra-block write@early#0 read@load kernel=too_early object="tensor memory"
// FINDING: race error shared intra-block write@generic read@seen#0 kernel=without_proxy_fence object=scales message="tcgen05 operation reads .* through the async proxy"
// FINDING: race error tensor intra-block read@used#0 write@other#32 kernel=other_thread object="tensor memory"
// FINDING: race error tensor intra-block write@first#0 write@other#32 kernel=other_thread object="tensor memory"
// SCHEDULE-DEPENDENT: how often threads look at the barrier object
#include <cstdint>
#include <cstdio>

#include "parts/tensor_cores.h"

constexpr int kRows = 128, kColumns = 16, kDepth = 32;

__device__ uint64_t descriptor(const void* at, uint64_t group) {
  return (window(at) & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | group >> 4 << 32 | uint64_t{1} << 46;
}

#define COPY(to)                                                                                         \
  asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(to), "l"(descriptor(scales, 128)) \
               : "memory")
// Of e4m3, all with the same scales.
#define MULTIPLY                                                                                                     \
  asm volatile(                                                                                                      \
      "{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%0], %1, %2, %3, " \
      "[%4], [%4], p; }" ::"r"(d),                                                                                   \
      "l"(descriptor(a, 256)), "l"(descriptor(b, 256)), "r"(kColumns / 8 << 17 | 1 << 23 | kRows / 16 << 24),       \
      "r"(d + 16)                                                                                                    \
      : "memory")

__shared__ alignas(128) unsigned char a[kRows * kDepth], b[kColumns * kDepth], scales[kRows * 4];
__shared__ alignas(8) uint64_t done;
__shared__ uint32_t d;

__device__ void begin() {
  for (int i = threadIdx.x; i < kRows * kDepth; i += kRows) a[i] = 0x38;
  for (int i = threadIdx.x; i < kColumns * kDepth; i += kRows) b[i] = 0x38;
  for (int i = threadIdx.x; i < kRows * 4; i += kRows) scales[i] = 127;
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

/// The scales are written while the copy may still read them: nobody has waited for what the commit names.
__global__ void overwritten() {
  begin();
  if (threadIdx.x == 0) {
    COPY(d + 16);  // @read
    MULTIPLY;
    commit(&done);
  }
  __syncthreads();
  scales[threadIdx.x] = 126;  // @next
  wait(&done, 0);
  end();
}

/// A warp loads what is copied before that is there.
__global__ void too_early(uint32_t* to) {
  begin();
  if (threadIdx.x == 0) {
    COPY(d + 16);  // @early
    commit(&done);
  }
  __syncthreads();
  uint32_t bits = 0;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"  // @load
               : "=r"(bits)
               : "r"(d + 16 + (threadIdx.x / 32 * 32 << 16)));
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  to[threadIdx.x] = bits;
  wait(&done, 0);
  end();
}

__global__ void without_proxy_fence() {
  begin();
  scales[threadIdx.x] = 126;  // @generic
  __syncthreads();
  if (threadIdx.x == 0) {
    COPY(d + 16);  // @seen
    commit(&done);
  }
  wait(&done, 0);
  end();
}

/// Another thread copies the next scales while the product may still read these.
__global__ void other_thread() {
  begin();
  if (threadIdx.x == 0) {
    COPY(d + 16);  // @first
    MULTIPLY;      // @used
    commit(&done);
  }
  __syncthreads();
  if (threadIdx.x == 32) COPY(d + 16);  // @other
  wait(&done, 0);
  __syncthreads();
  if (threadIdx.x == 32) commit(&done);
  wait(&done, 1);
  end();
}

int main() {
  uint32_t* to;
  cudaMalloc(&to, kRows * sizeof(uint32_t));
  overwritten<<<1, kRows>>>();
  too_early<<<1, kRows>>>(to);
  without_proxy_fence<<<1, kRows>>>();
  other_thread<<<1, kRows>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
