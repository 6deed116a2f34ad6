// Two equal values and a different one, in every order: always an error.
// FINDING: race error shared intra-warp write@w557 write@w557 object=x
// FINDING: race error shared intra-warp write@w575 write@w575 object=y
// FINDING: race error shared intra-warp write@w755 write@w755 object=z
__device__ int out;

__global__ void k() {
  __shared__ int x, y, z;
  int t = threadIdx.x;
  if (t < 3) x = t < 2 ? 5 : 7;   // @w557
  if (t < 3) y = t == 1 ? 7 : 5;  // @w575
  if (t < 3) z = t == 0 ? 7 : 5;  // @w755
  __syncthreads();
  if (t == 0) out = x + y + z;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
