// Loading and storing a matrix are accesses of the warp's lanes: of two warps that share a tile, and of what a lane wrote
// before, which meeting does not order.
// FINDING: race error shared intra-block write@fill read@load object=tile
// FINDING: race error shared intra-block write@store read@other object=sums
#include <mma.h>

namespace wmma = nvcuda::wmma;

__global__ void k(float* out) {
  __shared__ half tile[256];
  __shared__ float sums[256];
  const int t = threadIdx.x;
  for (int i = t; i < 256; i += 64) tile[i] = i % 3;  // @fill
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::load_matrix_sync(a, tile, 16);  // @load
  wmma::fill_fragment(b, 1.0f);
  wmma::fill_fragment(c, 0.0f);
  wmma::mma_sync(c, a, b, c);
  if (t < 32) wmma::store_matrix_sync(sums, c, 16, wmma::mem_row_major);  // @store
  out[t] = sums[t];                                                      // @other
}

int main() {
  float* out;
  cudaMalloc(&out, 64 * sizeof(float));
  k<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
