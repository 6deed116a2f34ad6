// A barrier in a device function that several places call.
// CLEAN
__device__ int out[32];

__device__ __noinline__ void wait_for_block() { __syncthreads(); }

__global__ void k(int rounds) {
  __shared__ int x[32];
  int t = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    x[t] = i;
    wait_for_block();
    out[t] = x[31 - t];
    wait_for_block();
  }
}

int main() {
  k<<<1, 32>>>(4);
  return cudaDeviceSynchronize();
}
