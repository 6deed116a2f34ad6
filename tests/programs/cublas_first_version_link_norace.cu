// A script that looks for cuBLAS links its first function by its name, with no header.
// CLEAN
// STDOUT: ^0 0 0$
// COMPILE: -lcublas
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cstdio>

extern "C" {
int cublasInit();
int cublasGetError();
int cublasShutdown();
}

__global__ void k() {}

int main() {
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  const int made = cublasInit();
  const int error = cublasGetError();
  std::printf("%d %d %d\n", made, error, cublasShutdown());
}
