// What the compiler would expand in place is seen as well: two threads set the same bytes to different values, copy
// different values there, move them there.
// FINDING: race error global intra-warp write@set write@set object=target
// FINDING: race error global intra-warp write@copy write@copy object=target
// FINDING: race error global intra-warp write@move write@move object=target
#include <cuda_runtime.h>

__device__ int target[2];
__device__ int from[2][2] = {{1, 2}, {3, 4}};

__global__ void set() {
  __builtin_memset(target, threadIdx.x, sizeof target);  // @set
}

__global__ void copy() {
  __builtin_memcpy(target, from[threadIdx.x], sizeof target);  // @copy
}

__global__ void move() {
  __builtin_memmove(target, from[threadIdx.x], sizeof target);  // @move
}

int main() {
  set<<<1, 2>>>();
  copy<<<1, 2>>>();
  move<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
