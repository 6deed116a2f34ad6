// Vector addition, 2^20 elements: three global accesses a thread, no barrier.
#include <vector>

#include "bench_timer.h"

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 1 << 20;
  std::vector<float> ones(n, 1), result(n);
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(a, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  const double seconds = median_seconds(9, [&] { add<<<n / 256, 256>>>(a, b, c, n); });
  cudaMemcpy(result.data(), c, n * sizeof(float), cudaMemcpyDeviceToHost);
  print_result(seconds, 3.0 * n, 0, result[0] == 2 && result[n - 1] == 2);
}
