// Triangular systems, and those of three diagonals, whose right-hand sides are made from known solutions.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcusparse
#include <cusparse.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void nothing() {}

static bool right = true;

#define CHECK(call) \
  if (const int status = (call); status != 0) right = false, printf("%s: %d\n", #call, status)

template <class T>
static T* device(const std::vector<T>& values) {
  T* memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

static void expect(const char* what, const double* memory, const std::vector<double>& wanted) {
  std::vector<double> got(wanted.size());
  cudaMemcpy(got.data(), memory, got.size() * sizeof(double), cudaMemcpyDeviceToHost);
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (std::abs(got[i] - wanted[i]) < 1e-9) continue;
    printf("%s: element %zu is %g, not %g\n", what, i, got[i], wanted[i]);
    right = false;
    return;
  }
}

constexpr int n = 6;

// A full matrix, of which one triangle counts.
static double element(int row, int column) { return row == column ? row + 2 : (row * 5 + column * 3) % 4; }

static void triangle(cusparseHandle_t handle, cusparseOperation_t operation, cusparseFillMode_t fill, cusparseDiagType_t diagonal) {
  std::vector<int> offsets, columns;
  std::vector<double> values, x(2 * n), b(2 * n);
  for (int row = 0; row < n; ++row) {
    offsets.push_back(row * n);
    for (int column = 0; column < n; ++column) {
      columns.push_back(column);
      values.push_back(element(row, column));
    }
  }
  offsets.push_back(n * n);
  for (int i = 0; i < 2 * n; ++i) x[i] = i % 4 + 1;
  const double alpha = 2;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      const bool turned = operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
      const int i = turned ? column : row, j = turned ? row : column;
      const bool there = fill == CUSPARSE_FILL_MODE_LOWER ? i > j : i < j;
      const double value = i == j ? diagonal == CUSPARSE_DIAG_TYPE_UNIT ? 1 : element(i, j) : there ? element(i, j) : 0;
      for (int k = 0; k < 2; ++k) b[k * n + row] += value * x[k * n + column] / alpha;
    }
  }
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t from, to;
  cusparseDnMatDescr_t from_all, to_all;
  double *right_side = device(b), *solution;
  cudaMalloc(&solution, 2 * n * sizeof(double));
  const auto index = CUSPARSE_INDEX_32I;
  CHECK(cusparseCreateCsr(&a, n, n, n * n, device(offsets), device(columns), device(values), index, index, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)));
  CHECK(cusparseCreateDnVec(&from, n, right_side, CUDA_R_64F));
  CHECK(cusparseCreateDnVec(&to, n, solution, CUDA_R_64F));
  cusparseSpSVDescr_t descriptor;
  size_t bytes;
  void* buffer;
  CHECK(cusparseSpSV_createDescr(&descriptor));
  const auto algorithm = CUSPARSE_SPSV_ALG_DEFAULT;
  CHECK(cusparseSpSV_bufferSize(handle, operation, &alpha, a, from, to, CUDA_R_64F, algorithm, descriptor, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseSpSV_analysis(handle, operation, &alpha, a, from, to, CUDA_R_64F, algorithm, descriptor, buffer));
  CHECK(cusparseSpSV_solve(handle, operation, &alpha, a, from, to, CUDA_R_64F, algorithm, descriptor));
  CHECK(cusparseSpSV_destroyDescr(descriptor));
  expect("SpSV", solution, {x.begin(), x.begin() + n});

  cusparseSpSMDescr_t all;
  CHECK(cusparseCreateDnMat(&from_all, n, 2, n, right_side, CUDA_R_64F, CUSPARSE_ORDER_COL));
  CHECK(cusparseCreateDnMat(&to_all, n, 2, n, solution, CUDA_R_64F, CUSPARSE_ORDER_COL));
  CHECK(cusparseSpSM_createDescr(&all));
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto algorithm_all = CUSPARSE_SPSM_ALG_DEFAULT;
  CHECK(cusparseSpSM_bufferSize(handle, operation, none, &alpha, a, from_all, to_all, CUDA_R_64F, algorithm_all, all, &bytes));
  CHECK(cusparseSpSM_analysis(handle, operation, none, &alpha, a, from_all, to_all, CUDA_R_64F, algorithm_all, all, buffer));
  CHECK(cusparseSpSM_solve(handle, operation, none, &alpha, a, from_all, to_all, CUDA_R_64F, algorithm_all, all));
  CHECK(cusparseSpSM_destroyDescr(all));
  expect("SpSM", solution, x);
}

// The second matrix needs pivots: its diagonal is 0 in places.
static void three_diagonals(cusparseHandle_t handle) {
  std::vector<double> dl(2 * n), d(2 * n), du(2 * n), x(2 * n), b(2 * n), shared(2 * n);
  for (int i = 0; i < 2 * n; ++i) {
    d[i] = i < n ? 5 + i : i % 2;
    dl[i] = i % n == 0 ? 0 : 1 + i % 3;
    du[i] = i % n == n - 1 ? 0 : 2 - i % 2;
    x[i] = i % 5 + 1;
  }
  for (int k = 0; k < 2; ++k) {
    for (int i = 0; i < n; ++i) {
      const auto product = [&](int matrix) {
        const int at = matrix * n + i;
        return d[at] * x[k * n + i] + (i > 0 ? dl[at] * x[k * n + i - 1] : 0) + (i + 1 < n ? du[at] * x[k * n + i + 1] : 0);
      };
      b[k * n + i] = product(k);
      shared[k * n + i] = product(0);
    }
  }
  const double *below = device(dl), *middle = device(d), *above = device(du);
  double *all = device(b), *columns = device(shared);
  size_t bytes;
  void* buffer;
  CHECK(cusparseDgtsv2StridedBatch_bufferSizeExt(handle, n, below, middle, above, all, 2, n, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseDgtsv2StridedBatch(handle, n, below, middle, above, all, 2, n, buffer));
  expect("gtsv2StridedBatch", all, x);
  CHECK(cusparseDgtsv2_bufferSizeExt(handle, n, 2, below, middle, above, columns, n, &bytes));
  CHECK(cusparseDgtsv2(handle, n, 2, below, middle, above, columns, n, buffer));
  expect("gtsv2", columns, x);
}

int main() {
  nothing<<<1, 1>>>();
  cusparseHandle_t handle;
  CHECK(cusparseCreate(&handle));
  for (const auto operation : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
    for (const auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER}) {
      triangle(handle, operation, fill, CUSPARSE_DIAG_TYPE_NON_UNIT);
      triangle(handle, operation, fill, CUSPARSE_DIAG_TYPE_UNIT);
    }
  }
  three_diagonals(handle);
  CHECK(cusparseDestroy(handle));
  if (right) printf("all right\n");
}
