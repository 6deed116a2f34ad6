// __syncwarp() as an operation: whole warps, sub-warps by mask, and warps of one block apart from each other.
// CLEAN
// STDOUT: ^done$
#include <cstdio>

__global__ void k(int* out) {
  int lane = threadIdx.x % 32;
  __syncwarp();
  if (lane < 8) __syncwarp(0x000000ff);
  if (threadIdx.x < 32) {
    for (int i = 0; i < 10; ++i) __syncwarp();
  }
  out[threadIdx.x] = lane;
  __syncthreads();
}

int main() {
  int* out;
  cudaMalloc(&out, 96 * sizeof(int));
  k<<<1, 96>>>(out);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
}
