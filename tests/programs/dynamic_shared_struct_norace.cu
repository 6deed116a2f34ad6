// The launch's dynamic shared memory as a struct, in place of an array without a size.
// CLEAN
// STDOUT: ^0 wrong$
#include <cstdio>

template <int kCount>
struct alignas(128) Stages {
  int first[kCount];
  alignas(16) float second[kCount];
};

template <int kCount>
__global__ void swap(int* ints, float* floats) {
  extern __shared__ Stages<kCount> stages;
  stages.first[threadIdx.x] = ints[threadIdx.x];
  stages.second[threadIdx.x] = floats[threadIdx.x];
  __syncthreads();
  ints[threadIdx.x] = static_cast<int>(stages.second[kCount - 1 - threadIdx.x]);
  floats[threadIdx.x] = static_cast<float>(stages.first[kCount - 1 - threadIdx.x]);
}

struct Plain {
  int values[32];
};
extern __shared__ Plain plain;

__global__ void shift(int* ints) {
  plain.values[threadIdx.x] = ints[threadIdx.x];
  __syncthreads();
  ints[threadIdx.x] = plain.values[(threadIdx.x + 1) % 32];
}

int main() {
  int* ints;
  float* floats;
  cudaMallocManaged(&ints, 32 * sizeof(int));
  cudaMallocManaged(&floats, 32 * sizeof(float));
  for (int i = 0; i < 32; ++i) ints[i] = i, floats[i] = 100 + i;
  swap<32><<<1, 32, sizeof(Stages<32>)>>>(ints, floats);
  shift<<<1, 32, sizeof(Plain)>>>(ints);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 32; ++i) wrong += ints[i] != 131 - (i + 1) % 32 || floats[i] != 31 - i;
  printf("%d wrong\n", wrong);
}
