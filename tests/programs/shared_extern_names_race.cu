// Kernels name dynamic shared memory each in their own way: a finding does not give it another kernel's name.
// FINDING: race error shared intra-block write@w read@r object="dynamic shared memory"
#include <cstdio>

template <int stride>
__global__ void first(int* out) {
  extern __shared__ char another[];
  another[threadIdx.x] = 1;
  *out = another[threadIdx.x];
}

template <int stride>
__global__ void second(int* out) {
  extern __shared__ char mine[];
  int* numbers = reinterpret_cast<int*>(mine);
  numbers[threadIdx.x] = threadIdx.x;                                            // @w
  out[threadIdx.x] = numbers[(threadIdx.x + stride) % blockDim.x];               // @r
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof *out);
  first<32><<<1, 1, 64>>>(out);
  second<32><<<1, 64, 256>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
