// One thread writes a word, another reads one byte of it.
// FINDING: race error shared intra-warp write@w read@r object=x
__device__ int out;

__global__ void k() {
  __shared__ int x[4];
  if (threadIdx.x == 0) x[2] = 0x01020304;                                     // @w
  if (threadIdx.x == 1) out = reinterpret_cast<unsigned char*>(x)[2 * 4 + 3];  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
