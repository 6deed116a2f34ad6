// __syncthreads_count, _and and _or are barriers and give every thread the block's result.
// CLEAN
// STDOUT: ^32 1 0 1 0$
#include <cstdio>

__device__ int out[5];

__global__ void k() {
  __shared__ int x[96];
  int t = threadIdx.x;
  x[t] = t;
  int even = __syncthreads_count(t % 3 == 0);
  int next = x[95 - t];
  int all = __syncthreads_and(next >= 0);
  x[t] = next;
  int none = __syncthreads_or(x[t] > 95);
  int one = __syncthreads_or(x[t] == 50);
  int not_all = __syncthreads_and(x[t] != 50);
  if (t == 95) {
    out[0] = even, out[1] = all != 0, out[2] = none != 0, out[3] = one != 0, out[4] = not_all != 0;
  }
}

int main() {
  k<<<1, 96>>>();
  int host[5];
  cudaMemcpyFromSymbol(host, out, sizeof host);
  printf("%d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4]);
}
