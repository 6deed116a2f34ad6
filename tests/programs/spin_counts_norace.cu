// Loops whose strong operations see the same values again and again, but that get on: by a counter of the thread, by one
// in shared memory, by one in global memory.
// SCHEDULE-DEPENDENT: how often the threads take turns
// CLEAN
// STDOUT: ^300000 100000 50000$
#include <cstdio>

__global__ void k(int* best, int* counter, int* results) {
  if (blockIdx.x == 0) {
    int n = 0;
    for (; n < 300000; ++n) atomicMax(best, 7);
    results[0] = n;
  } else if (blockIdx.x == 1) {
    __shared__ int shared;
    shared = 0;
    while (shared < 100000) {
      atomicMax(best, 7);
      ++shared;
    }
    results[1] = shared;
  } else {
    while (*counter < 50000) {
      atomicMax(best, 7);
      ++*counter;
    }
    results[2] = *counter;
  }
}

int main() {
  int* words;
  cudaMalloc(&words, 5 * sizeof(int));
  cudaMemset(words, 0, 5 * sizeof(int));
  k<<<3, 1>>>(words, words + 1, words + 2);
  int results[3];
  cudaMemcpy(results, words + 2, sizeof results, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", results[0], results[1], results[2]);
}
