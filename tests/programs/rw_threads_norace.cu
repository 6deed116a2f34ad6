// A barrier between a read and another thread's write.
// CLEAN
__device__ int out;

__global__ void k() {
  __shared__ int x[32];
  x[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) out = x[1];
  __syncthreads();
  if (threadIdx.x == 1) x[1] = 5;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
