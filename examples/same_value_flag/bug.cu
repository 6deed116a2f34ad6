// Same-value flag: several threads write the same value to one place. It works on hardware, and C++ calls it a race:
// a warning.
// FINDING: race warning global intra-block write@set write@set object=found
#include <cstdio>

__global__ void contains(const int* data, int value, int* found) {
  if (data[threadIdx.x] == value) *found = 1;  // @set
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
