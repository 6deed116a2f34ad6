// A volatile access is strong, a plain one is not: they race, also in a warp.
// FINDING: race error shared * write@w volatile-read@r object=slot
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  slot[threadIdx.x] = threadIdx.x;                          // @w
  out[threadIdx.x] = ((volatile int*)slot)[threadIdx.x ^ 1];  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
