// With __syncwarp() beside it the shuffle is right.
// CLEAN
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  slot[threadIdx.x] = threadIdx.x;
  int other = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 1);
  __syncwarp();
  out[threadIdx.x] = slot[other];
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
