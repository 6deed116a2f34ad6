// Lock-step assumed: since Volta, the threads of a warp advance on their own; sharing memory needs __syncwarp().
// FINDING: race error shared * write@write read@read object=slot
#include <cstdio>

__global__ void swap_neighbours(int* data) {
  __shared__ int slot[32];
  int lane = threadIdx.x;
  slot[lane] = data[lane];      // @write
  data[lane] = slot[lane ^ 1];  // @read
}

int main() {
  int* data;
  cudaMallocManaged(&data, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) data[i] = i;
  swap_neighbours<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    if (data[i] != (i ^ 1)) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("swapped\n");
}
