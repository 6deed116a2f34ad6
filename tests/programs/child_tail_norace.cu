// cudaStreamTailLaunch waits for the whole grid that launches, and for all that this launched; launches there follow each
// other. Atomic operations of parent and child do not race.
// COMPILE: -rdc=true -lcudadevrt
// CLEAN
// STDOUT: ^832$
#include <cstdio>

__global__ void sum(const int* data, int* to) { atomicAdd(to, data[threadIdx.x]); }
__global__ void add(int* to, int n) { *to += n; }
__global__ void count(int* to) { atomicAdd(to, 1); }

__global__ void fill(int* data, int* to, int* other) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      sum<<<1, 128, 0, cudaStreamTailLaunch>>>(data, to);
      add<<<1, 1, 0, cudaStreamTailLaunch>>>(to, 64);
    }
    count<<<1, 64, 0, cudaStreamFireAndForget>>>(other);
  }
  data[blockIdx.x * 64 + threadIdx.x] = 6;
  atomicAdd(other, 1);
}

int main() {
  int *data, *to;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMallocManaged(&to, 2 * sizeof(int));
  to[0] = to[1] = 0;
  fill<<<2, 64>>>(data, to, to + 1);
  cudaDeviceSynchronize();
  if (to[1] != 256) printf("%d counted\n", to[1]);
  printf("%d\n", to[0]);
}
