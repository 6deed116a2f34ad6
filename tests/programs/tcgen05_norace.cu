// A thread starts a product in tensor memory, and its commit arrives at a barrier object: behind that all may read the
// product, write the factors again, and free the columns.
// COMPILE: -arch=sm_100a
// INCLUDES: parts/tensor_cores.h
// CLEAN
// SCHEDULE-DEPENDENT: how often threads look at the barrier object
// STDOUT: ^cudaSuccess 32 64 0$
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

#include "parts/tensor_cores.h"

constexpr int kRows = 128, kColumns = 16, kDepth = 16;

/// Rows of two times 16 bytes, without a swizzle: 128 bytes to the other half, 256 to the next 8 rows.
__device__ uint64_t descriptor(const void* at) {
  return (window(at) & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32 | uint64_t{1} << 46;
}

__device__ void multiply(uint32_t d, const void* a, const void* b, bool adds) {
  constexpr uint32_t kDescription = 1 << 4 | kColumns / 8 << 17 | kRows / 16 << 24;  // Halves, and sums that are floats.
  asm volatile(
      "{ .reg .pred p; setp.ne.b32 p, %4, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }" ::"r"(d),
      "l"(descriptor(a)), "l"(descriptor(b)), "r"(kDescription), "r"(int{adds})
      : "memory");
}

/// The column of the thread's row, in its warp's lanes.
__device__ float load(uint32_t d, int column) {
  uint32_t bits = 0;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
               : "=r"(bits)
               : "r"(d + column + (threadIdx.x / 32 * 32 << 16)));
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  return __uint_as_float(bits);
}

__global__ void k(float* to) {
  __shared__ alignas(128) __half a[kRows * kDepth], b[kColumns * kDepth];
  __shared__ alignas(8) uint64_t done;
  __shared__ uint32_t d;
  for (int i = threadIdx.x; i < kRows * kDepth; i += kRows) a[i] = __float2half(1);
  for (int i = threadIdx.x; i < kColumns * kDepth; i += kRows) b[i] = __float2half(2);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(window(&done)) : "memory");
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window(&d)) : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
  }
  asm volatile("fence.proxy.async;\n tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  if (threadIdx.x == 0) {
    multiply(d, a, b, false);
    commit(&done);
  }
  wait(&done, 0);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  to[threadIdx.x] = load(d, 3);
  b[threadIdx.x] = __float2half(2);
  asm volatile("fence.proxy.async;\n tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  if (threadIdx.x == 0) {
    multiply(d, a, b, true);
    commit(&done);
  }
  wait(&done, 1);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  to[kRows + threadIdx.x] = load(d, 15);
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(d));
}

int main() {
  float* to;
  cudaMallocManaged(&to, 2 * kRows * sizeof(float));
  k<<<1, kRows>>>(to);
  const char* const name = cudaGetErrorName(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < kRows; ++i) wrong += to[i] != 32 || to[kRows + i] != 64;
  printf("%s %g %g %d\n", name, to[5], to[kRows + 77], wrong);
}
