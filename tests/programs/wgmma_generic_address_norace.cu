// Descriptors of wgmma hold 18 bits of an address in shared memory. Those of a generic address are the same: it may be
// made of either, for dynamic shared memory and for variables.
// COMPILE: -arch=sm_90a
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

__device__ uint64_t descriptor(uint64_t at) {
  // Rows of two times 16 bytes, without a swizzle: 128 bytes to the other half, 256 to the next 8 rows.
  return (at & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32;
}

/// Where element (row, column) of a matrix with 16 columns lies.
__device__ int place(int row, int column) { return row / 8 * 128 + column / 8 * 64 + row % 8 * 8 + column % 8; }

__device__ void multiply(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 0, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(descriptor(a)), "l"(descriptor(b)));
  asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

extern __shared__ __align__(128) __half dynamic[];

/// In dynamic memory as many bytes as are not used here come first.
__global__ void k(int* wrong, int unused) {
  __shared__ alignas(128) __half b[8 * 16];
  __half* const a = dynamic + unused;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[place(i / 16, i % 16)] = __float2half(i / 16 + 2 * (i % 16 == 3));
  b[place(threadIdx.x / 16, threadIdx.x % 16)] = __float2half(threadIdx.x / 16 * (threadIdx.x % 16 < 4));
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  float of_generic[4] = {}, of_window[4] = {};
  multiply(of_generic, reinterpret_cast<uint64_t>(a), reinterpret_cast<uint64_t>(&b));
  multiply(of_window, __cvta_generic_to_shared(a), __cvta_generic_to_shared(b));
  for (int i = 0; i < 4; ++i) {
    const int row = warp * 16 + lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    const float expected = column * (4 * row + 2);
    if (of_generic[i] != expected || of_window[i] != expected) atomicAdd(wrong, 1);
  }
}

/// Its variables are not those that a descriptor in k means.
__global__ void other(int* wrong) {
  __shared__ int large[12 * 1024];
  large[threadIdx.x] = 0;
  __syncthreads();
  if (large[blockDim.x - 1 - threadIdx.x] != 0) ++*wrong;
}

int main() {
  int* wrong;
  cudaMallocManaged(&wrong, sizeof(int));
  *wrong = 0;
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024 - 1024);
  for (const int unused : {0, 64, 30 * 1024, 50 * 1024, 110 * 1024}) {
    k<<<5, 128, unused * sizeof(__half) + 64 * 16 * sizeof(__half)>>>(wrong, unused);
    other<<<1, 128>>>(wrong);
  }
  if (cudaDeviceSynchronize() != cudaSuccess) printf("failed\n");
  printf("%d wrong\n", *wrong);
}
