// Warp barrier in a branch: half of a warp waits for the other half, which waits for the first at the block's barrier.
// FINDING: deadlock error * * barrier@warp barrier@block
#include <cstdio>

__global__ void sum_halves(int* data) {
  __shared__ int part[32];
  int lane = threadIdx.x;
  part[lane] = data[lane];
  if (lane < 16) {
    __syncwarp();  // @warp
    data[lane] += part[lane];
  }
  __syncthreads();  // @block
  data[lane] += part[lane];
}

int main() {
  int* data;
  cudaMallocManaged(&data, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) data[i] = i;
  sum_halves<<<1, 32>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("the kernel failed\n"), 1;
  for (int i = 0; i < 32; ++i) {
    if (data[i] != (i < 16 ? 3 * i : 2 * i)) return printf("data[%d] is %d\n", i, data[i]), 1;
  }
  printf("summed\n");
}
