// match.any.sync makes the lanes meet, but orders no memory.
// FINDING: race error shared intra-warp write@w read@r object=slot
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  slot[threadIdx.x] = threadIdx.x;  // @w
  unsigned mask;
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(mask) : "r"(threadIdx.x % 2) : "memory");
  out[threadIdx.x] = slot[threadIdx.x ^ 1] + mask;  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
