// The line of an access in a macro is the line that uses the macro.
// FINDING: race error shared intra-warp write@w read@r object=x
#define AT(i) x[(i) % 32]

__device__ int out[32];

__global__ void k() {
  __shared__ int x[32];
  AT(threadIdx.x) = threadIdx.x;           // @w
  out[threadIdx.x] = AT(threadIdx.x + 1);  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
