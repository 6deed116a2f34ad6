// Lesson 8: counts how often each of four values occurs.
#include <cstdio>

__global__ void count(const int* values, int* result, int n) {
  __shared__ int counts[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[values[i]], 1);
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&result[threadIdx.x], counts[threadIdx.x]);
}

int main() {
  int n = 40, *values, *result;
  cudaMallocManaged(&values, n * sizeof(int));
  cudaMallocManaged(&result, 4 * sizeof(int));
  for (int i = 0; i < n; ++i) values[i] = i % 4;
  for (int k = 0; k < 4; ++k) result[k] = 0;
  count<<<2, 32>>>(values, result, n);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", result[0], result[1], result[2], result[3]);
}
