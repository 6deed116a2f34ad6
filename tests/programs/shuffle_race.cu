// A shuffle makes lanes wait for each other, but orders no memory.
// FINDING: race error shared * write@w read@r object=slot
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  slot[threadIdx.x] = threadIdx.x;                              // @w
  int other = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 1);
  out[threadIdx.x] = slot[other];                               // @r
  __syncwarp();
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
