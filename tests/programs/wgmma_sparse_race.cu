// A warpgroup multiplies a sparse matrix with one in shared memory, and writes the next one there: before
// wgmma.wait_group, the product may still read it, with the rows that A has no elements for. Its metadata may not name
// the same element twice.
// COMPILE: -arch=sm_90a
// FINDING: race error shared intra-block read@multiply#0 write@next object=b
// FINDING: barrier-divergence error none intra-warp barrier@multiply message="metadata 0b0101 of a product with a sparse factor, given by lane 4, name the same place"
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

__device__ uint64_t descriptor(const void* at, int lead) {
  // Without a swizzle: `lead` bytes to the next 16 bytes of the same rows, 128 to the next 8 rows.
  return (__cvta_generic_to_shared(at) & 0x3ffff) >> 4 | static_cast<uint64_t>(lead >> 4) << 16 |
         uint64_t{128 >> 4} << 32;
}

__global__ void k(float* to) {
  __shared__ alignas(128) __half a[64 * 16], b[8 * 32];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = __float2half(1);
  b[threadIdx.x] = b[threadIdx.x + 128] = __float2half(2);
  float d[4] = {};
  __syncthreads();
  asm volatile("fence.proxy.async;\n wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, %6, 0, 1, 1, 1, 0, 0;"  // @multiply
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(descriptor(a, 1024)), "l"(descriptor(b, 128)), "r"(threadIdx.x == 36 ? 0x44444445 : 0x44444444));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  __syncthreads();
  if (threadIdx.x < 8) b[192 + threadIdx.x * 8 + 7] = __float2half(3);  // @next
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  to[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main() {
  float* to;
  cudaMallocManaged(&to, 128 * sizeof(float));
  k<<<1, 128>>>(to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
