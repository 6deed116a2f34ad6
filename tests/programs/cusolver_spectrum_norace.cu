// Singular values and eigenvalues: what the vectors and values make is the matrix that they were made of.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcusolver
// NEEDS: /usr/lib/x86_64-linux-gnu/liblapacke.so.3
#include <cusolverDn.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

__global__ void nothing() {}

static bool right = true;

#define CHECK(call) \
  if (const int status = (call); status != 0) right = false, printf("%s: %d\n", #call, status)

using Complex = std::complex<double>;
constexpr int m = 5, n = 3;

template <class T>
static T* device(const std::vector<T>& values) {
  T* memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

template <class T>
static T* room(size_t count) {
  T* memory;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

template <class T>
static std::vector<T> host(const T* memory, size_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

static void expect(const char* what, Complex got, Complex wanted) {
  if (std::abs(got - wanted) < 1e-6) return;
  printf("%s: %g + %gi, not %g + %gi\n", what, got.real(), got.imag(), wanted.real(), wanted.imag());
  right = false;
}

static double element(int i, int j) { return (i * 5 + j * 3) % 7 - 2 + (i == j ? 4 : 0); }

// U S VT, of which VT has its rows, or V its columns.
static void expect_product(const char* what, const double* u, const double* s, const double* v, int ldv, bool is_transposed) {
  const auto left = host(u, m * n), values = host(s, n), other = host(v, n * ldv);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += left[k * m + i] * values[k] * (is_transposed ? other[k * ldv + j] : other[j * ldv + k]);
      expect(what, sum, element(i, j));
    }
  }
  for (int k = 1; k < n; ++k) {
    if (values[k] > values[k - 1]) right = false;
  }
}

static void singular_values(cusolverDnHandle_t handle) {
  std::vector<double> a(m * n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) a[j * m + i] = element(i, j);
  }
  double *s = room<double>(n), *u = room<double>(m * m), *v = room<double>(n * n);
  int *info = room<int>(1), size = 0;
  CHECK(cusolverDnDgesvd_bufferSize(handle, m, n, &size));
  double* work = room<double>(size);
  CHECK(cusolverDnDgesvd(handle, 'S', 'A', m, n, device(a), m, s, u, m, v, n, work, size, nullptr, info));
  expect_product("gesvd", u, s, v, n, false);
  double* alone = room<double>(n);
  CHECK(cusolverDnDgesvd(handle, 'N', 'N', m, n, device(a), m, alone, nullptr, m, nullptr, n, work, size, nullptr, info));
  for (int k = 0; k < n; ++k) expect("gesvd alone", host(alone, n)[k], host(s, n)[k]);
  gesvdjInfo_t params;
  CHECK(cusolverDnCreateGesvdjInfo(&params));
  CHECK(cusolverDnXgesvdjSetTolerance(params, 1e-7));
  CHECK(cusolverDnXgesvdjSetMaxSweeps(params, 15));
  CHECK(cusolverDnDgesvdj_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, work, m, s, u, m, v, n, &size, params));
  CHECK(cusolverDnDgesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, device(a), m, s, u, m, v, n, work, size, info, params));
  expect_product("gesvdj", u, s, v, n, true);
  CHECK(cusolverDnDestroyGesvdjInfo(params));
  size_t on_device, on_host;
  const auto type = CUDA_R_64F;
  cusolverDnParams_t options;
  CHECK(cusolverDnCreateParams(&options));
  CHECK(cusolverDnXgesvd_bufferSize(handle, options, 'S', 'S', m, n, type, work, m, type, s, type, u, m, type, v, n, type,
                                    &on_device, &on_host));
  CHECK(cusolverDnXgesvd(handle, options, 'S', 'S', m, n, type, device(a), m, type, s, type, u, m, type, v, n, type,
                         room<char>(on_device), on_device, nullptr, on_host, info));
  expect_product("Xgesvd", u, s, v, n, false);
  CHECK(cusolverDnDestroyParams(options));
}

static Complex hermitian(int i, int j) {
  if (i == j) return 3.0 * i + 1;
  const Complex value(double((i + j) % 3) - 1, 1 + (i * j) % 2);
  return i > j ? value : std::conj(value);
}

// A x = w B x for each of the vectors.
template <class Matrix, class Other>
static void expect_vectors(const char* what, const std::vector<Complex>& x, const std::vector<double>& w, Matrix a, Other b) {
  for (int k = 0; k < n; ++k) {
    if (k > 0 && w[k] < w[k - 1]) right = false;
    for (int i = 0; i < n; ++i) {
      Complex left, other;
      for (int j = 0; j < n; ++j) left += a(i, j) * x[k * n + j], other += b(i, j) * x[k * n + j];
      expect(what, left, w[k] * other);
    }
  }
}

static void eigenvalues(cusolverDnHandle_t handle) {
  const auto unit = [](int i, int j) { return Complex(i == j); };
  const auto second = [](int i, int j) { return Complex(i == j ? 2 + i : 0); };
  double* w = room<double>(n);
  int *info = room<int>(1), size = 0;
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    // The other triangle was never written.
    const auto matrix = [&](auto element) {
      Complex* a = room<Complex>(n * n);
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
          const Complex value = element(i, j);
          if (uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j) cudaMemcpy(a + j * n + i, &value, sizeof(value), cudaMemcpyHostToDevice);
        }
      }
      return reinterpret_cast<cuDoubleComplex*>(a);
    };
    const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
    const auto values_of = [](cuDoubleComplex* a) { return host(reinterpret_cast<Complex*>(a), n * n); };
    cuDoubleComplex* a = matrix(hermitian);
    CHECK(cusolverDnZheevd_bufferSize(handle, vectors, uplo, n, a, n, w, &size));
    cuDoubleComplex* work = room<cuDoubleComplex>(size);
    CHECK(cusolverDnZheevd(handle, vectors, uplo, n, a, n, w, work, size, info));
    expect_vectors("heevd", values_of(a), host(w, n), hermitian, unit);
    a = matrix(hermitian);
    syevjInfo_t params;
    CHECK(cusolverDnCreateSyevjInfo(&params));
    CHECK(cusolverDnZheevj_bufferSize(handle, vectors, uplo, n, a, n, w, &size, params));
    CHECK(cusolverDnZheevj(handle, vectors, uplo, n, a, n, w, work, size, info, params));
    expect_vectors("heevj", values_of(a), host(w, n), hermitian, unit);
    CHECK(cusolverDnDestroySyevjInfo(params));
    a = matrix(hermitian);
    CHECK(cusolverDnZhegvd(handle, CUSOLVER_EIG_TYPE_1, vectors, uplo, n, a, n, matrix(second), n, w, work, size, info));
    expect_vectors("hegvd", values_of(a), host(w, n), hermitian, second);
    a = matrix(hermitian);
    size_t on_device, on_host;
    cusolverDnParams_t options;
    CHECK(cusolverDnCreateParams(&options));
    CHECK(cusolverDnXsyevd_bufferSize(handle, options, vectors, uplo, n, CUDA_C_64F, a, n, CUDA_R_64F, w, CUDA_C_64F, &on_device, &on_host));
    CHECK(cusolverDnXsyevd(handle, options, vectors, uplo, n, CUDA_C_64F, a, n, CUDA_R_64F, w, CUDA_C_64F, work, on_device, nullptr, on_host, info));
    expect_vectors("Xsyevd", values_of(a), host(w, n), hermitian, unit);
    CHECK(cusolverDnDestroyParams(options));
  }
  if (host(info, 1)[0] != 0) right = false;
  float *real = device<float>({2, 1, 1, 2}), *values = room<float>(2);
  CHECK(cusolverDnSsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, 2, real, 2, values, &size));
  CHECK(cusolverDnSsyevd(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, 2, real, 2, values, room<float>(size), size, info));
  expect("syevd", host(values, 2)[0], 1);
  expect("syevd", host(values, 2)[1], 3);
}

int main() {
  nothing<<<1, 1>>>();
  cusolverDnHandle_t handle;
  CHECK(cusolverDnCreate(&handle));
  singular_values(handle);
  eigenvalues(handle);
  CHECK(cusolverDnDestroy(handle));
  if (right) printf("all right\n");
}
