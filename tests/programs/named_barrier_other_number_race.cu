// Named barriers of different numbers order nothing between those who wait at the one and at the other.
// FINDING: race error shared intra-block write@w read@r object=slot
__device__ int out[128];

__global__ void k() {
  __shared__ int slot[128];
  slot[threadIdx.x] = threadIdx.x;              // @w
  if (threadIdx.x < 64) {
    asm volatile("barrier.sync 1, 64;" ::: "memory");
  } else {
    asm volatile("barrier.sync 2, 64;" ::: "memory");
  }
  out[threadIdx.x] = slot[threadIdx.x ^ 64];    // @r
}

int main() {
  k<<<1, 128>>>();
  return cudaDeviceSynchronize();
}
