// Many small matrices: factors with and without pivots, systems by them in each direction, inverses from factors and at
// once, against what the products of matrices and solutions are; of a singular one the row is told. Least squares, whose
// residuals are orthogonal to the columns.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcublas
// NEEDS: /usr/lib/x86_64-linux-gnu/liblapacke.so.3
#include <cublas_v2.h>

#include <complex>
#include <cstdio>
#include <vector>

__global__ void nothing() {}

constexpr int n = 3, kLeading = 4, kBatch = 5, kSides = 2;
static bool right = true;

#define CHECK(condition) \
  if (!(condition)) right = false, std::printf("%s, line %d\n", #condition, __LINE__)

using Complex = std::complex<double>;

// Diagonals outweigh the rest but in matrices whose first row has to be exchanged.
template <class T>
static T element(int batch, int row, int column) {
  const double value =
      row == column ? (batch % 2 == 1 && row == 0 ? 0 : 8 + batch) : (row * 5 + column * 3 + batch) % 7 - 3;
  if constexpr (std::is_same_v<T, Complex>) return {value, double((row + 2 * column) % 3)};
  return T(value);
}

template <class T>
struct Matrices {
  std::vector<T> values = std::vector<T>(kBatch * kLeading * n);
  T* memory;
  T** pointers;

  Matrices() {
    cudaMalloc(&memory, values.size() * sizeof(T));
    cudaMalloc(&pointers, kBatch * sizeof(T*));
    std::vector<T*> places;
    for (int i = 0; i < kBatch; ++i) places.push_back(memory + i * kLeading * n);
    cudaMemcpy(pointers, places.data(), kBatch * sizeof(T*), cudaMemcpyHostToDevice);
  }
  T& at(int batch, int row, int column) { return values[(batch * n + column) * kLeading + row]; }
  void put() { cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice); }
  void get() {
    cudaMemcpy2D(values.data(), kLeading * sizeof(T), memory, kLeading * sizeof(T), n * sizeof(T), kBatch * n,
                 cudaMemcpyDeviceToHost);
  }
};

/// That A, or its transpose, times X is B.
template <class T>
static void expect_product(Matrices<T>& x, int columns, bool transposed, bool conjugated, T (*wanted)(int, int, int)) {
  x.get();
  for (int b = 0; b < kBatch; ++b) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < columns; ++j) {
        T sum = 0;
        for (int k = 0; k < n; ++k) {
          T a = transposed ? element<T>(b, k, i) : element<T>(b, i, k);
          if constexpr (std::is_same_v<T, Complex>) a = conjugated ? std::conj(a) : a;
          sum += a * x.at(b, k, j);
        }
        CHECK(std::abs(sum - wanted(b, i, j)) < 1e-3);
      }
    }
  }
}

template <class T>
static T unit(int, int row, int column) {
  return row == column ? T(1) : T(0);
}
template <class T>
static T side(int batch, int row, int column) {
  return T(row + 2 * column - batch);
}

template <class T, class Getrf, class Getrs, class Getri, class Matinv>
static void test(cublasHandle_t handle, Getrf getrf, Getrs getrs, Getri getri, Matinv matinv) {
  Matrices<T> a, b, inverse;
  int *pivots, *info, host_info = -1, infos[kBatch];
  cudaMalloc(&pivots, kBatch * n * sizeof(int));
  cudaMalloc(&info, kBatch * sizeof(int));
  const auto fill = [&] {
    for (int i = 0; i < kBatch * n * n; ++i)
      a.at(i / n / n, i % n, i / n % n) = element<T>(i / n / n, i % n, i / n % n);
    a.put();
  };
  fill();
  CHECK(matinv(handle, n, a.pointers, kLeading, inverse.pointers, kLeading, info, kBatch) == 0);
  expect_product<T>(inverse, n, false, false, unit<T>);
  CHECK(getrf(handle, n, a.pointers, kLeading, pivots, info, kBatch) == 0);
  cudaMemcpy(infos, info, sizeof infos, cudaMemcpyDeviceToHost);
  for (const int i : infos) CHECK(i == 0);
  CHECK(getri(handle, n, a.pointers, kLeading, pivots, inverse.pointers, kLeading, info, kBatch) == 0);
  expect_product<T>(inverse, n, false, false, unit<T>);
  for (const cublasOperation_t operation : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    for (int i = 0; i < kBatch * n * kSides; ++i) {
      b.at(i / n / kSides, i % n, i / n % kSides) = side<T>(i / n / kSides, i % n, i / n % kSides);
    }
    b.put();
    CHECK(getrs(handle, operation, n, kSides, a.pointers, kLeading, pivots, b.pointers, kLeading, &host_info, kBatch) ==
          0);
    CHECK(host_info == 0);
    expect_product<T>(b, kSides, operation != CUBLAS_OP_N, operation == CUBLAS_OP_C, side<T>);
  }
  // Without pivots, those that need none; a zero on the diagonal is told.
  fill();
  CHECK(getrf(handle, n, a.pointers, kLeading, nullptr, info, kBatch) == 0);
  cudaMemcpy(infos, info, sizeof infos, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kBatch && !std::is_same_v<T, Complex>; ++i) CHECK(infos[i] == i % 2);
  cudaFree(pivots);
  cudaFree(info);
}

/// Two columns of kLeading rows, and kSides right hand sides.
template <class T, class Gels>
static void test_least_squares(cublasHandle_t handle, Gels gels) {
  Matrices<T> a, c;
  int *info, host_info = -1, infos[kBatch];
  cudaMalloc(&info, kBatch * sizeof(int));
  for (int i = 0; i < kBatch * kLeading * 2; ++i) {
    const int b = i / kLeading / 2, row = i % kLeading, column = i / kLeading % 2;
    a.at(b, row, column) = element<T>(b + 1, row + 1, column);
    c.at(b, row, column) = side<T>(b, row * row, column);
  }
  a.put();
  c.put();
  const std::vector<T> before = c.values;
  CHECK(gels(handle, CUBLAS_OP_N, kLeading, 2, kSides, a.pointers, kLeading, c.pointers, kLeading, &host_info, info,
             kBatch) == 0);
  CHECK(host_info == 0);
  cudaMemcpy(infos, info, sizeof infos, cudaMemcpyDeviceToHost);
  cudaMemcpy(c.values.data(), c.memory, c.values.size() * sizeof(T), cudaMemcpyDeviceToHost);
  for (int b = 0; b < kBatch; ++b) {
    CHECK(infos[b] == 0);
    for (int j = 0; j < kSides * 2; ++j) {
      const int of = j / kSides, column = j % kSides;
      T product = 0;
      for (int row = 0; row < kLeading; ++row) {
        T rest = before[(b * n + column) * kLeading + row];
        for (int k = 0; k < 2; ++k) rest -= element<T>(b + 1, row + 1, k) * c.at(b, k, column);
        T conjugated = element<T>(b + 1, row + 1, of);
        if constexpr (std::is_same_v<T, Complex>) conjugated = std::conj(conjugated);
        product += conjugated * rest;
      }
      CHECK(std::abs(product) < 1e-3);
    }
  }
  cudaFree(info);
}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  nothing<<<1, 1>>>();
  test<float>(handle, cublasSgetrfBatched, cublasSgetrsBatched, cublasSgetriBatched, cublasSmatinvBatched);
  test<double>(handle, cublasDgetrfBatched, cublasDgetrsBatched, cublasDgetriBatched, cublasDmatinvBatched);
  using Z = cuDoubleComplex;
  test<Complex>(
      handle,
      [](cublasHandle_t h, int size, Complex** m, auto... more) {
        return cublasZgetrfBatched(h, size, (Z**)m, more...);
      },
      [](cublasHandle_t h, cublasOperation_t o, int size, int sides, Complex** m, int lda, int* p, Complex** b,
         auto... more) { return cublasZgetrsBatched(h, o, size, sides, (Z**)m, lda, p, (Z**)b, more...); },
      [](cublasHandle_t h, int size, Complex** m, int lda, int* p, Complex** c, auto... more) {
        return cublasZgetriBatched(h, size, (Z**)m, lda, p, (Z**)c, more...);
      },
      [](cublasHandle_t h, int size, Complex** m, int lda, Complex** c, auto... more) {
        return cublasZmatinvBatched(h, size, (Z**)m, lda, (Z**)c, more...);
      });
  test_least_squares<float>(handle, cublasSgelsBatched);
  test_least_squares<double>(handle, cublasDgelsBatched);
  test_least_squares<Complex>(handle, [](cublasHandle_t h, cublasOperation_t o, int m, int columns, int sides, Complex** x,
                                         int lda, Complex** y, auto... more) {
    return cublasZgelsBatched(h, o, m, columns, sides, (Z**)x, lda, (Z**)y, more...);
  });
  cublasDestroy(handle);
  std::puts(right ? "all right" : "wrong");
}
