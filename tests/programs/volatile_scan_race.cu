// The same scan, whose result the next thread reads by a plain access without a barrier in front.
// FINDING: race error shared * volatile-write@w read@r object=tile
#include <cstdio>

__device__ unsigned scan(unsigned value, volatile unsigned* tile, unsigned size) {
  unsigned at = 2 * threadIdx.x - (threadIdx.x & (size - 1));
  tile[at] = 0;
  at += size;
  tile[at] = value;
  for (unsigned offset = 1; offset < size; offset <<= 1) {
    __syncthreads();
    const unsigned sum = tile[at] + tile[at - offset];
    __syncthreads();
    tile[at] = sum;  // @w
  }
  return tile[at];
}

__global__ void k(unsigned* out, unsigned size) {
  __shared__ unsigned tile[512];
  const unsigned sum = scan(threadIdx.x + 1, tile, size);
  out[threadIdx.x] = sum + tile[size + threadIdx.x / 2];  // @r
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 256 * sizeof(unsigned));
  k<<<1, 256>>>(out, 256);
  return cudaDeviceSynchronize();
}
