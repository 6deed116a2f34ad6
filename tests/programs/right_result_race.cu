// A race whose result is right in every order: the program says so, the report does not believe it.
// STDOUT: ^right$
// FINDING: race error shared intra-warp write@w read@r object=x
#include <cstdio>

__device__ int out[32];

__global__ void k() {
  __shared__ int x[32];
  int t = threadIdx.x;
  x[t] = 0;
  __syncthreads();
  x[t] = t;                       // @w
  out[t] = x[(t + 1) % 32] >= 0;  // @r
}

int main() {
  k<<<1, 32>>>();
  int host[32], sum = 0;
  cudaMemcpyFromSymbol(host, out, sizeof host);
  for (int value : host) sum += value;
  puts(sum == 32 ? "right" : "wrong");
}
