// Stack overflow: a recursion that never reaches its end.
// FINDING: crash error * * message="(?i)stack"
#include <cstdio>

__device__ int collatz_steps(unsigned n) {
  volatile int frame[64] = {};
  if (n == 1) return frame[0];
  unsigned next = n % 2 ? 3 * n + 1 : n / 2;
  return 1 + collatz_steps(next) + frame[n % 64];
}

__global__ void steps(unsigned n, int* result) { *result = collatz_steps(n); }

int main() {
  int* result;
  cudaMallocManaged(&result, sizeof(int));
  steps<<<1, 1>>>(0, result);
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("the kernel failed\n"), 1;
  printf("%d steps\n", *result);
}
