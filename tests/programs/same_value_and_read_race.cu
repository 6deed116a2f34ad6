// The same value from all, but one thread reads: the writes are a warning, the read an error.
// FINDING: race warning shared intra-warp write@w write@w object=done
// FINDING: race error shared intra-warp write@w read@r object=done
__device__ int out;

__global__ void k() {
  __shared__ int done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  if (threadIdx.x > 28) done = 1;    // @w
  if (threadIdx.x == 0) out = done;  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
