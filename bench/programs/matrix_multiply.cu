// Tiled matrix multiplication, 256x256, tiles of 16x16 in shared memory.
#include <vector>

#include "bench_timer.h"

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += kTile) {
    a_tile[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = 256;
  std::vector<float> ones(n * n, 1), result(n * n);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemcpy(a, ones.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, ones.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  const double seconds =
      median_seconds(7, [&] { multiply<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(a, b, c, n); });
  cudaMemcpy(result.data(), c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  const double threads = double(n) * n, tiles = n / kTile;
  print_result(seconds, threads * (tiles * (4 + 2 * kTile) + 1), threads * tiles * 2,
               result[0] == n && result[n * n - 1] == n);
}
