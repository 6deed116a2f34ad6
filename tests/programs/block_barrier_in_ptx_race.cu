// bar.warp.sync orders the warp only.
// FINDING: race error shared intra-block write@w read@r object=slot
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  slot[threadIdx.x] = 1;                      // @w
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[threadIdx.x] = slot[threadIdx.x ^ 33];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
