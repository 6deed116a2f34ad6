// Barrier in a branch: half of the block waits at one barrier while the other half waits at the next.
// FINDING: barrier-divergence error * * barrier@inner barrier@outer
// FINDING: barrier-divergence warning * * barrier@outer exit
#include <cstdio>

__global__ void sum_pairs(int* data) {
  __shared__ int part[64];
  int t = threadIdx.x;
  part[t] = data[t];
  if (t < 32) {
    __syncthreads();  // @inner
    part[t] += part[t + 32];
  }
  __syncthreads();  // @outer
  if (t < 32) data[t] = part[31 - t];
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  sum_pairs<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    if (data[i] != 94 - 2 * i) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("summed\n");
}
