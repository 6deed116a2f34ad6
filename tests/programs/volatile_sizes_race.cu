// Volatile accesses are strong as atomic ones are, and race if they overlap in part.
// FINDING: race error shared intra-block volatile-write@wide volatile-read@narrow object=tile
__device__ int out;

__global__ void k() {
  __shared__ unsigned long long tile;
  if (threadIdx.x == 0) {
    *static_cast<volatile unsigned long long*>(&tile) = 1;  // @wide
  } else if (threadIdx.x == 32) {
    out = reinterpret_cast<volatile int*>(&tile)[1];  // @narrow
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
