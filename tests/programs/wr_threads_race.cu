// A thread writes, a later one reads.
// FINDING: race error shared intra-warp read@r write@w object=x element=x[0]
__device__ int out;

__global__ void k() {
  __shared__ int x[32];
  x[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) x[0] = 5;    // @w
  if (threadIdx.x == 1) out = x[0];  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
