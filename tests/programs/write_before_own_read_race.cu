// A thread's read of its own value does not hide another thread's read.
// FINDING: race error shared intra-warp write@w read@r object=x
__device__ int out[32];

__global__ void k() {
  __shared__ int x[32];
  int t = threadIdx.x;
  x[t] = t;                    // @w
  out[t] = x[t];               // own
  if (t == 20) out[t] = x[4];  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
