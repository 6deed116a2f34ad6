// Two files: a device function, a __device__ variable and a kernel of the other one.
// SOURCES: parts/other_file.cu
// COMPILE: -rdc=true
// STDOUT: ^32$
// FINDING: race error global intra-warp write@w read@r object=table
#include <cstdio>

extern __device__ int table[32];
__device__ int take(int i);
__global__ void add_one(int* data);

__global__ void k(int* out) {
  table[threadIdx.x] = threadIdx.x;  // @w
  out[threadIdx.x] = take(threadIdx.x ^ 1) >= 0;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 33 * sizeof(int));
  k<<<1, 32>>>(out);
  out[32] = 31;
  add_one<<<1, 1>>>(out + 32);
  cudaDeviceSynchronize();
  printf("%d\n", out[32]);
}
