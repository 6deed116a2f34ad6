// An atomic operation races with another thread's plain read.
// FINDING: race error shared intra-warp atomic@a read@r object=count
__device__ int out[32];

__global__ void k() {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);      // @a
  out[threadIdx.x] = count;  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
