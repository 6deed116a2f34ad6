// Threads that are neighbours in y access neighbours in memory, those that are neighbours in x a row further: transposed
// matrices, changed in place, structs, blocks that end beyond the matrix. No thread meets another.
// CLEAN
#include <cstdio>

constexpr int kSide = 200;

struct Pair {
  float a, b;
};

__global__ void transpose(float* to, const float* from, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < side && y < side) to[x * side + y] = from[y * side + x];
}

__global__ void change(float* a, Pair* pairs, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= side || y >= side) return;
  a[x * side + y] += 1;
  pairs[x * side + y] = {a[x * side + y], 2};
  a[x * side + y] *= pairs[x * side + y].b;
}

int main() {
  float *a, *b;
  Pair* pairs;
  cudaMalloc(&a, kSide * kSide * sizeof(float));
  cudaMalloc(&b, kSide * kSide * sizeof(float));
  cudaMalloc(&pairs, kSide * kSide * sizeof(Pair));
  static float values[kSide * kSide];
  for (int i = 0; i < kSide * kSide; ++i) values[i] = static_cast<float>(i);
  cudaMemcpy(a, values, sizeof values, cudaMemcpyHostToDevice);
  const dim3 blocks[] = {dim3(16, 16), dim3(32, 8), dim3(8, 32), dim3(5, 3)};
  for (const dim3& block : blocks) {
    const dim3 grid((kSide + block.x - 1) / block.x, (kSide + block.y - 1) / block.y);
    change<<<grid, block>>>(a, pairs, kSide);
    transpose<<<grid, block>>>(b, a, kSide);
    transpose<<<grid, block>>>(a, b, kSide);
  }
  cudaMemcpy(values, a, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kSide * kSide; ++i) {
    if (values[i] != 16 * static_cast<float>(i) + 30) return std::printf("%d: %g\n", i, values[i]), 1;
  }
}
