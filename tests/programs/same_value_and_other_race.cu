// Two threads write 5 and a third writes 7: an error, though the first two alone would only be a warning.
// FINDING: race error shared intra-warp write@w write@w object=value
__device__ int out;

__global__ void k() {
  __shared__ int value;
  value = threadIdx.x < 2 ? 5 : 7;  // @w
  __syncthreads();
  if (threadIdx.x == 0) out = value;
}

int main() {
  k<<<1, 3>>>();
  return cudaDeviceSynchronize();
}
