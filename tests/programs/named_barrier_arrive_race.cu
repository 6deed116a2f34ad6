// bar.arrive does not wait: who only arrives may not read what the others wrote before.
// FINDING: race error shared intra-block write@w read@r object=slot
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  slot[threadIdx.x] = threadIdx.x;              // @w
  if (threadIdx.x < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    out[threadIdx.x] = slot[threadIdx.x + 32];  // @r
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = slot[threadIdx.x - 32];
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
