// A product of a pair of blocks: each has its rows of A and D, and half of the columns of B. One thread starts it, and its
// commit arrives at a barrier object in both.
// COMPILE: -arch=sm_100a
// INCLUDES: parts/tensor_cores.h
// CLEAN
// SCHEDULE-DEPENDENT: how often threads look at the barrier object
// STDOUT: ^cudaSuccess 0 wrong$
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

#include "parts/tensor_cores.h"

constexpr int kThreads = 128, kColumns = 32, kDepth = 16;  // Of D; K.

/// Rows of two times 16 bytes, without a swizzle: 128 bytes to the other half, 256 to the next 8 rows.
__device__ uint64_t descriptor(const void* at) {
  return (window(at) & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32 | uint64_t{1} << 46;
}
__device__ int place(int line, int k) { return line / 8 * 128 + k / 8 * 64 + line % 8 * 8 + k % 8; }

__device__ unsigned rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
}

__host__ __device__ int of_a(int row, int k) { return row % 5 + k; }
__host__ __device__ int of_b(int column, int k) { return column % 7 - k % 3; }

/// `kRows`: of A and D of a block. With 64 D's right half is below its left one.
template <int kRows>
__global__ void __cluster_dims__(2) k(float* to) {
  __shared__ alignas(128) __half a[kRows * kDepth], b[kColumns / 2 * kDepth];
  __shared__ alignas(8) uint64_t done;
  __shared__ uint32_t d;
  const int first_row = rank() * kRows, first_column = rank() * kColumns / 2;
  for (int i = threadIdx.x; i < kRows * kDepth; i += kThreads)
    a[place(i / kDepth, i % kDepth)] = __int2half_rn(of_a(first_row + i / kDepth, i % kDepth));
  for (int i = threadIdx.x; i < kColumns / 2 * kDepth; i += kThreads)
    b[place(i / kDepth, i % kDepth)] = __int2half_rn(of_b(first_column + i / kDepth, i % kDepth));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(window(&done)) : "memory");
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window(&d)) : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;");
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  cluster_sync();
  if (rank() == 0 && threadIdx.x == 0) {
    constexpr uint32_t kDescription = 1 << 4 | kColumns / 8 << 17 | 2 * kRows / 16 << 24;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, p; }" ::"r"(d),
                 "l"(descriptor(a)), "l"(descriptor(b)), "r"(kDescription)
                 : "memory");
    asm volatile(
        "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(
            window(&done)),
        "h"(static_cast<uint16_t>(3))
        : "memory");
  }
  wait(&done, 0);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  const int parts = kThreads / kRows, row = threadIdx.x % kRows, part = threadIdx.x / kRows;
  for (int i = 0; i < kColumns / parts; ++i) {
    uint32_t bits;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
                 : "=r"(bits)
                 : "r"(d + i + (threadIdx.x / 32 * 32 << 16)));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    to[(first_row + row) * kColumns + part * kColumns / parts + i] = __uint_as_float(bits);
  }
  cluster_sync();
  if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, 32;" ::"r"(d));
}

template <int kRows>
int wrong_of(float* to) {
  k<kRows><<<2, kThreads>>>(to);
  int wrong = cudaDeviceSynchronize() != cudaSuccess;
  for (int row = 0; row < 2 * kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      int sum = 0;
      for (int k = 0; k < kDepth; ++k) sum += of_a(row, k) * of_b(column, k);
      wrong += to[row * kColumns + column] != sum;
    }
  }
  return wrong;
}

int main() {
  float* to;
  cudaMallocManaged(&to, 2 * kThreads * kColumns * sizeof(float));
  const int wrong = wrong_of<128>(to) + wrong_of<64>(to);
  printf("%s %d wrong\n", cudaGetErrorName(cudaGetLastError()), wrong);
}
