// Each thread walks down its own column, or up, in an array whose rows lie on pages of their own, and reads and writes
// it; all blocks read the same columns of another array. No thread meets another.
// CLEAN
#include <cstdio>

constexpr int kWidth = 1500, kHeight = 40;

__global__ void add(float* sums, const float* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  for (int y = 0; y < height; ++y) sums[y * width + x] += table[y * width + threadIdx.x];
}

__global__ void add_up(float* sums, float* totals, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float total = 0;
  for (int y = height - 1; y >= 0; --y) total += sums[y * width + x];
  totals[x] = total;
}

int main() {
  float *sums, *table, *totals;
  cudaMalloc(&sums, kWidth * kHeight * sizeof(float));
  cudaMalloc(&table, kWidth * kHeight * sizeof(float));
  cudaMalloc(&totals, kWidth * sizeof(float));
  static float values[kWidth * kHeight], result[kWidth];
  for (int i = 0; i < kWidth * kHeight; ++i) values[i] = static_cast<float>(i / kWidth);
  cudaMemset(sums, 0, sizeof values);
  cudaMemcpy(table, values, sizeof values, cudaMemcpyHostToDevice);
  for (int launch = 0; launch < 2; ++launch) {
    add<<<(kWidth + 127) / 128, 128>>>(sums, table, kWidth, kHeight);
    add_up<<<(kWidth + 127) / 128, 128>>>(sums, totals, kWidth, kHeight);
  }
  cudaMemcpy(result, totals, sizeof result, cudaMemcpyDeviceToHost);
  const float expected = 2 * kHeight * (kHeight - 1) / 2;
  for (int i = 0; i < kWidth; ++i) {
    if (result[i] != expected) return std::printf("%d: %g, not %g\n", i, result[i], expected), 1;
  }
}
