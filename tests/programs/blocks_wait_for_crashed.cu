// A block crashes that others wait for: they are given up, and the crash is told.
// FINDING: invalid-address error * * *@null
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void k(volatile int* flags, int* null) {
  if (blockIdx.x == 3) *null = 1;  // @null
  while (flags[3] == 0) {
  }
}

int main() {
  int* flags;
  cudaMalloc(&flags, 6 * sizeof(int));
  cudaMemset(flags, 0, 6 * sizeof(int));
  k<<<6, 33>>>(flags, nullptr);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
