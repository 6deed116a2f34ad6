// Lock-step assumed, fixed: a shuffle passes the value from lane to lane without memory.
// CLEAN
// STDOUT: ^swapped$
#include <cstdio>

__global__ void swap_neighbours(int* data) {
  int lane = threadIdx.x;
  data[lane] = __shfl_xor_sync(0xffffffff, data[lane], 1);
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
