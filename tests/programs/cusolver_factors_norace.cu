// Factors of matrices, and systems solved by them, against solutions that are known: real and complex numbers, one and many
// matrices, with 32 and 64 bits.
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
constexpr int n = 4, kSides = 2;

template <class T>
static T* device(const std::vector<T>& values) {
  T* memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

template <class T>
static std::vector<T> host(const T* memory, size_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

template <class T>
static T* room(size_t count) {
  T* memory;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

template <class T>
static void expect(const char* what, const T* memory, const std::vector<T>& wanted) {
  const auto got = host(memory, wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (std::abs(got[i] - wanted[i]) < 1e-3) continue;
    printf("%s: element %zu is %g, not %g\n", what, i, std::abs(got[i]), std::abs(wanted[i]));
    right = false;
    return;
  }
}

template <class T>
static T number(int i) {
  if constexpr (std::is_same_v<T, Complex>) return {double(i * 7 % 5) - 2, double(i * 3 % 4) - 1};
  else return T(i * 7 % 5 - 2);
}

template <class T>
static T conjugate(T value) {
  if constexpr (std::is_same_v<T, Complex>) return std::conj(value);
  else return value;
}

template <class T>
static std::vector<T> times(const std::vector<T>& a, const std::vector<T>& b, int rows, int inner, int columns) {
  std::vector<T> c(rows * columns);
  for (int j = 0; j < columns; ++j) {
    for (int k = 0; k < inner; ++k) {
      for (int i = 0; i < rows; ++i) c[j * rows + i] += a[k * rows + i] * b[j * inner + k];
    }
  }
  return c;
}

template <class T>
static std::vector<T> general(int rows, int columns) {
  std::vector<T> a(rows * columns);
  for (int i = 0; i < rows * columns; ++i) a[i] = number<T>(i + i / rows) + T(i % (rows + 1) == 0 ? 6 : 0);
  return a;
}

template <class T>
static std::vector<T> adjoint(const std::vector<T>& a, int rows, int columns) {
  std::vector<T> b(a.size());
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) b[i * columns + j] = conjugate(a[j * rows + i]);
  }
  return b;
}

// The functions of one type, which have the same arguments.
#define FUNCTIONS(T, X, R, OR)                                                                            \
  template <>                                                                                             \
  struct Functions<T> {                                                                                   \
    using Of = R;                                                                                         \
    static constexpr auto potrf_size = cusolverDn##X##potrf_bufferSize;                                    \
    static constexpr auto potrf = cusolverDn##X##potrf;                                                    \
    static constexpr auto potri = cusolverDn##X##potri;                                                    \
    static constexpr auto potrs = cusolverDn##X##potrs;                                                    \
    static constexpr auto batched = cusolverDn##X##potrfBatched;                                           \
    static constexpr auto solve_batched = cusolverDn##X##potrsBatched;                                     \
    static constexpr auto getrf_size = cusolverDn##X##getrf_bufferSize;                                    \
    static constexpr auto getrf = cusolverDn##X##getrf;                                                    \
    static constexpr auto getrs = cusolverDn##X##getrs;                                                    \
    static constexpr auto geqrf = cusolverDn##X##geqrf;                                                    \
    static constexpr auto geqrf_size = cusolverDn##X##geqrf_bufferSize;                                    \
    static constexpr auto gqr = cusolverDn##X##OR##gqr;                                                    \
    static constexpr auto mqr = cusolverDn##X##OR##mqr;                                                    \
  };
template <class T>
struct Functions;
FUNCTIONS(float, S, float, or)
FUNCTIONS(double, D, double, or)
FUNCTIONS(Complex, Z, cuDoubleComplex, un)

template <class T>
static void factors(cusolverDnHandle_t handle) {
  using F = Functions<T>;
  using R = typename F::Of;
  const auto as = [](T* p) { return reinterpret_cast<R*>(p); };
  int *info = device<int>({7, 7}), size = 0;
  const std::vector<T> a = general<T>(n, n), x = [] {
    std::vector<T> values(n * kSides);
    for (int i = 0; i < n * kSides; ++i) values[i] = number<T>(i + 2);
    return values;
  }();
  const std::vector<T> positive = times(adjoint(a, n, n), a, n, n, n);
  const auto lower = CUBLAS_FILL_MODE_LOWER;

  // Only one triangle is written.
  T *p = room<T>(n * n), *b = device(times(positive, x, n, n, kSides));
  for (int j = 0; j < n; ++j) cudaMemcpy(p + j * n + j, &positive[j * n + j], (n - j) * sizeof(T), cudaMemcpyHostToDevice);
  CHECK(F::potrf_size(handle, lower, n, as(p), n, &size));
  T* work = room<T>(size);
  CHECK(F::potrf(handle, lower, n, as(p), n, as(work), size, info));
  CHECK(F::potrs(handle, lower, n, kSides, as(p), n, as(b), n, info));
  expect("potrs", b, x);
  expect("info", info, {0});
  CHECK(F::potri(handle, lower, n, as(p), n, as(work), size, info));
  std::vector<T> inverse(n * n);
  for (int j = 0; j < n; ++j) {
    const auto column = host(p + j * n + j, n - j);
    for (int i = j; i < n; ++i) inverse[j * n + i] = column[i - j], inverse[i * n + j] = conjugate(column[i - j]);
  }
  std::vector<T> unit(n * n);
  for (int i = 0; i < n; ++i) unit[i * n + i] = 1;
  expect("potri", device(times(positive, inverse, n, n, n)), unit);

  const std::vector<T> one(x.begin(), x.begin() + n);
  T *factored_p = device(positive), *right_side = device(times(positive, one, n, n, 1));
  R **factors_p = device<R*>({as(factored_p)}), **sides_p = device<R*>({as(right_side)});
  CHECK(F::batched(handle, lower, n, factors_p, n, info, 1));
  CHECK(F::solve_batched(handle, lower, n, 1, factors_p, n, sides_p, n, info, 1));
  expect("potrsBatched", right_side, one);
  std::vector<T> negative = positive;
  negative[n + 1] = -1;
  T *first = device(positive), *second = device(negative);
  R** array = device<R*>({as(first), as(second)});
  CHECK(F::batched(handle, lower, n, array, n, info, 2));
  expect("infos", info, {0, 2});

  int* pivots = room<int>(n);
  for (int* const ipiv : {pivots, static_cast<int*>(nullptr)}) {
    T *lu = device(a), *sides = device(times(a, x, n, n, kSides)), *turned = device(times(adjoint(a, n, n), x, n, n, kSides));
    CHECK(F::getrf_size(handle, n, n, as(lu), n, &size));
    work = room<T>(size);
    CHECK(F::getrf(handle, n, n, as(lu), n, as(work), ipiv, info));
    CHECK(F::getrs(handle, CUBLAS_OP_N, n, kSides, as(lu), n, ipiv, as(sides), n, info));
    expect("getrs", sides, x);
    CHECK(F::getrs(handle, CUBLAS_OP_C, n, kSides, as(lu), n, ipiv, as(turned), n, info));
    expect("getrs, turned", turned, x);
  }

  // Q R of a matrix with more rows.
  constexpr int m = 6;
  const std::vector<T> tall = general<T>(m, n);
  T *qr = device(tall), *tau = room<T>(n), *same = device(tall);
  CHECK(F::geqrf_size(handle, m, n, as(qr), m, &size));
  work = room<T>(m);
  CHECK(F::geqrf(handle, m, n, as(qr), m, as(tau), as(work), size, info));
  std::vector<T> r(n * n);
  const auto factored = host(qr, m * n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i <= j; ++i) r[j * n + i] = factored[j * m + i];
  }
  CHECK(F::mqr(handle, CUBLAS_SIDE_LEFT, std::is_same_v<T, Complex> ? CUBLAS_OP_C : CUBLAS_OP_T, m, n, n, as(qr), m, as(tau),
               as(same), m, as(work), m, info));
  std::vector<T> padded(m * n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) padded[j * m + i] = r[j * n + i];
  }
  expect("Q* A", same, padded);
  CHECK(F::gqr(handle, m, n, n, as(qr), m, as(tau), as(work), m, info));
  expect("Q R", device(times(host(qr, m * n), r, m, n, n)), tall);
}

static void with_64_bits(cusolverDnHandle_t handle) {
  cusolverDnParams_t params;
  CHECK(cusolverDnCreateParams(&params));
  const auto type = CUDA_R_64F;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  const std::vector<double> a = general<double>(n, n), x = {1, 2, 3, 4};
  const std::vector<double> positive = times(adjoint(a, n, n), a, n, n, n);
  size_t on_device, on_host;
  int* info = room<int>(1);
  int64_t* pivots = room<int64_t>(n);
  double *lu = device(a), *b = device(times(a, x, n, n, 1)), *tau = room<double>(n);
  CHECK(cusolverDnXgetrf_bufferSize(handle, params, n, n, type, lu, n, type, &on_device, &on_host));
  void* work = room<char>(on_device);
  CHECK(cusolverDnXgetrf(handle, params, n, n, type, lu, n, pivots, type, work, on_device, nullptr, on_host, info));
  CHECK(cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, 1, type, lu, n, pivots, type, b, n, info));
  expect("Xgetrs", b, x);
  double *p = device(positive), *c = device(times(positive, x, n, n, 1)), *qr = device(a);
  CHECK(cusolverDnXpotrf_bufferSize(handle, params, lower, n, type, p, n, type, &on_device, &on_host));
  CHECK(cusolverDnXpotrf(handle, params, lower, n, type, p, n, type, work, on_device, nullptr, on_host, info));
  CHECK(cusolverDnXpotrs(handle, params, lower, n, 1, type, p, n, type, c, n, info));
  expect("Xpotrs", c, x);
  CHECK(cusolverDnXgeqrf_bufferSize(handle, params, n, n, type, qr, n, type, tau, type, &on_device, &on_host));
  CHECK(cusolverDnXgeqrf(handle, params, n, n, type, qr, n, type, tau, type, work, on_device, nullptr, on_host, info));
  expect("info", info, {0});
  CHECK(cusolverDnDestroyParams(params));
}

int main() {
  nothing<<<1, 1>>>();
  cusolverDnHandle_t handle;
  CHECK(cusolverDnCreate(&handle));
  factors<float>(handle);
  factors<double>(handle);
  factors<Complex>(handle);
  with_64_bits(handle);
  CHECK(cusolverDnDestroy(handle));
  if (right) printf("all right\n");
}
