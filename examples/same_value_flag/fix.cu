// Same-value flag, fixed: the block votes and one thread writes.
// CLEAN
// STDOUT: ^found$
#include <cstdio>

__global__ void contains(const int* data, int value, int* found) {
  int any = __syncthreads_or(data[threadIdx.x] == value);
  if (any && threadIdx.x == 0) *found = 1;
}

int main() {
  int *data, *found;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&found, sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i % 8;
  *found = 0;
  contains<<<1, 64>>>(data, 5, found);
  cudaDeviceSynchronize();
  if (*found != 1) return printf("not found\n"), 1;
  printf("found\n");
}
