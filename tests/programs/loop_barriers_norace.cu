// A thousand intervals of a ping-pong between two buffers.
// CLEAN
// STDOUT: ^1000$
#include <cstdio>

__device__ int out;

__global__ void k() {
  __shared__ int buffer[2][64];
  int t = threadIdx.x;
  buffer[0][t] = 0;
  for (int i = 0; i < 1000; ++i) {
    __syncthreads();
    buffer[(i + 1) % 2][t] = buffer[i % 2][(t + 1) % 64] + 1;
  }
  if (t == 0) out = buffer[0][0];
}

int main() {
  k<<<1, 64>>>();
  int value;
  cudaMemcpyFromSymbol(&value, out, sizeof value);
  printf("%d\n", value);
}
