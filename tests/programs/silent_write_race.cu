// Writing the value that is there already is still a write.
// FINDING: race error global intra-warp write@w read@r object=x
__device__ int x;
__device__ int out;

__global__ void k() {
  if (threadIdx.x == 0) x = 0;    // @w
  if (threadIdx.x == 1) out = x;  // @r
}

int main() {
  k<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
