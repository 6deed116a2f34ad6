// Launches of one stream are ordered: no race between them.
// CLEAN
// STDOUT: ^10$
#include <cstdio>

__device__ int data;

__global__ void add_one() { data += 1; }

int main() {
  for (int i = 0; i < 10; ++i) add_one<<<1, 1>>>();
  int value;
  cudaMemcpyFromSymbol(&value, data, sizeof value);
  printf("%d\n", value);
}
