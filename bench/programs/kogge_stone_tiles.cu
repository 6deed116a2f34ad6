// Kogge-Stone scans of tiles of 256 elements in shared memory, 2^20 elements.
#include <vector>

#include "bench_timer.h"

constexpr int kTile = 256;

__global__ void scan_tiles(const int* input, int* output) {
  __shared__ int tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x, t = threadIdx.x;
  tile[t] = input[i];
  __syncthreads();
  for (int offset = 1; offset < kTile; offset *= 2) {
    int left = 0;
    if (t >= offset) left = tile[t - offset];
    __syncthreads();
    if (t >= offset) tile[t] += left;
    __syncthreads();
  }
  output[i] = tile[t];
}

int main() {
  const int n = 1 << 20;
  std::vector<int> ones(n, 1), result(n);
  int *input, *output;
  cudaMalloc(&input, n * sizeof(int));
  cudaMalloc(&output, n * sizeof(int));
  cudaMemcpy(input, ones.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const double seconds = median_seconds(5, [&] { scan_tiles<<<n / kTile, kTile>>>(input, output); });
  cudaMemcpy(result.data(), output, n * sizeof(int), cudaMemcpyDeviceToHost);
  double accesses = 0;
  for (int offset = 1; offset < kTile; offset *= 2) accesses += 3.0 * (kTile - offset);
  accesses = (accesses / kTile + 4) * n;
  print_result(seconds, accesses, 17.0 * n, result[255] == 256 && result[n - 1] == 256 && result[256] == 1);
}
