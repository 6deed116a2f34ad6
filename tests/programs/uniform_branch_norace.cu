// A branch that is the same for all threads of a block may hold a barrier.
// CLEAN
__device__ int out[4 * 32];

__global__ void k() {
  __shared__ int x[32];
  int t = threadIdx.x;
  x[t] = t;
  if (blockIdx.x % 2) {
    __syncthreads();
    out[blockIdx.x * 32 + t] = x[31 - t];
  } else {
    out[blockIdx.x * 32 + t] = x[t];
  }
}

int main() {
  k<<<4, 32>>>();
  return cudaDeviceSynchronize();
}
