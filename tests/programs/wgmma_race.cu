// A warpgroup multiplies matrices in shared memory, and writes the next ones there: before wgmma.wait_group, the product
// may still read them. A barrier does not wait for it.
// COMPILE: -arch=sm_90a
// FINDING: race error shared intra-block read@multiply#0 write@next object=b
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

__device__ uint64_t descriptor(const void* at) {
  // Rows of two times 16 bytes, without a swizzle: 128 bytes to the other half, 256 to the next 8 rows.
  return (__cvta_generic_to_shared(at) & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32;
}

__global__ void k(float* to) {
  __shared__ alignas(128) __half a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = __float2half(1);
  b[threadIdx.x] = __float2half(2);
  float d[4] = {};
  __syncthreads();
  asm volatile("fence.proxy.async;\n wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"  // @multiply
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(descriptor(a)), "l"(descriptor(b)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  __syncthreads();
  b[threadIdx.x] = __float2half(3);  // @next
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  to[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main() {
  float* to;
  cudaMallocManaged(&to, 128 * sizeof(float));
  k<<<1, 128>>>(to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
