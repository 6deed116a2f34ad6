// Named barriers of the whole block, with and without a number of threads; warps that have returned are not waited for.
// CLEAN
__device__ int out[96];

__global__ void k() {
  __shared__ int slot[96];
  if (threadIdx.x >= 64) return;
  slot[threadIdx.x] = 1;
  asm volatile("bar.sync 3;" ::: "memory");
  out[threadIdx.x] = slot[threadIdx.x ^ 32];
  asm volatile("bar.sync 3, 64;" ::: "memory");
  slot[threadIdx.x] = 2;
  asm volatile("barrier.cta.sync.aligned 4;" ::: "memory");
  out[threadIdx.x] = slot[threadIdx.x ^ 32];
}

int main() {
  k<<<1, 96>>>();
  return cudaDeviceSynchronize();
}
