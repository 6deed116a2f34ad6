// 64 readers, and the one in the middle writes.
// FINDING: race error global intra-block read@r write@w object=x occurrences=1
__device__ int x;
__device__ int out[64];

__global__ void k() {
  int mine = x;                         // @r
  if (threadIdx.x == 32) x = mine + 1;  // @w
  out[threadIdx.x] = mine;
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
