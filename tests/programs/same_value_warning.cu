// Writes of the same value are a warning, and the program's own exit status stands.
// EXIT: 7
// FINDING: race warning shared intra-warp write@w write@w object=done
__device__ int out;

__global__ void k() {
  __shared__ int done;
  done = 1;  // @w
  __syncthreads();
  if (threadIdx.x == 0) out = done;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 7 : 1;
}
