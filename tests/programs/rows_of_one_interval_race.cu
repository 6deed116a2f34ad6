// Threads with threadIdx.y 0 race with each other, so that each word of their rows is looked at; those of the next row
// race with them, too.
// FINDING: race error shared intra-warp write@write read@own object=s occurrences=96
// FINDING: race error shared intra-block write@write read@other object=s occurrences=96
#include <cstdio>

__global__ void k(int* out) {
  __shared__ int s[32];
  const int x = threadIdx.x;
  if (threadIdx.y == 0) s[x] = x;
  __syncthreads();
  if (threadIdx.y == 0) {
    const int v = s[31 - x];  // @own
    s[x] = v;                 // @write
  } else {
    out[x] = s[x];  // @other
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  for (int launch = 0; launch < 3; ++launch) k<<<1, dim3(32, 2)>>>(out);
  return cudaDeviceSynchronize();
}
