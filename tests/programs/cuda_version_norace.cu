// --cuda-version: both sides and the runtime tell the version.
// COMPILE: --cuda-version=13.0
// CLEAN
// STDOUT: ^13000 13000 13 0, 13000 13000, device 13000 13$
#include <cuda.h>

#include <cstdio>

__global__ void k(int* to) {
  to[0] = CUDART_VERSION;
  to[1] = __CUDACC_VER_MAJOR__;
}

int main() {
  int* to;
  cudaMallocManaged(&to, 2 * sizeof(int));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  int runtime, driver;
  cudaRuntimeGetVersion(&runtime);
  cudaDriverGetVersion(&driver);
  printf("%d %d %d %d, %d %d, device %d %d\n", CUDART_VERSION, CUDA_VERSION, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
         runtime, driver, to[0], to[1]);
}
