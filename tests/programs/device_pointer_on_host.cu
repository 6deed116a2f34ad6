// Host code reads and writes device memory.
// FINDING: invalid-address error global host-device write@w object=a bytes=64 offset=4
// FINDING: invalid-address error global host-device read@r object=a
#include <cstdio>

__global__ void k(int* a) { a[threadIdx.x] = threadIdx.x; }

int main() {
  int* a;
  cudaMalloc(&a, 64);
  k<<<1, 16>>>(a);
  cudaDeviceSynchronize();
  a[1] = 5;  // @w
  printf("%d\n", a[1]);  // @r
  cudaFree(a);
}
