// A thread reads, a later one writes.
// FINDING: race error shared intra-warp read@r write@w object=x element=x[1]
__device__ int out;

__global__ void k() {
  __shared__ int x[32];
  x[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) out = x[1];  // @r
  if (threadIdx.x == 1) x[1] = 5;    // @w
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
