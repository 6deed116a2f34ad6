// Barrier in a branch, fixed: every thread of the block reaches each barrier.
// CLEAN
// STDOUT: ^summed$
#include <cstdio>

__global__ void sum_pairs(int* data) {
  __shared__ int part[64];
  int t = threadIdx.x;
  part[t] = data[t];
  __syncthreads();
  if (t < 32) {
    part[t] += part[t + 32];
  }
  __syncthreads();
  if (t < 32) data[t] = part[31 - t];
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  sum_pairs<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    if (data[i] != 94 - 2 * i) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("summed\n");
}
