// malloc() and free(), new and delete in a kernel, also by another thread after a barrier and in a later launch.
// CLEAN
// OPTIONS: --leak-check
#include <cstdio>

__device__ int* kept[64];

__global__ void k(int* out) {
  __shared__ int* p;
  if (threadIdx.x == 0) p = (int*)malloc(64 * sizeof(int));
  __syncthreads();
  p[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = p[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 1) free(p);
  int* own = new int(1);
  out[threadIdx.x] += *own;
  delete own;
  kept[threadIdx.x] = (int*)malloc(4);
  *kept[threadIdx.x] = 1;
}

__global__ void second(int* out) {
  out[threadIdx.x] += *kept[threadIdx.x];
  free(kept[threadIdx.x]);
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out);
  second<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
