// Shared arrays of different instances of a template, and of one instance in several blocks.
// CLEAN
// STDOUT: ^0 31 30.5$
#include <cstdio>

template <class T, int N>
__device__ T reversed(T value) {
  __shared__ T tile[N];
  tile[threadIdx.x] = value;
  __syncthreads();
  return tile[N - 1 - threadIdx.x];
}

template <class T>
__global__ void k(T* data, T shift) {
  int i = blockIdx.x * 32 + threadIdx.x;
  data[i] = reversed<T, 32>(T(threadIdx.x) + shift);
}

int main() {
  int* ints;
  float* floats;
  cudaMallocManaged(&ints, 64 * sizeof(int));
  cudaMallocManaged(&floats, 64 * sizeof(float));
  k<<<2, 32>>>(ints, 0);
  k<<<2, 32>>>(floats, 0.5f);
  cudaDeviceSynchronize();
  printf("%d %d %g\n", ints[31], ints[32], floats[33]);
}
