// 3-D grids and blocks: every thread has its own place.
// CLEAN
// STDOUT: ^2880$
#include <cstdio>

__global__ void k(int* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  int width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
  out[x + width * (y + height * z)] += 1;
}

int main() {
  int* out;
  dim3 grid(2, 3, 4), block(3, 4, 10);
  int n = 24 * 120;
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMemset(out, 0, n * sizeof(int));
  k<<<grid, block>>>(out);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += out[i] == 1;
  printf("%d\n", sum);
}
