// The same two lines race within a warp in the first launch, and across warps in the second: one finding, of the block.
// By vector clocks (the program links __syncwarp) as without.
// FINDING: race error global intra-block write@write read@read object=data launch=1
// FINDING: race error global intra-block write@first read@second object=data launch=3
// FINDING: race error global intra-warp write@third read@fourth object=data launch=4
#include <cstdio>

__global__ void k(int* data, int apart) {
  if (threadIdx.x == 0) data[0] = 1;                              // @write
  if (static_cast<int>(threadIdx.x) == apart) data[1] = data[0];  // @read
}

__global__ void ordered(int* data) {
  if (threadIdx.x == 0) data[0] = 1;  // @first
  data[2 + threadIdx.x] = data[0];    // @second
  __syncwarp();
}

__global__ void ordered_within(int* data) {
  if (threadIdx.x % 32 == 0) data[threadIdx.x] = 1;       // @third
  data[100 + threadIdx.x] = data[threadIdx.x / 32 * 32];  // @fourth
  __syncwarp();
}

int main() {
  int* data;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMemset(data, 0, 256 * sizeof(int));
  k<<<1, 64>>>(data, 1);
  k<<<1, 64>>>(data, 40);
  ordered<<<1, 64>>>(data);
  ordered_within<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
