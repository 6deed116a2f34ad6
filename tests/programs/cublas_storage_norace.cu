// Matrices in bands and packed, and products of vectors that are added to triangles, against sums on the host: all types, both
// triangles, transposes, increments that are negative.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcublas
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

static bool right = true;

#define CHECK(call) \
  if (const int status = (call); status != 0) right = false, printf("%s: %d\n", #call, status)

constexpr int n = 5, k = 2, incx = 2, incy = -1;
static cublasHandle_t handle;

template <class T>
static T number(int i) {
  if constexpr (std::is_floating_point_v<T>) return T(i * 7 % 5 - 2);
  else return T(i * 7 % 5 - 2, i * 3 % 4 - 1);
}
template <class T>
static T conjugate(T value) {
  if constexpr (std::is_floating_point_v<T>) return value;
  else return std::conj(value);
}
template <class T>
static T real(T value) {
  return T(std::real(value));
}

template <class T>
struct Array {
  explicit Array(const std::vector<T>& values) : count(values.size()) {
    cudaMalloc(&memory, count * sizeof(T));
    cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(memory); }
  std::vector<T> host() const {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
  T* memory;
  size_t count;
};

template <class T>
static void expect(int line, const std::vector<T>& got, const std::vector<T>& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (std::abs(got[i] - wanted[i]) < 1e-3) continue;
    printf("line %d: element %zu is %g, not %g\n", line, i, std::abs(got[i]), std::abs(wanted[i]));
    right = false;
    return;
  }
}

// A vector with gaps, and back.
template <class T>
static std::vector<T> spread(const std::vector<T>& values, int increment) {
  std::vector<T> result(values.size() * std::abs(increment));
  for (size_t i = 0; i < values.size(); ++i) result[(increment > 0 ? i : values.size() - 1 - i) * std::abs(increment)] = values[i];
  return result;
}

template <class T>
static std::vector<T> times(const std::vector<T>& a, const std::vector<T>& x) {
  std::vector<T> y(n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) y[i] += a[j * n + i] * x[j];
  return y;
}
template <class T>
static std::vector<T> transposed(const std::vector<T>& a, bool conjugated) {
  std::vector<T> result(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) result[i * n + j] = conjugated ? conjugate(a[j * n + i]) : a[j * n + i];
  return result;
}

// One triangle of a whole matrix, as packed or as a band with NaN where nothing is.
template <class T>
static std::vector<T> packed(const std::vector<T>& a, bool upper) {
  std::vector<T> result;
  for (int j = 0; j < n; ++j)
    for (int i = upper ? 0 : j; i < (upper ? j + 1 : n); ++i) result.push_back(a[j * n + i]);
  return result;
}
template <class T>
static std::vector<T> band(const std::vector<T>& a, bool upper) {
  std::vector<T> result(n * (k + 1), T(NAN));
  for (int j = 0; j < n; ++j)
    for (int i = upper ? std::max(j - k, 0) : j; i < (upper ? j + 1 : std::min(j + k + 1, n)); ++i)
      result[j * (k + 1) + (upper ? k + i - j : i - j)] = a[j * n + i];
  return result;
}
// With zeros outside the band, symmetric or Hermitian, or a triangle.
template <class T>
static std::vector<T> matrix(bool is_band, bool symmetric, bool hermitian, bool triangle, bool upper) {
  std::vector<T> a(n * n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      if (is_band && std::abs(i - j) > k) continue;
      if (triangle && (upper ? i > j : i < j)) continue;
      T value = number<T>(std::min(i, j) * 5 + std::max(i, j));
      if (!symmetric && i > j) value += T(1);
      if (hermitian && i > j) value = conjugate(value);
      if (hermitian && i == j) value = real(value);
      if (triangle && i == j) value = T(4);
      a[j * n + i] = value;
    }
  }
  return a;
}

template <class V>
struct NumberOf {
  using Type = V;
};
template <>
struct NumberOf<cuComplex> {
  using Type = std::complex<float>;
};
template <>
struct NumberOf<cuDoubleComplex> {
  using Type = std::complex<double>;
};
template <class V>
using T_of = typename NumberOf<V>::Type;

#define FUNCTIONS(X, V, T, R, SPMV, SBMV, HERMITIAN)                                                                       \
  static void matrices(V*) {                                                                                               \
    std::vector<T> x(n), y(n);                                                                                             \
    for (int i = 0; i < n; ++i) x[i] = number<T>(i + 3), y[i] = number<T>(2 * i + 1);                                      \
    const V alpha = [] { const T value = number<T>(4); return *(V*)&value; }();                                            \
    const V beta = [] { const T value = number<T>(1); return *(V*)&value; }();                                             \
    const T a = *(T*)&alpha, b = *(T*)&beta;                                                                               \
    const Array<T> from(spread(x, incx));                                                                                  \
    const auto combined = [&](std::vector<T> product) {                                                                    \
      for (int i = 0; i < n; ++i) product[i] = a * product[i] + b * y[i];                                                  \
      return spread(product, incy);                                                                                        \
    };                                                                                                                     \
    for (const bool upper : {false, true}) {                                                                               \
      const auto uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;                                           \
      const auto whole = matrix<T>(false, true, HERMITIAN, false, upper), banded = matrix<T>(true, true, HERMITIAN, false, upper); \
      {                                                                                                                    \
        const Array<T> stored(packed(whole, upper)), to(spread(y, incy));                                                  \
        CHECK(cublas##X##SPMV(handle, uplo, n, &alpha, (V*)stored.memory, (V*)from.memory, incx, &beta, (V*)to.memory, incy)); \
        expect(__LINE__, to.host(), combined(times(whole, x)));                                                            \
      }                                                                                                                    \
      {                                                                                                                    \
        const Array<T> stored(band(banded, upper)), to(spread(y, incy));                                                   \
        CHECK(cublas##X##SBMV##_64(handle, uplo, n, k, &alpha, (V*)stored.memory, k + 1, (V*)from.memory, incx, &beta, (V*)to.memory, incy)); \
        expect(__LINE__, to.host(), combined(times(banded, x)));                                                           \
      }                                                                                                                    \
      for (const auto trans : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {                                                   \
        const auto op = [&](const std::vector<T>& m) { return trans == CUBLAS_OP_N ? m : transposed(m, trans == CUBLAS_OP_C); }; \
        const auto triangle = matrix<T>(false, false, false, true, upper), thin = matrix<T>(true, false, false, true, upper); \
        const Array<T> stored(packed(triangle, upper)), thin_stored(band(thin, upper)), in_packed(spread(x, incx)), in_band(spread(x, incx)); \
        CHECK(cublas##X##tpmv(handle, uplo, trans, CUBLAS_DIAG_NON_UNIT, n, (V*)stored.memory, (V*)in_packed.memory, incx)); \
        expect(__LINE__, in_packed.host(), spread(times(op(triangle), x), incx));                                          \
        CHECK(cublas##X##tpsv(handle, uplo, trans, CUBLAS_DIAG_NON_UNIT, n, (V*)stored.memory, (V*)in_packed.memory, incx)); \
        expect(__LINE__, in_packed.host(), spread(x, incx));                                                               \
        CHECK(cublas##X##tbmv(handle, uplo, trans, CUBLAS_DIAG_NON_UNIT, n, k, (V*)thin_stored.memory, k + 1, (V*)in_band.memory, incx)); \
        expect(__LINE__, in_band.host(), spread(times(op(thin), x), incx));                                                \
        CHECK(cublas##X##tbsv(handle, uplo, trans, CUBLAS_DIAG_NON_UNIT, n, k, (V*)thin_stored.memory, k + 1, (V*)in_band.memory, incx)); \
        expect(__LINE__, in_band.host(), spread(x, incx));                                                                 \
        if (!upper) continue;                                                                                              \
        const auto general = matrix<T>(true, false, false, false, false);                                                  \
        std::vector<T> both(n * (2 * k + 1), T(NAN));                                                                      \
        for (int j = 0; j < n; ++j)                                                                                        \
          for (int i = std::max(j - k, 0); i < std::min(j + k + 1, n); ++i) both[j * (2 * k + 1) + k + i - j] = general[j * n + i]; \
        const Array<T> general_stored(both), to(spread(y, incy));                                                          \
        CHECK(cublas##X##gbmv(handle, trans, n, n, k, k, &alpha, (V*)general_stored.memory, 2 * k + 1, (V*)from.memory, incx, &beta, (V*)to.memory, incy)); \
        expect(__LINE__, to.host(), combined(times(op(general), x)));                                                      \
      }                                                                                                                    \
    }                                                                                                                      \
  }
#define UPDATES(X, V, T, R, SY, HERMITIAN, PACK)                                                                          \
  static void SY##_updates(V*) {                                                                                           \
    std::vector<T> x(n), y(n);                                                                                             \
    for (int i = 0; i < n; ++i) x[i] = number<T>(i + 3), y[i] = number<T>(2 * i + 1);                                      \
    const V alpha = [] { const T value = number<T>(4); return *(V*)&value; }();                                            \
    const R factor = [] { const auto value = number<T_of<R>>(3); return *(const R*)&value; }();                              \
    const T a = *(T*)&alpha;                                                                                               \
    const T f = T(*(const T_of<R>*)&factor);                                                                               \
    const Array<T> from(spread(x, incx)), other(spread(y, incy));                                                          \
    const auto conj = [](T value) { return HERMITIAN ? conjugate(value) : value; };                                        \
    for (const bool upper : {false, true}) {                                                                               \
      const auto uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;                                           \
      const auto before = matrix<T>(false, true, HERMITIAN, false, upper);                                                 \
      auto one = before, two = before;                                                                                     \
      for (int j = 0; j < n; ++j) {                                                                                        \
        for (int i = 0; i < n; ++i) {                                                                                      \
          if (upper ? i > j : i < j) continue;                                                                             \
          one[j * n + i] += f * x[i] * conj(x[j]);                                                                         \
          two[j * n + i] += a * x[i] * conj(y[j]) + conj(a) * y[i] * conj(x[j]);                                           \
        }                                                                                                                  \
      }                                                                                                                    \
      const Array<T> in_one(before), in_two(before);                                                                       \
      CHECK(cublas##X##SY##r(handle, uplo, n, &factor, (V*)from.memory, incx, (V*)in_one.memory, n));                      \
      expect(__LINE__, in_one.host(), one);                                                                                \
      CHECK(cublas##X##SY##r2(handle, uplo, n, &alpha, (V*)from.memory, incx, (V*)other.memory, incy, (V*)in_two.memory, n)); \
      expect(__LINE__, in_two.host(), two);                                                                                \
      PACK                                                                                                                 \
    }                                                                                                                      \
  }
#define PACKED(X, V, SP)                                                                                                   \
  const Array<T_of<V>> packed_one(packed(before, upper)), packed_two(packed(before, upper));                               \
  CHECK(cublas##X##SP##r(handle, uplo, n, &factor, (V*)from.memory, incx, (V*)packed_one.memory));                         \
  expect(__LINE__, packed_one.host(), packed(one, upper));                                                                 \
  CHECK(cublas##X##SP##r2(handle, uplo, n, &alpha, (V*)from.memory, incx, (V*)other.memory, incy, (V*)packed_two.memory)); \
  expect(__LINE__, packed_two.host(), packed(two, upper));

FUNCTIONS(S, float, float, float, spmv, sbmv, false)
FUNCTIONS(D, double, double, double, spmv, sbmv, false)
FUNCTIONS(C, cuComplex, std::complex<float>, float, hpmv, hbmv, true)
FUNCTIONS(Z, cuDoubleComplex, std::complex<double>, double, hpmv, hbmv, true)
UPDATES(S, float, float, float, sy, false, PACKED(S, float, sp))
UPDATES(D, double, double, double, sy, false, PACKED(D, double, sp))
UPDATES(C, cuComplex, std::complex<float>, cuComplex, sy, false, )
UPDATES(Z, cuDoubleComplex, std::complex<double>, cuDoubleComplex, sy, false, )
UPDATES(C, cuComplex, std::complex<float>, float, he, true, PACKED(C, cuComplex, hp))
UPDATES(Z, cuDoubleComplex, std::complex<double>, double, he, true, PACKED(Z, cuDoubleComplex, hp))

// her2k and herkx of 5 by 2 matrices.
static void products() {
  using T = std::complex<double>;
  std::vector<T> a(2 * n), b(2 * n), before = matrix<T>(false, true, true, false, true);
  for (int i = 0; i < 2 * n; ++i) a[i] = number<T>(i), b[i] = number<T>(3 * i + 1);
  const cuDoubleComplex alpha{2, 1};
  const T factor(2, 1);
  const double beta = 3;
  const Array<T> first(a), second(b), two(before), same(before), product(before);
  auto wanted = before, squared = before;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i <= j; ++i) {
      T sum{}, square{};
      for (int c = 0; c < 2; ++c) {
        sum += factor * a[c * n + i] * conj(b[c * n + j]) + conj(factor) * b[c * n + i] * conj(a[c * n + j]);
        square += a[c * n + i] * conj(a[c * n + j]);
      }
      wanted[j * n + i] = sum + beta * before[j * n + i];
      squared[j * n + i] = 2.0 * square + beta * before[j * n + i];
    }
  }
  const auto upper = CUBLAS_FILL_MODE_UPPER;
  auto* const pa = (cuDoubleComplex*)first.memory;
  auto* const pb = (cuDoubleComplex*)second.memory;
  CHECK(cublasZher2k(handle, upper, CUBLAS_OP_N, n, 2, &alpha, pa, n, pb, n, &beta, (cuDoubleComplex*)two.memory, n));
  expect(__LINE__, two.host(), wanted);
  const cuDoubleComplex real_alpha{2, 0};
  CHECK(cublasZherkx(handle, upper, CUBLAS_OP_N, n, 2, &real_alpha, pa, n, pa, n, &beta, (cuDoubleComplex*)product.memory, n));
  expect(__LINE__, product.host(), squared);
  const auto rows = [&](const std::vector<T>& m) {
    std::vector<T> result(2 * n);
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < 2; ++c) result[i * 2 + c] = conj(m[c * n + i]);
    return result;
  };
  const Array<T> first_rows(rows(a)), second_rows(rows(b));
  CHECK(cublasZher2k(handle, upper, CUBLAS_OP_C, n, 2, &alpha, (cuDoubleComplex*)first_rows.memory, 2, (cuDoubleComplex*)second_rows.memory, 2, &beta, (cuDoubleComplex*)same.memory, n));
  expect(__LINE__, same.host(), wanted);
}

int main() {
  CHECK(cublasCreate(&handle));
  matrices((float*)nullptr), matrices((double*)nullptr), matrices((cuComplex*)nullptr), matrices((cuDoubleComplex*)nullptr);
  sy_updates((float*)nullptr), sy_updates((double*)nullptr), sy_updates((cuComplex*)nullptr), sy_updates((cuDoubleComplex*)nullptr);
  he_updates((cuComplex*)nullptr), he_updates((cuDoubleComplex*)nullptr);
  products();
  CHECK(cublasDestroy(handle));
  if (right) printf("all right\n");
}
