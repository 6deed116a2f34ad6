// bar.sync 0 is __syncthreads().
// CLEAN
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  slot[threadIdx.x] = 1;                      // @w
  asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = slot[threadIdx.x ^ 33];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
