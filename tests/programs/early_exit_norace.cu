// Threads may return early if no barrier follows.
// CLEAN
__device__ int out[64];

__global__ void k() {
  __shared__ int x[64];
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x % 3) return;
  out[threadIdx.x] = x[63 - threadIdx.x];
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
