// A null pointer is read.
// FINDING: invalid-address error * * read@r kernel="^k\("
// STDOUT: ^cudaErrorIllegalAddress$
#include <cstdio>

__global__ void k(const int* in, int* out) {
  *out = *in;  // @r
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(nullptr, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
