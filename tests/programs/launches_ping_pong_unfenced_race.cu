// Kernels of two streams hand a number on by a flag, but neither has a fence: the number may come later than the flag.
// FINDING: race error global stream write@sends read@receives
// STDOUT: ^7$
#include <cstdio>

__global__ void receive(volatile int* flag, int* number, int* out) {
  while (*flag == 0) { }
  *out = *number;  // @receives
}
__global__ void send(volatile int* flag, int* number) {
  *number = 7;  // @sends
  *flag = 1;
}

int main() {
  int *memory, result = 0;
  cudaMalloc(&memory, 3 * sizeof(int));
  cudaMemset(memory, 0, 3 * sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  receive<<<1, 1, 0, a>>>(memory, memory + 1, memory + 2);
  send<<<1, 1, 0, b>>>(memory, memory + 1);
  cudaDeviceSynchronize();
  cudaMemcpy(&result, memory + 2, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
}
