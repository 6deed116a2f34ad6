// A kernel in a header: file and line are the header's.
// INCLUDES: parts/reverse.cuh
// FINDING: race error shared intra-warp write@w read@r object=tile
#include "parts/reverse.cuh"

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  reverse<<<1, 32>>>(data);
  return cudaDeviceSynchronize();
}
