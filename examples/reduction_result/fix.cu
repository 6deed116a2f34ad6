// Reduction without its last barrier, fixed: the result is complete before any thread reads it.
// CLEAN
// STDOUT: ^scaled$
#include <cstdio>

__global__ void scale_by_sum(int* data) {
  __shared__ int sum[64];
  int t = threadIdx.x;
  sum[t] = data[t];
  for (int half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) sum[t] += sum[t + half];
  }
  __syncthreads();
  data[t] *= sum[0];
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  scale_by_sum<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    if (data[i] != 2016 * i) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("scaled\n");
}
