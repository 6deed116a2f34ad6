// Only threads that have an element write one.
// CLEAN
// STDOUT: a\[99\] is 99
#include <cstdio>

__global__ void fill(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}

int main() {
  int n = 100, last;
  int* a;
  cudaMalloc(&a, n * sizeof(int));
  fill<<<(n + 63) / 64, 64>>>(a, n);
  cudaMemcpy(&last, a + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
  printf("a[99] is %d\n", last);
  cudaFree(a);
}
