// A __device__ array in a namespace, an own element for each thread.
// CLEAN
// STDOUT: ^127$
#include <cstdio>

namespace storage {
__device__ int table[128];
}

__global__ void k() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  storage::table[i] = i;
}

int main() {
  k<<<2, 64>>>();
  int host[128];
  cudaMemcpyFromSymbol(host, storage::table, sizeof host);
  printf("%d\n", host[127]);
}
