#include "samples.h"

static __global__ void sum_kernel(const int* numbers, int count, unsigned long long* total) {
  extern __shared__ long long partial[];
  const int t = threadIdx.x;
  long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < count; i += gridDim.x * blockDim.x) mine += numbers[i];
  partial[t] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) partial[t] += partial[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(total, static_cast<unsigned long long>(partial[0]));
}

long long sum_on_device(const int* numbers, int count) {
  unsigned long long* total = nullptr;
  unsigned long long result = 0;
  cudaMalloc(&total, sizeof(*total));
  cudaMemset(total, 0, sizeof(*total));
  sum_kernel<<<4, 128, 128 * sizeof(long long)>>>(numbers, count, total);
  cudaMemcpy(&result, total, sizeof(result), cudaMemcpyDeviceToHost);
  cudaFree(total);
  return static_cast<long long>(result);
}
