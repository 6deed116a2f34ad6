// Histogram of 2^20 values over 64 bins with global atomics. WITHOUT: all of it but the atomic operation.
#include <vector>

#include "bench_timer.h"

__global__ void histogram(const int* data, unsigned* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef WITHOUT
  if (i < n && data[i] < 0) bins[0] = 1;
#else
  if (i < n) atomicAdd(&bins[data[i] % 64], 1u);
#endif
}

int main() {
  const int n = 1 << 20;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * 7;
  int* data;
  unsigned* bins;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&bins, 64 * sizeof(unsigned));
  cudaMemcpy(data, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const double seconds = median_seconds(7, [&] {
    cudaMemset(bins, 0, 64 * sizeof(unsigned));
    histogram<<<n / 256, 256>>>(data, bins, n);
  });
  unsigned result[64];
  cudaMemcpy(result, bins, sizeof(result), cudaMemcpyDeviceToHost);
#ifdef WITHOUT
  print_result(seconds, n, 0, result[0] == 0);
#else
  print_result(seconds, 2.0 * n, 0, result[0] == n / 64 && result[63] == n / 64);
#endif
}
