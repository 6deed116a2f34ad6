// Without -rdc, device variables belong to their file: both files have some of the same name.
// SOURCES: parts/own_device_variables.cu
// CLEAN
// STDOUT: ^1223 1214 23 12$
#include <cstdio>

#include "parts/own_device_variables.cuh"

__device__ int counter = 10;
__constant__ int factor = 2;
static __device__ int twice(int x) { return 202 * x; }

__global__ void mine(int* out) {
  counter += factor;
  *out = counter + twice(1) + Scale().of(1);
}
int run_other(int* out);

int main() {
  int *out, values[2], counters[2];
  cudaMalloc(&out, sizeof(int));
  if (run_other(out) != 0) return 1;
  cudaMemcpy(&values[0], out, sizeof(int), cudaMemcpyDeviceToHost);
  mine<<<1, 1>>>(out);
  cudaMemcpy(&values[1], out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&counters[1], counter, sizeof(int));
  counters[0] = values[0] - 1200;
  printf("%d %d %d %d\n", values[0], values[1], counters[0], counters[1]);
  cudaFree(out);
}
