// Counter between blocks, fixed: the addition is atomic.
// CLEAN
// STDOUT: ^counted$
#include <cstdio>

__global__ void count_positive(const int* data, int* count) {
  int positive = __syncthreads_count(data[blockIdx.x * blockDim.x + threadIdx.x] > 0);
  if (threadIdx.x == 0) atomicAdd(count, positive);
}

int main() {
  int *data, *count;
  cudaMallocManaged(&data, 256 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  for (int i = 0; i < 256; ++i) data[i] = i % 2;
  *count = 0;
  count_positive<<<4, 64>>>(data, count);
  cudaDeviceSynchronize();
  if (*count != 128) return printf("count is %d\n", *count), 1;
  printf("counted\n");
}
