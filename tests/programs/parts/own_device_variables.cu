// The other file of own_device_variables_norace.cu.
#include "own_device_variables.cuh"

__device__ int counter = 20;
__constant__ int factor = 3;
static __device__ int twice(int x) { return 200 * x; }

__global__ void other(int* out) {
  counter += factor;
  *out = counter + twice(1) + Scale().of(1);
}
int run_other(int* out) {
  other<<<1, 1>>>(out);
  return cudaDeviceSynchronize();
}
