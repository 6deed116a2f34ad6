// As the clean program, but each kernel also writes what the other one writes before it has its turn.
// FINDING: race error global stream write@early write@early
// STDOUT: ^20 cudaSuccess$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void play(volatile int* turn, int* number, int* early, int side) {
  *early = side;  // @early
  for (int round = 0; round < 10; ++round) {
    while (*turn != side) { }
    __threadfence();
    *number += 1;
    __threadfence();
    *turn = 1 - side;
  }
}

int main() {
  int *turn, *number, *early, result = 0;
  cudaMalloc(&turn, sizeof(int));
  cudaMalloc(&number, sizeof(int));
  cudaMalloc(&early, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  cudaMemset(number, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  play<<<1, 1, 0, a>>>(turn, number, early, 1);
  play<<<1, 1, 0, b>>>(turn, number, early, 0);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(&result, number, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %s\n", result, cudaGetErrorName(error));
}
