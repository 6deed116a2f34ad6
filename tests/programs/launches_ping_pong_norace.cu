// Kernels of two streams pass a number to and fro, by flags in device memory; both rest in turn. Each orders the number
// by fences.
// CLEAN
// STDOUT: ^20 cudaSuccess$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void play(volatile int* turn, int* number, int side) {
  for (int round = 0; round < 10; ++round) {
    while (*turn != side) { }
    __threadfence();
    *number += 1;
    __threadfence();
    *turn = 1 - side;
  }
}

int main() {
  int *turn, *number, result = 0;
  cudaMalloc(&turn, sizeof(int));
  cudaMalloc(&number, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  cudaMemset(number, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  play<<<1, 1, 0, a>>>(turn, number, 1);
  play<<<1, 1, 0, b>>>(turn, number, 0);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(&result, number, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %s\n", result, cudaGetErrorName(error));
}
