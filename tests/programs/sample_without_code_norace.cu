// COMPILE: --no-sample
// OPTIONS: --sample --sample-after 0
// STDERR: --sample checked 100 of 100 launches in full \(100 for want of code that checks less: compile with --sample\); 25,600 blocks in all
// CLEAN
#include <cstdio>

__global__ void add(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

int main() {
  int* a;
  cudaMalloc(&a, 256 * 32 * sizeof(int));
  cudaMemset(a, 0, 256 * 32 * sizeof(int));
  for (int i = 0; i < 100; ++i) add<<<256, 32>>>(a);
  return cudaFree(a);
}
