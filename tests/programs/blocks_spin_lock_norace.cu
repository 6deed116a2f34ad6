// A counter behind a spin lock that all blocks take; each block holds it while it waits for its own second thread.
// CLEAN
// STDOUT: ^80$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void k(int* lock, volatile int* ready, int* counter) {
  if (threadIdx.x == 1) {
    for (int i = 0; i < 10; ++i) {
      while (ready[blockIdx.x] <= i) {
      }
      atomicAdd((int*)&ready[gridDim.x + blockIdx.x], 1);
    }
    return;
  }
  for (int i = 0; i < 10; ++i) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *counter += 1;
    ready[blockIdx.x] = i + 1;
    while (ready[gridDim.x + blockIdx.x] <= i) {
    }
    __threadfence();
    atomicExch(lock, 0);
  }
}

int main() {
  int *lock, *ready, *counter;
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&ready, 16 * sizeof(int));
  cudaMallocManaged(&counter, sizeof(int));
  cudaMemset(lock, 0, sizeof(int));
  cudaMemset(ready, 0, 16 * sizeof(int));
  *counter = 0;
  k<<<8, 2>>>(lock, ready, counter);
  cudaDeviceSynchronize();
  printf("%d\n", *counter);
}
