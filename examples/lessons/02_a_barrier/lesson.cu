// Lesson 2: the same with a barrier between writing the tile and reading it.
#include <cstdio>

__global__ void reverse(int* data) {
  __shared__ int tile[8];
  int t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  data[t] = tile[7 - t];
}

int main() {
  int* data;
  cudaMallocManaged(&data, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) data[i] = i;
  reverse<<<1, 8>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%d ", data[i]);
  printf("\n");
}
