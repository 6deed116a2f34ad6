// CLEAN
// All calls of a macro stand at one place: only those whose result is dropped are looked at, not what printf returns.
#include <cstdio>
#define RUN(pointer)                        \
  cudaMemset(pointer, 0, 64 * sizeof(int)); \
  k<<<1, 64>>>(pointer);                    \
  cudaDeviceSynchronize();                  \
  printf("a line that is not short\n");     \
  cudaFree(pointer)

__global__ void k(int* p) { p[threadIdx.x] += 1; }

int main() {
  int* p;
  if (cudaMalloc(&p, 64 * sizeof(int)) != cudaSuccess) return 1;
  RUN(p);
  return 0;
}
