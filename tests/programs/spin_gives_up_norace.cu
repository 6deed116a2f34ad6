// Loops that end by themselves: after some looks, or after some time. Nobody else ends them, and that is no deadlock.
// SCHEDULE-DEPENDENT: how often a thread looks before it gives up
// CLEAN
// STDOUT: ^gave up 2$
#include <cstdio>

__global__ void k(volatile int* flag, int* gave_up) {
  int looks = 0;
  if (blockIdx.x == 0) {
    while (*flag == 0 && ++looks < 200000) {
    }
  } else {
    const long long begin = clock64();
    while (*flag == 0 && clock64() - begin < 2000000000LL) {
    }
  }
  if (*flag == 0) atomicAdd(gave_up, 1);
}

int main() {
  int* words;
  cudaMallocManaged(&words, 2 * sizeof(int));
  words[0] = words[1] = 0;
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  k<<<2, 1>>>(flag, words + 1);
  cudaDeviceSynchronize();
  printf("gave up %d\n", words[1]);
}
