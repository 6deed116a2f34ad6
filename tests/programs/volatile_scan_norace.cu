// A scan in a volatile tile with two barriers a turn, padded with zeros in front, as in NVIDIA's samples: no lane reads
// what another may write before the next barrier, so that each thread runs to the barrier at once.
// CLEAN
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
    tile[at] = sum;
  }
  return tile[at];
}

__global__ void k(unsigned* out, unsigned size) {
  __shared__ unsigned tile[512];
  out[blockIdx.x * blockDim.x + threadIdx.x] = scan(threadIdx.x + 1, tile, size);
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 4 * 256 * sizeof(unsigned));
  for (const unsigned size : {1u, 4u, 64u, 256u}) {
    k<<<4, 256>>>(out, size);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (unsigned i = 0, sum = 0; i < 4 * 256; ++i) {
      const unsigned thread = i % 256;
      sum = (thread % size == 0 ? 0 : sum) + thread + 1;
      if (out[i] != sum) return std::printf("size %u, element %u: %u instead of %u\n", size, i, out[i], sum), 2;
    }
  }
  return 0;
}
