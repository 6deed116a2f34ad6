// The same with __syncwarp() between reading and writing.
// CLEAN
__device__ int out;

__global__ void k() {
  __shared__ volatile int sum[64];
  sum[threadIdx.x] = threadIdx.x;
  sum[threadIdx.x + 32] = 0;
  __syncwarp();
  int other = sum[threadIdx.x + 16];
  __syncwarp();
  sum[threadIdx.x] += other;
  __syncwarp();
  if (threadIdx.x == 0) out = sum[0];
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
