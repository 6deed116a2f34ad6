// Reads of consecutive threads are told at once though the same loop has atomic operations, which are told one by one;
// also where a thread makes several of both, and where blocks take turns, as all add to one counter.
// CLEAN
#include <cstdio>

__global__ void histogram(const int* values, int* bins, int n) {
  __shared__ int own[16];
  if (threadIdx.x < 16) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[values[i] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void sum(const int* values, const int* weights, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, values[i] * weights[n - 1 - i]);
}

int main() {
  constexpr int kCount = 5000;
  int *values, *weights, *bins;
  cudaMallocManaged(&values, kCount * sizeof(int));
  cudaMallocManaged(&weights, kCount * sizeof(int));
  cudaMallocManaged(&bins, 17 * sizeof(int));
  int expected[17] = {};
  for (int i = 0; i < kCount; ++i) {
    values[i] = i * i % 97;
    weights[i] = i % 7;
  }
  for (int i = 0; i < 17; ++i) bins[i] = 0;
  for (int i = 0; i < kCount; ++i) {
    ++expected[values[i] & 15];
    expected[16] += values[i] * weights[kCount - 1 - i];
  }
  histogram<<<4, 256>>>(values, bins, kCount);
  sum<<<20, 256>>>(values, weights, bins + 16, kCount);
  cudaDeviceSynchronize();
  for (int i = 0; i < 17; ++i) {
    if (bins[i] != expected[i]) return std::printf("bin %d: %d, not %d\n", i, bins[i], expected[i]), 1;
  }
}
