// Named barriers: the consumer arrives before it has read.
// FINDING: race error shared intra-block write@w read@r object=slot
__device__ int out[96];

__device__ __forceinline__ void named_sync(int number, int threads) {
  asm volatile("bar.sync %0, %1;" : : "r"(number), "r"(threads) : "memory");
}
__device__ __forceinline__ void named_arrive(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" : : "r"(number), "r"(threads) : "memory");
}

__global__ void k() {
  __shared__ int slot[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < 3; ++i) {
    if (warp == 0) {
      if (i > 0) named_sync(2, 64);
      slot[lane] = i;                 // @w
      named_arrive(1, 64);
    } else if (warp == 1) {
      named_sync(1, 64);
      if (i < 2) named_arrive(2, 64);
      out[lane] += slot[lane ^ 1];    // @r
    }
  }
}

int main() {
  k<<<1, 96>>>();
  return cudaDeviceSynchronize();
}
