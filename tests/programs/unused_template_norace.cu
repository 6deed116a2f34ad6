// A template that nobody uses may name what there is not: nvcc looks when it is used.
// CLEAN
// STDOUT: ^12$
#include <cstdio>

template <int kCount>
struct Sum {
  __device__ static int of(const int* values) {
    int sum = 0;
    for (int i = 0; i < kCount; ++i) sum += values[i];
    return sum;
  }
  __device__ static int never(const int* values) {
    for (int i = 0; i < kCount; ++i) total += valeus[i];
    return nobody_knows(values);
  }
};

template <class T>
__device__ T neither(T x) {
  return x + missing;
}

template <int kCount>
__global__ void k(const int* values, int* out) {
  *out = Sum<kCount>::of(values);
}

int main() {
  int *values, *out;
  cudaMallocManaged(&values, 3 * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  for (int i = 0; i < 3; ++i) values[i] = 3 + i;
  k<3><<<1, 1>>>(values, out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);
}
