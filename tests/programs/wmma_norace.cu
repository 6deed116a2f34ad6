// Products of small matrices by a warp, of each type and shape of nvcuda::wmma, against sums of products.
// CLEAN
// STDOUT: ^0 wrong$
#include <mma.h>

#include <cstdio>
#include <type_traits>

namespace wmma = nvcuda::wmma;

// Of the elements in memory: tf32 is stored as float.
template <class T>
struct Stored {
  using Type = T;
};
template <>
struct Stored<wmma::precision::tf32> {
  using Type = float;
};

template <class T, class Sum, int M, int N, int K, class RowsOfA, class RowsOfB>
__global__ void multiply(const typename Stored<T>::Type* a, const typename Stored<T>::Type* b, Sum* d) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, RowsOfA> of_a;
  wmma::fragment<wmma::matrix_b, M, N, K, T, RowsOfB> of_b;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sums, result;
  wmma::load_matrix_sync(of_a, a, std::is_same<RowsOfA, wmma::row_major>::value ? K : M);
  wmma::load_matrix_sync(of_b, b, std::is_same<RowsOfB, wmma::row_major>::value ? N : K);
  wmma::fill_fragment(sums, Sum(1));
  wmma::mma_sync(sums, of_a, of_b, sums);
  wmma::mma_sync(result, of_a, of_b, sums);
  for (int i = 0; i < result.num_elements; ++i) result.x[i] -= sums.x[i];
  wmma::store_matrix_sync(d + (threadIdx.x / 32) * M * N, result, M, wmma::mem_col_major);
}

template <class T, class Sum, int M, int N, int K, class RowsOfA, class RowsOfB>
int wrong() {
  using Element = typename Stored<T>::Type;
  Element *a, *b;
  Sum* d;
  cudaMallocManaged(&a, M * K * sizeof(Element));
  cudaMallocManaged(&b, K * N * sizeof(Element));
  cudaMallocManaged(&d, 2 * M * N * sizeof(Sum));
  for (int i = 0; i < M * K; ++i) a[i] = Element(i * 7 % 11);
  for (int i = 0; i < K * N; ++i) b[i] = Element(i * 5 % 3);
  multiply<T, Sum, M, N, K, RowsOfA, RowsOfB><<<1, 64>>>(a, b, d);
  cudaDeviceSynchronize();
  int count = 0;
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int p = 0; p < K; ++p) {
        const Element x = a[std::is_same<RowsOfA, wmma::row_major>::value ? i * K + p : p * M + i];
        const Element y = b[std::is_same<RowsOfB, wmma::row_major>::value ? p * N + j : j * K + p];
        sum += static_cast<float>(x) * static_cast<float>(y);
      }
      for (int warp = 0; warp < 2; ++warp) count += static_cast<float>(d[warp * M * N + j * M + i]) != sum;
    }
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(d);
  return count;
}

int main() {
  using Rows = wmma::row_major;
  using Columns = wmma::col_major;
  int count = 0;
  count += wrong<half, float, 16, 16, 16, Rows, Columns>();
  count += wrong<half, half, 16, 16, 16, Columns, Rows>();
  count += wrong<half, float, 32, 8, 16, Rows, Rows>();
  count += wrong<half, half, 8, 32, 16, Columns, Columns>();
  count += wrong<__nv_bfloat16, float, 16, 16, 16, Rows, Columns>();
  count += wrong<__nv_bfloat16, float, 8, 32, 16, Rows, Rows>();
  count += wrong<signed char, int, 16, 16, 16, Rows, Columns>();
  count += wrong<unsigned char, int, 32, 8, 16, Columns, Rows>();
  count += wrong<wmma::precision::tf32, float, 16, 16, 8, Rows, Columns>();
  count += wrong<double, double, 8, 8, 4, Rows, Columns>();
  printf("%d wrong\n", count);
}
