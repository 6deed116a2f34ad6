// Two halves of a warp, each with its own mask: nothing orders one half with the other.
// FINDING: race error shared * write@w read@r object=slot
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  slot[threadIdx.x] = threadIdx.x;            // @w
  __syncwarp(threadIdx.x < 16 ? 0x0000ffff : 0xffff0000);
  out[threadIdx.x] = slot[threadIdx.x ^ 16];  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
