// Sparse systems, solved on the host and on the device, in one call and step by step, against solutions that are known;
// orders, batches, refactorisation.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcusolver -lcusparse
// NEEDS: /usr/lib/x86_64-linux-gnu/libcxsparse.so.3 /usr/lib/x86_64-linux-gnu/libmetis.so.5
#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

static bool right = true;

#define CHECK(call) \
  if (const int status = (call); status != 0) right = false, printf("%s: %d\n", #call, status)
#define EXPECT(what) \
  if (!(what)) right = false, printf("line %d: %s\n", __LINE__, #what)

using Complex = std::complex<double>;
constexpr int n = 5, nnz = 13, base = 1;

// Hermitian and positive: 4 on the diagonal, (-1, imaginary) beside it; rows counted from 1.
static std::vector<int> offsets, columns;
static std::vector<Complex> matrix;

static void make(double imaginary) {
  offsets = {base}, columns.clear(), matrix.clear();
  for (int row = 0; row < n; ++row) {
    for (int column = std::max(row - 1, 0); column <= std::min(row + 1, n - 1); ++column) {
      columns.push_back(column + base);
      matrix.push_back(column == row ? Complex(4) : Complex(-1, column > row ? imaginary : -imaginary));
    }
    offsets.push_back(int(columns.size()) + base);
  }
}

template <class T>
static T number(Complex value) {
  if constexpr (std::is_same_v<T, Complex> || std::is_same_v<T, std::complex<float>>) return T(value);
  else return T(value.real());
}

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
static void expect(int line, const std::vector<T>& got, const std::vector<T>& wanted) {
  for (int i = 0; i < n; ++i) {
    if (std::abs(got[i] - wanted[i]) < 1e-4) continue;
    printf("line %d: element %d is %g, not %g\n", line, i, std::abs(got[i]), std::abs(wanted[i]));
    right = false;
    return;
  }
}

// The functions of each type of numbers, by overloads. V: NVIDIA's type.
#define SOLVERS(X, V, T, R)                                                                                           \
  template <class F>                                                                                                  \
  static void each_solver(V*, F solve) {                                                                              \
    solve(cusolverSp##X##csrlsvluHost, false), solve(cusolverSp##X##csrlsvqrHost, false);                             \
    solve(cusolverSp##X##csrlsvcholHost, false), solve(cusolverSp##X##csrlsvqr, true);                                \
    solve(cusolverSp##X##csrlsvchol, true);                                                                           \
  }                                                                                                                   \
  static void steps(V*, cusolverSpHandle_t h, cusparseMatDescr_t d, const std::vector<T>& values,                     \
                    const std::vector<T>& b, const std::vector<T>& wanted) {                                          \
    std::vector<T> x(n), right_side = b;                                                                              \
    auto* const v = (V*)values.data();                                                                                \
    auto* const p = offsets.data();                                                                                   \
    auto* const c = columns.data();                                                                                   \
    auto* const dv = (V*)device(values);                                                                              \
    auto* const db = (V*)device(b);                                                                                   \
    auto* const dx = device(x);                                                                                       \
    int* const dp = device(offsets);                                                                                  \
    int* const dc = device(columns);                                                                                  \
    std::vector<char> buffer(1024);                                                                                   \
    void* device_buffer = device(buffer);                                                                             \
    size_t inner, work;                                                                                               \
    int zero = 7;                                                                                                     \
    csrluInfoHost_t lu;                                                                                               \
    CHECK(cusolverSpCreateCsrluInfoHost(&lu));                                                                        \
    CHECK(cusolverSpXcsrluAnalysisHost(h, n, nnz, d, p, c, lu));                                                      \
    CHECK(cusolverSp##X##csrluBufferInfoHost(h, n, nnz, d, v, p, c, lu, &inner, &work));                              \
    EXPECT(work <= buffer.size());                                                                                    \
    CHECK(cusolverSp##X##csrluFactorHost(h, n, nnz, d, v, p, c, lu, 1, buffer.data()));                               \
    CHECK(cusolverSp##X##csrluZeroPivotHost(h, lu, R(1e-6), &zero));                                                  \
    EXPECT(zero == -1);                                                                                               \
    CHECK(cusolverSp##X##csrluSolveHost(h, n, (V*)b.data(), (V*)x.data(), lu, buffer.data()));                        \
    expect(__LINE__, x, wanted);                                                                                      \
    CHECK(cusolverSpDestroyCsrluInfoHost(lu));                                                                        \
    csrqrInfoHost_t qr_host;                                                                                          \
    CHECK(cusolverSpCreateCsrqrInfoHost(&qr_host));                                                                   \
    CHECK(cusolverSpXcsrqrAnalysisHost(h, n, n, nnz, d, p, c, qr_host));                                              \
    CHECK(cusolverSp##X##csrqrBufferInfoHost(h, n, n, nnz, d, v, p, c, qr_host, &inner, &work));                      \
    CHECK(cusolverSp##X##csrqrSetupHost(h, n, n, nnz, d, v, p, c, V{}, qr_host));                                     \
    CHECK(cusolverSp##X##csrqrFactorHost(h, n, n, nnz, nullptr, nullptr, qr_host, buffer.data()));                    \
    CHECK(cusolverSp##X##csrqrZeroPivotHost(h, qr_host, R(1e-6), &zero));                                             \
    EXPECT(zero == -1);                                                                                               \
    CHECK(cusolverSp##X##csrqrSolveHost(h, n, n, (V*)right_side.data(), (V*)x.data(), qr_host, buffer.data()));       \
    expect(__LINE__, x, wanted);                                                                                      \
    CHECK(cusolverSpDestroyCsrqrInfoHost(qr_host));                                                                   \
    csrqrInfo_t qr;                                                                                                   \
    CHECK(cusolverSpCreateCsrqrInfo(&qr));                                                                            \
    CHECK(cusolverSpXcsrqrAnalysis(h, n, n, nnz, d, dp, dc, qr));                                                     \
    CHECK(cusolverSp##X##csrqrBufferInfo(h, n, n, nnz, d, dv, dp, dc, qr, &inner, &work));                            \
    CHECK(cusolverSp##X##csrqrSetup(h, n, n, nnz, d, dv, dp, dc, V{}, qr));                                           \
    CHECK(cusolverSp##X##csrqrFactor(h, n, n, nnz, nullptr, nullptr, qr, device_buffer));                             \
    CHECK(cusolverSp##X##csrqrZeroPivot(h, qr, R(1e-6), &zero));                                                      \
    EXPECT(zero == -1);                                                                                               \
    CHECK(cusolverSp##X##csrqrSolve(h, n, n, db, (V*)dx, qr, device_buffer));                                         \
    expect(__LINE__, host(dx, n), wanted);                                                                            \
    std::vector<T> two = values, sides = b;                                                                           \
    for (const T& value : values) two.push_back(value * T(2));                                                        \
    for (const T& value : b) sides.push_back(value * T(2));                                                           \
    auto* const batch = (V*)device(two);                                                                              \
    auto* const batch_b = (V*)device(sides);                                                                          \
    auto* const batch_x = device(std::vector<T>(2 * n));                                                              \
    CHECK(cusolverSpXcsrqrAnalysisBatched(h, n, n, nnz, d, dp, dc, qr));                                              \
    CHECK(cusolverSp##X##csrqrBufferInfoBatched(h, n, n, nnz, d, batch, dp, dc, 2, qr, &inner, &work));               \
    CHECK(cusolverSp##X##csrqrsvBatched(h, n, n, nnz, d, batch, dp, dc, batch_b, (V*)batch_x, 2, qr, device_buffer)); \
    expect(__LINE__, host(batch_x, n), wanted);                                                                       \
    expect(__LINE__, host(batch_x + n, n), wanted);                                                                   \
    CHECK(cusolverSpDestroyCsrqrInfo(qr));                                                                            \
    csrcholInfoHost_t chol_host;                                                                                      \
    CHECK(cusolverSpCreateCsrcholInfoHost(&chol_host));                                                               \
    CHECK(cusolverSpXcsrcholAnalysisHost(h, n, nnz, d, p, c, chol_host));                                             \
    CHECK(cusolverSp##X##csrcholBufferInfoHost(h, n, nnz, d, v, p, c, chol_host, &inner, &work));                     \
    CHECK(cusolverSp##X##csrcholFactorHost(h, n, nnz, d, v, p, c, chol_host, buffer.data()));                         \
    CHECK(cusolverSp##X##csrcholZeroPivotHost(h, chol_host, R(1e-6), &zero));                                         \
    EXPECT(zero == -1);                                                                                               \
    CHECK(cusolverSp##X##csrcholSolveHost(h, n, (V*)b.data(), (V*)x.data(), chol_host, buffer.data()));               \
    expect(__LINE__, x, wanted);                                                                                      \
    CHECK(cusolverSpDestroyCsrcholInfoHost(chol_host));                                                               \
    csrcholInfo_t chol;                                                                                               \
    CHECK(cusolverSpCreateCsrcholInfo(&chol));                                                                        \
    CHECK(cusolverSpXcsrcholAnalysis(h, n, nnz, d, dp, dc, chol));                                                    \
    CHECK(cusolverSp##X##csrcholBufferInfo(h, n, nnz, d, dv, dp, dc, chol, &inner, &work));                           \
    CHECK(cusolverSp##X##csrcholFactor(h, n, nnz, d, dv, dp, dc, chol, device_buffer));                               \
    CHECK(cusolverSp##X##csrcholZeroPivot(h, chol, R(1e-6), &zero));                                                  \
    EXPECT(zero == -1);                                                                                               \
    CHECK(cusolverSp##X##csrcholSolve(h, n, db, (V*)dx, chol, device_buffer));                                        \
    expect(__LINE__, host(dx, n), wanted);                                                                            \
    R* const diagonal = device(std::vector<R>(n));                                                                    \
    CHECK(cusolverSp##X##csrcholDiag(h, chol, diagonal));                                                             \
    EXPECT(host(diagonal, n)[0] == 2);                                                                                \
    CHECK(cusolverSpDestroyCsrcholInfo(chol));                                                                        \
  }
SOLVERS(S, float, float, float)
SOLVERS(D, double, double, double)
SOLVERS(C, cuComplex, std::complex<float>, float)
SOLVERS(Z, cuDoubleComplex, Complex, double)

template <class V, class T>
static void solve_all(cusolverSpHandle_t handle, cusparseMatDescr_t descriptor) {
  make(std::is_same_v<V, T> ? 0 : 0.5);
  std::vector<T> values, wanted, b(n);
  for (const Complex& value : matrix) values.push_back(number<T>(value));
  for (int i = 0; i < n; ++i) wanted.push_back(number<T>({i + 1.0, 2.0 - i}));
  for (int row = 0; row < n; ++row) {
    for (int at = offsets[row] - base; at < offsets[row + 1] - base; ++at) b[row] += values[at] * wanted[columns[at] - base];
  }
  auto* const device_values = (V*)device(values);
  auto* const device_b = (V*)device(b);
  auto* const device_x = device(std::vector<T>(n));
  int *const device_offsets = device(offsets), *const device_columns = device(columns);
  each_solver((V*)nullptr, [&](auto* function, bool on_device) {
    for (int order = 0; order < 4; ++order) {
      std::vector<T> x(n);
      int singularity = 7;
      if (on_device) {
        CHECK(function(handle, n, nnz, descriptor, device_values, device_offsets, device_columns, device_b, 1e-6, order, (V*)device_x, &singularity));
        x = host(device_x, n);
      } else {
        CHECK(function(handle, n, nnz, descriptor, (V*)values.data(), offsets.data(), columns.data(), (V*)b.data(), 1e-6, order, (V*)x.data(), &singularity));
      }
      EXPECT(singularity == -1);
      expect(__LINE__, x, wanted);
    }
  });
  steps((V*)nullptr, handle, descriptor, values, b, wanted);
}

// Which column is the first without a pivot.
static void singular(cusolverSpHandle_t handle, cusparseMatDescr_t descriptor) {
  const int rows[] = {1, 3, 5, 6}, places[] = {1, 2, 1, 2, 3};
  const double b[] = {1, 1, 1};
  double values[] = {1, 2, 2, 4, 1}, x[3];
  int where;
  CHECK(cusolverSpDcsrlsvluHost(handle, 3, 5, descriptor, values, rows, places, b, 1e-12, 0, x, &where));
  EXPECT(where == 1);
  CHECK(cusolverSpDcsrlsvqrHost(handle, 3, 5, descriptor, values, rows, places, b, 1e-12, 0, x, &where));
  EXPECT(where == 1);
  CHECK(cusolverSpDcsrlsvcholHost(handle, 3, 5, descriptor, values, rows, places, b, 1e-12, 0, x, &where));
  EXPECT(where == 1);
  values[3] = 5, values[4] = -1;  // Positive up to the last.
  CHECK(cusolverSpDcsrlsvcholHost(handle, 3, 5, descriptor, values, rows, places, b, 1e-12, 0, x, &where));
  EXPECT(where == 2);
}

// A path 0 - 3 - 1 - 4 - 2 becomes a band, or another order of all that is one.
static void orders(cusolverSpHandle_t handle, cusparseMatDescr_t descriptor) {
  const int rows[] = {1, 3, 6, 8, 11, 14}, places[] = {1, 4, 2, 4, 5, 3, 5, 1, 2, 4, 2, 3, 5};
  int order[n], symmetric = 7, matched = 7;
  const auto is_order = [&] {
    std::vector<int> sorted(order, order + n);
    std::sort(sorted.begin(), sorted.end());
    return sorted == std::vector<int>{0, 1, 2, 3, 4};
  };
  CHECK(cusolverSpXcsrissymHost(handle, n, nnz, descriptor, rows, rows + 1, places, &symmetric));
  EXPECT(symmetric == 1);
  CHECK(cusolverSpXcsrsymmdqHost(handle, n, nnz, descriptor, rows, places, order));
  EXPECT(is_order());
  CHECK(cusolverSpXcsrsymamdHost(handle, n, nnz, descriptor, rows, places, order));
  EXPECT(is_order());
  CHECK(cusolverSpXcsrmetisndHost(handle, n, nnz, descriptor, rows, places, nullptr, order));
  EXPECT(is_order());
  CHECK(cusolverSpXcsrsymrcmHost(handle, n, nnz, descriptor, rows, places, order));
  EXPECT(is_order());
  std::vector<int> permuted_rows(rows, rows + n + 1), permuted(places, places + nnz), map(nnz);
  for (int i = 0; i < nnz; ++i) map[i] = i;
  size_t bytes;
  CHECK(cusolverSpXcsrperm_bufferSizeHost(handle, n, n, nnz, descriptor, rows, places, order, order, &bytes));
  std::vector<char> buffer(bytes);
  CHECK(cusolverSpXcsrpermHost(handle, n, n, nnz, descriptor, permuted_rows.data(), permuted.data(), order, order, map.data(), buffer.data()));
  make(0);
  EXPECT(permuted_rows == offsets && permuted == columns);
  for (int row = 0; row < n; ++row) {
    for (int at = permuted_rows[row] - 1; at < permuted_rows[row + 1] - 1; ++at) {
      EXPECT(places[map[at]] - 1 == order[permuted[at] - 1]);
    }
  }
  const int shifted_rows[] = {1, 2, 3, 4}, shifted[] = {2, 3, 1};  // Row i has column i + 1.
  const double ones[] = {1, 1, 1};
  CHECK(cusolverSpDcsrzfdHost(handle, 3, 3, descriptor, ones, shifted_rows, shifted, order, &matched));
  EXPECT(matched == 3 && order[0] == 2 && order[1] == 0 && order[2] == 1);
}

// P A Q' = L U of a matrix whose first pivot is zero; then the same with other values.
static void refactor(cusolverSpHandle_t handle, cusparseMatDescr_t from_one) {
  int rows[] = {0, 1, 3, 5}, places[] = {1, 0, 1, 1, 2};
  double values[] = {2, 3, 1, 1, 4};  // 0 2 0, 3 1 0, 0 1 4
  cusparseMatDescr_t descriptor;
  CHECK(cusparseCreateMatDescr(&descriptor));
  csrluInfoHost_t lu;
  CHECK(cusolverSpCreateCsrluInfoHost(&lu));
  char buffer[64];
  CHECK(cusolverSpXcsrluAnalysisHost(handle, 3, 5, descriptor, rows, places, lu));
  CHECK(cusolverSpDcsrluFactorHost(handle, 3, 5, descriptor, values, rows, places, lu, 1, buffer));
  int lower = 7, upper = 7;
  CHECK(cusolverSpXcsrluNnzHost(handle, &lower, &upper, lu));
  EXPECT(lower == 1 && upper == 4);
  int p[3], q[3], lower_rows[4], lower_places[4], upper_rows[4], upper_places[4];
  double lower_values[4], upper_values[4];
  CHECK(cusolverSpDcsrluExtractHost(handle, p, q, descriptor, lower_values, lower_rows, lower_places, from_one, upper_values, upper_rows, upper_places, lu, buffer));
  EXPECT(p[0] == 1 && p[1] == 0 && p[2] == 2 && q[0] == 0 && q[1] == 1 && q[2] == 2);
  EXPECT(lower_rows[3] == 1 && lower_places[0] == 1 && lower_values[0] == 0.5);
  EXPECT(upper_rows[0] == 1 && upper_places[0] == 1 && upper_values[0] == 3 && upper_values[1] == 1 && upper_values[2] == 2);
  CHECK(cusolverSpDcsrluExtractHost(handle, p, q, descriptor, lower_values, lower_rows, lower_places, descriptor, upper_values, upper_rows, upper_places, lu, buffer));
  CHECK(cusolverSpDestroyCsrluInfoHost(lu));
  cusolverRfHandle_t factors;
  CHECK(cusolverRfCreate(&factors));
  CHECK(cusolverRfSetNumericProperties(factors, 0, 0));
  CHECK(cusolverRfSetAlgs(factors, CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_TRIANGULAR_SOLVE_ALG1));
  CHECK(cusolverRfSetMatrixFormat(factors, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L));
  CHECK(cusolverRfSetResetValuesFastMode(factors, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON));
  CHECK(cusolverRfSetupHost(3, 5, rows, places, values, lower, lower_rows, lower_places, lower_values, upper, upper_rows, upper_places, upper_values, p, q, factors));
  CHECK(cusolverRfAnalyze(factors));
  double* const work = device(std::vector<double>(3));
  int *const device_p = device(std::vector<int>(p, p + 3)), *const device_q = device(std::vector<int>(q, q + 3));
  for (const double factor : {1.0, 2.0}) {
    std::vector<double> other(values, values + 5);
    for (double& value : other) value *= factor;
    CHECK(cusolverRfResetValues(3, 5, device(std::vector<int>(rows, rows + 4)), device(std::vector<int>(places, places + 5)), device(other), device_p, device_q, factors));
    CHECK(cusolverRfRefactor(factors));
    double* const x = device(std::vector<double>{4 * factor, 5 * factor, 14 * factor});  // Of 1, 2, 3.
    CHECK(cusolverRfSolve(factors, device_p, device_q, 1, work, 3, x, 3));
    const auto got = host(x, 3);
    EXPECT(std::abs(got[0] - 1) + std::abs(got[1] - 2) + std::abs(got[2] - 3) < 1e-12);
  }
  CHECK(cusolverRfDestroy(factors));
}

int main() {
  cusolverSpHandle_t handle;
  cusparseMatDescr_t descriptor;
  CHECK(cusolverSpCreate(&handle));
  CHECK(cusparseCreateMatDescr(&descriptor));
  CHECK(cusparseSetMatIndexBase(descriptor, CUSPARSE_INDEX_BASE_ONE));
  solve_all<float, float>(handle, descriptor);
  solve_all<double, double>(handle, descriptor);
  solve_all<cuComplex, std::complex<float>>(handle, descriptor);
  solve_all<cuDoubleComplex, Complex>(handle, descriptor);
  singular(handle, descriptor);
  orders(handle, descriptor);
  refactor(handle, descriptor);
  CHECK(cusolverSpDestroy(handle));
  if (right) printf("all right\n");
}
