// Run in forward order, each thread finds what the one before it wrote: the value is right, the race is there.
// FINDING: race error shared intra-block write@w read@r object=x
__device__ int out[64];

__global__ void k() {
  __shared__ int x[65];
  int t = threadIdx.x;
  if (t == 0) x[0] = 0;
  __syncthreads();
  x[t + 1] = t;   // @w
  out[t] = x[t];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
