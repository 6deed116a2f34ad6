// Missing barrier, fixed: the tile is complete before any thread reads it.
// CLEAN
// STDOUT: ^reversed$
#include <cstdio>

__global__ void reverse(int* data) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  data[t] = tile[63 - t];
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  reverse<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    if (data[i] != 63 - i) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("reversed\n");
}
