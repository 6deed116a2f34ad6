// One conflict among many intervals: the report names the interval, counted from 0 at kernel entry.
// FINDING: race error shared intra-warp write@w write@w object=x element=x[7] interval=3 occurrences=1
__device__ int out[64];

__global__ void k() {
  __shared__ int x[64];
  int t = threadIdx.x;
  for (int i = 0; i < 6; ++i) {
    x[t == 8 && i == 3 ? 7 : t] = t;  // @w
    __syncthreads();
  }
  out[t] = x[t];
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
