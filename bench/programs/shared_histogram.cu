// Histogram of 2^22 values over 256 bins in shared memory.
#include <vector>

#include "bench_timer.h"

constexpr int kBins = 256;

__global__ void histogram(const unsigned* data, unsigned* bins, int n) {
  __shared__ unsigned own[kBins];
  own[threadIdx.x] = 0;
  __syncthreads();
  const int threads = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) atomicAdd(&own[data[i] % kBins], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main() {
  const int n = 1 << 22;
  std::vector<unsigned> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * 7919u >> 3;
  unsigned* data;
  unsigned* bins;
  cudaMalloc(&data, n * sizeof(unsigned));
  cudaMalloc(&bins, kBins * sizeof(unsigned));
  cudaMemcpy(data, values.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  const double seconds = median_seconds(5, [&] {
    cudaMemset(bins, 0, kBins * sizeof(unsigned));
    histogram<<<64, kBins>>>(data, bins, n);
  });
  unsigned result[kBins];
  cudaMemcpy(result, bins, sizeof(result), cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned count : result) sum += count;
  print_result(seconds, 2.0 * n, 0, sum == n);
}
