// __syncwarp() orders all lanes of a warp.
// CLEAN
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  slot[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = slot[threadIdx.x ^ 1];
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
