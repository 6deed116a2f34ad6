// Blocks that pass a lock round and round for long: the values of the lock come again, but everybody gets on.
// SCHEDULE-DEPENDENT: who gets the lock
// CLEAN
// STDOUT: ^4000$
#include <cstdio>

__global__ void k(int* lock, int* sum) {
  for (int i = 0; i < 1000; ++i) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    ++*sum;
    __threadfence();
    atomicExch(lock, 0);
  }
}

int main() {
  int* words;
  cudaMallocManaged(&words, 2 * sizeof(int));
  words[0] = words[1] = 0;
  k<<<4, 1>>>(words, words + 1);
  cudaDeviceSynchronize();
  printf("%d\n", words[1]);
}
