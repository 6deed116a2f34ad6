// A write far outside its array, in a program whose accesses are kept one by one: told, and the run goes on to its end.
// FINDING: out-of-bounds error global * write@w
// STDOUT: ^cudaErrorIllegalAddress$
#include <cstdio>

__global__ void k(int* values) {
  __threadfence();
  values[threadIdx.x * 100000] = 1;  // @w
}

int main() {
  int* values;
  cudaMalloc(&values, 2048);
  k<<<2, 64>>>(values);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
