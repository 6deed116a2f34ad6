// Constructors and destructors of __shared__ variables do not run, as with nvcc, which warns of it.
// COMPILE: -w
// CLEAN
// STDOUT: ^sum 21, constructed 0$
#include <cstdio>

__device__ int constructed;

struct Counter {
  int count;
  __device__ Counter() : count(100) { atomicAdd(&constructed, 1); }
  __device__ ~Counter() { atomicAdd(&constructed, 1); }
};

template <class T>
__device__ int in_template() {
  __shared__ T one;
  if (threadIdx.x == 0) one.count = 1;
  __syncthreads();
  return one.count;
}

__global__ void k(int* to) {
  __shared__ Counter two, more[3];
  if (threadIdx.x == 0) two.count = 2;
  if (threadIdx.x < 3) more[threadIdx.x].count = 6;
  __syncthreads();
  const int one = in_template<Counter>();
  if (threadIdx.x == 0) *to = one + two.count + more[0].count + more[1].count + more[2].count;
}

int main() {
  int* to;
  cudaMallocManaged(&to, sizeof(int));
  k<<<1, 64>>>(to);
  cudaDeviceSynchronize();
  int count;
  cudaMemcpyFromSymbol(&count, constructed, sizeof(int));
  printf("sum %d, constructed %d\n", *to, count);
}
