// Threads 0 and 1 read, then thread 0 writes: the conflict is with the reader that came in between.
// FINDING: race error shared intra-warp read@r write@w object=x element=x[0] occurrences=1
__device__ int out[32];

__global__ void k() {
  __shared__ int x[1];
  if (threadIdx.x == 0) x[0] = 1;
  __syncthreads();
  int mine = threadIdx.x < 2 ? x[0] : 0;  // @r
  if (threadIdx.x == 0) x[0] = 2 + mine;  // @w
  out[threadIdx.x] = mine;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
