// `__restrict__` in front of an array parameter's elements, where it means nothing: nvcc takes it.
// COMPILE: -std=c++17
// CLEAN
#include <cstdio>

template <int N>
__device__ int sum(const __restrict__ int row[N]) {
  int all = 0;
  for (int i = 0; i < N; ++i) all += row[i];
  return all;
}

__global__ void sums(const int* __restrict__ rows, int* out) { out[threadIdx.x] = sum<4>(rows + 4 * threadIdx.x); }

int main() {
  int rows[32], out[8];
  for (int i = 0; i < 32; ++i) rows[i] = i;
  int *in = nullptr, *result = nullptr;
  cudaMalloc(&in, sizeof(rows));
  cudaMalloc(&result, sizeof(out));
  cudaMemcpy(in, rows, sizeof(rows), cudaMemcpyHostToDevice);
  sums<<<1, 8>>>(in, result);
  cudaMemcpy(out, result, sizeof(out), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) {
    if (out[i] != 16 * i + 6) std::printf("wrong: %d\n", out[i]);
  }
  cudaFree(in);
  cudaFree(result);
}
