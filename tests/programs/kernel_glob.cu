// --kernel checks the kernels whose names match, and runs them all.
// OPTIONS: --kernel second*
// STDOUT: ^2$
// FINDING: race error global intra-warp write@w write@w kernel="^second"
#include <cstdio>

__global__ void first_kernel(int* data) { *data = threadIdx.x % 2; }

__global__ void second_kernel(int* data) {
  if (threadIdx.x == 0) *data = 2;
  data[1] = threadIdx.x;  // @w
}

int main() {
  int* data;
  cudaMallocManaged(&data, 2 * sizeof(int));
  first_kernel<<<1, 32>>>(data);
  second_kernel<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  printf("%d\n", data[0]);
}
