// Half a warp multiplies, and waits for the other half.
// FINDING: deadlock error * * barrier@multiply barrier@block
#include <mma.h>

#include <cstdio>

namespace wmma = nvcuda::wmma;

__global__ void k() {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(a, 1.0f);
  wmma::fill_fragment(b, 1.0f);
  wmma::fill_fragment(c, 0.0f);
  if (threadIdx.x < 16) wmma::mma_sync(c, a, b, c);  // @multiply
  __syncthreads();                                   // @block
}

int main() {
  k<<<1, 32>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
