// __syncwarp() orders the lanes of one warp, not two warps.
// FINDING: race error shared intra-block write@w read@r object=slot
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  slot[threadIdx.x] = threadIdx.x;            // @w
  __syncwarp();
  out[threadIdx.x] = slot[threadIdx.x ^ 32];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
