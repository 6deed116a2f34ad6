// Of two kernels one has a fence: the other is checked by intervals all the same.
#include <cstdio>
__global__ void plain(float* a, const float* b, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = b[i];
  __syncthreads();
  a[i] = a[i] * 2 + tile[255 - threadIdx.x];
}
__device__ int done;
__global__ void fenced(float* a) {
  a[threadIdx.x] = 1;
  __threadfence();
  atomicAdd(&done, 1);
}
int main() {
  int n = 1 << 22;
  float *a, *b;
  cudaMalloc(&a, n * 4);
  cudaMalloc(&b, n * 4);
  cudaMemset(a, 0, n * 4);
  cudaMemset(b, 0, n * 4);
  for (int i = 0; i < 5; ++i) plain<<<n / 256, 256>>>(a, b, n);
  fenced<<<1, 32>>>(a);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
