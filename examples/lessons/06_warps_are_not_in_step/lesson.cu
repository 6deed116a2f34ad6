// Lesson 6: the last steps of a sum, by one warp, as older CUDA code writes them.
#include <cstdio>

__global__ void sum_of_warp(int* data) {
  int lane = threadIdx.x;
  for (int half = 16; half > 0; half /= 2) {
    if (lane < half) data[lane] += data[lane + half];
  }
}

int main() {
  int* data;
  cudaMallocManaged(&data, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) data[i] = 1;
  sum_of_warp<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  printf("%d\n", data[0]);
}
