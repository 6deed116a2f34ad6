// Thousands of launches in a row.
// CLEAN
// STDOUT: ^3000$
#include <cstdio>

__global__ void add_one(int* data) { data[threadIdx.x] += 1; }

int main() {
  int* data;
  cudaMallocManaged(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  for (int i = 0; i < 3000; ++i) add_one<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  printf("%d\n", data[31]);
}
