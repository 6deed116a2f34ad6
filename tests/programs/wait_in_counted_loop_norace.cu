// Loops that end after so many turns wait all the same if they can end before, when another thread or block has come:
// by what is found in memory, or in an inner loop.
// SCHEDULE-DEPENDENT: how often threads look while they wait
// CLEAN
#include <cstdio>

__device__ int flag[2], result[2];

__global__ void k() {
  __shared__ int arrived;
  if (threadIdx.x == 0) arrived = 0;
  __syncthreads();
  const unsigned other = 1 - blockIdx.x;
  if (threadIdx.x == 0) {
    bool seen = false;
    for (int i = 0; i < 2000000000 && !seen; ++i) {
      if (atomicAdd(&arrived, 0) == 1) seen = true;
    }
    atomicExch(&flag[blockIdx.x], 1);
    int turns = 0;
    for (int outer = 0; outer < 3; outer += turns > 0) {
      turns = 0;
      while (((volatile int*)flag)[other] == 0) ++turns;
      turns = 1;
    }
    result[blockIdx.x] = seen;
  } else if (threadIdx.x == 33) {
    atomicAdd(&arrived, 1);
  }
}

int main() {
  k<<<2, 64>>>();
  int host[2];
  cudaMemcpyFromSymbol(host, result, sizeof host);
  return host[0] == 1 && host[1] == 1 ? 0 : 1;
}
