// The last block has more threads than elements are left, and nothing stops them.
// FINDING: out-of-bounds error global none write@w object=a element=a[100] occurrences=28
// STDOUT: a\[99\] is 99
#include <cstdio>

__global__ void fill(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;  // @w
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
