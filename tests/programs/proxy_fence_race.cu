// Bulk copies and wgmma see what threads wrote to shared memory only behind a fence.proxy.async: a barrier is not
// enough.
// COMPILE: -arch=sm_90a
// FINDING: race error shared intra-block write@copied#0 read@copy#0 object=tile element=tile[0] interval=0
// FINDING: race error shared intra-block write@late read@out#0 object=tile
// FINDING: race error shared intra-block write@factor read@multiply#0 object=b
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

constexpr int kCount = 64;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void without(int* to) {
  __shared__ alignas(128) int tile[kCount];
  tile[threadIdx.x] = threadIdx.x;  // @copied
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(window(tile)),  // @copy
                 "n"(4 * kCount)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

/// The fence comes before what it should be behind.
__global__ void too_early(int* to) {
  __shared__ alignas(128) int tile[kCount];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  tile[threadIdx.x] = threadIdx.x;  // @late
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(window(tile)),  // @out
                 "n"(4 * kCount)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

__device__ uint64_t descriptor(const void* at) {
  // Rows of two times 16 bytes, without a swizzle: 128 bytes to the other half, 256 to the next 8 rows.
  return (__cvta_generic_to_shared(at) & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32;
}

/// The fence is behind the writes to one factor, and before those to the other.
__global__ void product(float* to) {
  __shared__ alignas(128) __half a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = __float2half(1);
  asm volatile("fence.proxy.async;" ::: "memory");
  b[threadIdx.x] = __float2half(2);  // @factor
  float d[4] = {};
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"  // @multiply
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(descriptor(a)), "l"(descriptor(b)));
  asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
  to[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main() {
  int* to;
  float* sums;
  cudaMalloc(&to, kCount * sizeof(int));
  cudaMalloc(&sums, 128 * sizeof(float));
  without<<<1, kCount>>>(to);
  too_early<<<1, kCount>>>(to);
  product<<<1, 128>>>(sums);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
