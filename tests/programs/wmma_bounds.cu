// A tile that reaches past the end of its matrix.
// FINDING: out-of-bounds error global * read@load object=a
#include <mma.h>

namespace wmma = nvcuda::wmma;

__global__ void k(const half* a) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile;
  wmma::load_matrix_sync(tile, a, 32);  // @load
}

int main() {
  half* a;
  cudaMalloc(&a, 256 * sizeof(half));
  cudaMemset(a, 0, 256 * sizeof(half));
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
