// Device functions that libraries rely on: of address spaces, clusters' fences, the caches' properties.
// COMPILE: -arch=sm_90
// CLEAN
// STDOUT: ^1 0 0 1$
#include <cstdio>

__global__ void k(int* to) {
  __shared__ int here;
  here = 1;
  __threadfence_cluster();
  to[0] = __isCtaShared(&here);
  to[1] = __isCtaShared(to);
  to[2] = __isClusterShared(to);
  to[3] = __nv_associate_access_property(to, 0) == to;
}

int main() {
  int* to;
  cudaMallocManaged(&to, 4 * sizeof(int));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", to[0], to[1], to[2], to[3]);
}
