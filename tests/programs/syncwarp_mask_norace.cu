// A mask that names both lanes orders them.
// CLEAN
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  if (threadIdx.x < 8) {
    slot[threadIdx.x] = threadIdx.x;
    __syncwarp(0x000000ff);
    out[threadIdx.x] = slot[threadIdx.x ^ 1];
  }
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
