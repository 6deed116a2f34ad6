// Five-point stencil, 1024x1024, blocks of 16x16: global reads shared by neighbouring threads and blocks.
#include <vector>

#include "bench_timer.h"

__global__ void stencil(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
  const int i = y * n + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}

int main() {
  const int n = 1024;
  std::vector<float> ones(n * n, 1), result(n * n);
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  cudaMemcpy(in, ones.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  const double seconds = median_seconds(5, [&] { stencil<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n); });
  cudaMemcpy(result.data(), out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  const float middle = result[n * n / 2 + n / 2];
  print_result(seconds, 6.0 * (n - 2) * (n - 2), 0, middle > 0.999f && middle < 1.001f);
}
