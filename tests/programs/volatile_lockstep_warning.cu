// Warp-synchronous code: volatile keeps the values in memory, but lanes are not in lockstep since Volta. No race by the
// memory model, and a warning.
// FINDING: race warning shared * volatile-read@s volatile-write@s object=sum
__device__ int out;

__global__ void k() {
  __shared__ volatile int sum[64];
  sum[threadIdx.x] = threadIdx.x;
  sum[threadIdx.x + 32] = 0;
  __syncthreads();
  sum[threadIdx.x] += sum[threadIdx.x + 16];  // @s
  __syncthreads();
  if (threadIdx.x == 0) out = sum[0];
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
