// A race in what only the device's pass has, at the lines of the source.
// FINDING: race error shared intra-block write@w read@r object=tile element=tile[0]
#include <cstdio>

#if __CUDA_ARCH__ >= 700
#define SYNC()
#else
#define SYNC() __syncthreads()
#endif

struct Reverse {
  __host__ __device__ int next(const int* tile, int t) const {
#ifdef __CUDA_ARCH__
    const int other = t + 1;

    return tile[other % blockDim.x];  // @r
#else
    return t;
#endif
  }
};

__global__ void reverse(int* out) {
#ifdef __CUDA_ARCH__
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;  // @w
  SYNC();
  out[threadIdx.x] = Reverse().next(tile, threadIdx.x);
#endif
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  reverse<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return Reverse().next(nullptr, 0);
}
