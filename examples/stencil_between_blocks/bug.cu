// In-place stencil over several blocks: barriers order a block's own reads and writes, but not those of its neighbour.
// FINDING: race error global inter-block read@read write@write object=data
#include <cstdio>

__global__ void smooth(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = i > 0 ? data[i - 1] : 0;  // @read
  __syncthreads();
  if (i < n) data[i] += left;  // @write
}

int main() {
  int* data;
  cudaMallocManaged(&data, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) data[i] = i;
  smooth<<<4, 32>>>(data, 128);
  cudaDeviceSynchronize();
  for (int i = 1; i < 128; ++i) {
    if (data[i] != 2 * i - 1) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("smoothed\n");
}
