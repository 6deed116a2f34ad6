// Strings with a macro or a keyword of CUDA's right behind them, which g++ does not take for suffixes.
// CLEAN
// STDOUT: ^5 x$
// STDOUT: ^a 7$
#include <cinttypes>
#include <cstdio>

#define MARK "x"

// clang-format off
extern "C"__global__ void k(uint64_t n, int* out) {
  printf("%"PRIu64" "MARK"\n", n);
  *out = 7;
}
extern "C"__device__ int unused() { return 0; }

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  k<<<1, 1>>>(5, out);
  cudaDeviceSynchronize();
  printf("a %"PRId32"\n", *out);
}
