// memset() in a kernel reaches one byte into the neighbour's part.
// FINDING: race error global intra-warp write@w write@w object=out
#include <cstring>

__global__ void k(char* out, int n) {
  memset(out + threadIdx.x * 5, threadIdx.x, n);  // @w
}

int main() {
  char* out;
  cudaMalloc(&out, 32 * 5 + 1);
  k<<<1, 32>>>(out, 6);
  return cudaDeviceSynchronize();
}
