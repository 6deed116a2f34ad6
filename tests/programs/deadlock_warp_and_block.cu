// Half of a warp waits for its other half, which waits for the block.
// FINDING: deadlock error * * barrier@warp barrier@block
#include <cstdio>

__global__ void k() {
  if (threadIdx.x < 16) {
    __syncwarp();  // @warp
  }
  __syncthreads();  // @block
}

int main() {
  k<<<1, 64>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
