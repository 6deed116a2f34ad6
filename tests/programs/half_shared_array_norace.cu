// An array of objects whose constructors do nothing: that g++ keeps a flag beside it is no access of the program's.
// CLEAN
#include <cuda_fp16.h>

struct Particle {
  float x, y;
  Particle() = default;
  __device__ explicit Particle(float both) : x(both), y(both) {}
};

__global__ void k(float* out) {
  __shared__ half2 pairs[2][32];
  __shared__ Particle particles[32];
  const int t = threadIdx.x;
  pairs[1][t] = __float2half2_rn(t);
  particles[t] = Particle(t);
  __syncthreads();
  out[blockIdx.x * 32 + t] = particles[31 - t].x + __low2float(pairs[1][31 - t]);
}

int main() {
  float* out;
  cudaMalloc(&out, 64 * sizeof(float));
  k<<<2, 32>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  return error;
}
