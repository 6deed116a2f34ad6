// CLEAN
// COMPILE: -Xcompiler -fopenmp
// SOURCES: parts/openmp_plain.cpp
// NEEDS: /usr/lib/llvm-19/lib/clang/19/include/omp.h
// Host code runs in OpenMP's threads, in a CUDA source and in plain C++ beside it: one runtime for both.
#include <omp.h>

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int plain_sum(const int* data, int count, int* threads);

int main() {
  constexpr int kCount = 64;
  int* data;
  cudaMallocManaged(&data, kCount * sizeof(int));
  omp_set_num_threads(3);
  int sum = 0, threads = 0, other_threads = 0;
#pragma omp parallel for
  for (int i = 0; i < kCount; ++i) data[i] = i;
  twice<<<1, kCount>>>(data);
  cudaDeviceSynchronize();
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < kCount; ++i) {
    sum += data[i];
    if (i == 0) threads = omp_get_num_threads();
  }
  const bool same = plain_sum(data, kCount, &other_threads) == sum;
  return !(same && sum == kCount * (kCount - 1) && threads == 3 && other_threads == 3);
}
