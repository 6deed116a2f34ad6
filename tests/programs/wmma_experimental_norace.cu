// Products of matrices of 4-bit integers and of single bits, compared with plain loops; rows are longer than a
// fragment's.
// CLEAN
// STDOUT: ^0 wrong$
#include <mma.h>

#include <cstdio>

using namespace nvcuda;
using namespace nvcuda::wmma::experimental;

template <class T, int K>
struct Product {
  static constexpr int kBits = 128 / K, kStride = 2 * K, kWords = kStride * kBits / 32;
  using A = wmma::fragment<wmma::matrix_a, 8, 8, K, T, wmma::row_major>;
  using B = wmma::fragment<wmma::matrix_b, 8, 8, K, T, wmma::col_major>;
  using Sums = wmma::fragment<wmma::accumulator, 8, 8, K, int>;
};

template <class T, int K>
__device__ void load(const unsigned* a, const unsigned* b, typename Product<T, K>::A& of_a,
                     typename Product<T, K>::B& of_b, typename Product<T, K>::Sums& sums) {
  wmma::load_matrix_sync(of_a, a, Product<T, K>::kStride);
  wmma::load_matrix_sync(of_b, b, Product<T, K>::kStride);
  wmma::fill_fragment(sums, 5);
}

template <class T>
__global__ void nibbles(const unsigned* a, const unsigned* b, int* d) {
  typename Product<T, 32>::A of_a;
  typename Product<T, 32>::B of_b;
  typename Product<T, 32>::Sums sums;
  load<T, 32>(a, b, of_a, of_b, sums);
  wmma::mma_sync(sums, of_a, of_b, sums);
  wmma::store_matrix_sync(d, sums, 8, wmma::mem_row_major);
}

__global__ void bits(const unsigned* a, const unsigned* b, int* d, bmmaBitOp op) {
  Product<precision::b1, 128>::A of_a;
  Product<precision::b1, 128>::B of_b;
  Product<precision::b1, 128>::Sums sums;
  load<precision::b1, 128>(a, b, of_a, of_b, sums);
  if (op == bmmaBitOpAND) bmma_sync(sums, of_a, of_b, sums, bmmaBitOpAND);
  if (op == bmmaBitOpXOR) bmma_sync(sums, of_a, of_b, sums);
  wmma::store_matrix_sync(d, sums, 8, wmma::mem_row_major);
}

// The factor number i of a row.
int factor(const unsigned* row, int i, int bits, bool is_signed) {
  const int value = row[i * bits / 32] >> (i * bits % 32) & ((1U << bits) - 1);
  return is_signed && value >= 8 ? value - 16 : value;
}

int main() {
  unsigned *a, *b;
  int* d;
  cudaMallocManaged(&a, 64 * sizeof(unsigned));
  cudaMallocManaged(&b, 64 * sizeof(unsigned));
  cudaMallocManaged(&d, 64 * sizeof(int));
  for (unsigned i = 0; i < 64; ++i) {
    a[i] = (i + 1) * 2654435761U;
    b[i] = (i + 101) * 2246822519U;
  }
  int wrong = 0;
  for (int which = 0; which < 4; ++which) {
    if (which == 0) nibbles<precision::s4><<<1, 32>>>(a, b, d);
    if (which == 1) nibbles<precision::u4><<<1, 32>>>(a, b, d);
    if (which == 2) bits<<<1, 32>>>(a, b, d, bmmaBitOpXOR);
    if (which == 3) bits<<<1, 32>>>(a, b, d, bmmaBitOpAND);
    cudaDeviceSynchronize();
    const int width = which < 2 ? 4 : 1;
    for (int i = 0; i < 64; ++i) {
      int sum = 5;
      for (int k = 0; k < 128 / width; ++k) {
        const int x = factor(a + i / 8 * 8, k, width, which == 0);
        const int y = factor(b + i % 8 * 8, k, width, which == 0);
        sum += which == 2 ? x ^ y : x * y;
      }
      wrong += d[i] != sum;
    }
  }
  printf("%d wrong\n", wrong);
}
