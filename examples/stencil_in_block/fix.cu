// In-place stencil in one block, fixed: all threads read, then all write.
// CLEAN
// STDOUT: ^smoothed$
#include <cstdio>

__global__ void smooth(int* data) {
  int i = threadIdx.x;
  int left = i > 0 ? i - 1 : 0;
  int sum = data[i] + data[left];
  __syncthreads();
  data[i] = sum;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  smooth<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 1; i < 64; ++i) {
    if (data[i] != 2 * i - 1) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("smoothed\n");
}
