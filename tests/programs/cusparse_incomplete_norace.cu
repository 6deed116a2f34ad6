// Incomplete factors: of a matrix of three diagonals they are the whole factors, whose product it is; of one with a
// corner more, what is not in the pattern is left out. A pivot that is zero, or missing, is told, and can be replaced.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcusparse
#include <cusparse.h>

#include <complex>
#include <cstdio>
#include <vector>

__global__ void nothing() {}

static bool right = true;

#define CHECK(condition) \
  if (!(condition)) right = false, std::printf("%s, line %d\n", #condition, __LINE__)

using Complex = std::complex<double>;
constexpr int n = 4;

/// Compressed rows on the device, counted from `base`.
template <class T>
struct Matrix {
  std::vector<int> offsets{0}, columns;
  std::vector<T> values;
  int *device_offsets, *device_columns, base;
  T* device_values;
  cusparseMatDescr_t descriptor;

  Matrix(const T (&dense)[n][n], const bool (&there)[n][n], int first) : base(first) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        if (!there[i][j]) continue;
        columns.push_back(j + base);
        values.push_back(dense[i][j]);
      }
      offsets.push_back((int)columns.size());
    }
    for (int& offset : offsets) offset += base;
    put(device_offsets, offsets), put(device_columns, columns), put(device_values, values);
    cusparseCreateMatDescr(&descriptor);
    cusparseSetMatIndexBase(descriptor, base == 1 ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO);
  }
  template <class V>
  static void put(V*& to, const std::vector<V>& from) {
    cudaMalloc(&to, from.size() * sizeof(V));
    cudaMemcpy(to, from.data(), from.size() * sizeof(V), cudaMemcpyHostToDevice);
  }
  [[nodiscard]] int count() const { return (int)columns.size(); }
  /// As they are now, 0 where there is none.
  [[nodiscard]] std::vector<T> dense() {
    cudaMemcpy(values.data(), device_values, values.size() * sizeof(T), cudaMemcpyDeviceToHost);
    std::vector<T> all(n * n);
    for (int i = 0; i < n; ++i) {
      for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) all[i * n + columns[k] - base] = values[k];
    }
    return all;
  }
};

constexpr bool kTridiagonal[n][n] = {{1, 1, 0, 0}, {1, 1, 1, 0}, {0, 1, 1, 1}, {0, 0, 1, 1}};
constexpr bool kCorner[n][n] = {{1, 1, 0, 1}, {1, 1, 1, 0}, {0, 1, 1, 1}, {1, 0, 1, 1}};

/// Each function with a matrix, and T as the API calls it in Api.
template <class T, class Api, class Info, class Bytes, class Analysis, class Factor>
static void factor(cusparseHandle_t handle, Matrix<T>& a, Info info, Bytes bytes, Analysis analysis, Factor function) {
  int size = 0;
  void* buffer;
  const auto call = [&](auto f, auto... more) {
    return f(handle, n, a.count(), a.descriptor, (Api*)a.device_values, a.device_offsets, a.device_columns, info, more...);
  };
  CHECK(call(bytes, &size) == CUSPARSE_STATUS_SUCCESS);
  cudaMalloc(&buffer, size);
  CHECK(call(analysis, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer) == CUSPARSE_STATUS_SUCCESS);
  CHECK(call(function, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer) == CUSPARSE_STATUS_SUCCESS);
  cudaFree(buffer);
}

/// That L times U, or times its own conjugate transpose, is the matrix where this has elements.
template <class T>
static void expect_product(const std::vector<T>& factors, const T (&dense)[n][n], const bool (&there)[n][n], bool cholesky) {
  const auto conjugate = [](T value) {
    if constexpr (std::is_same_v<T, Complex>) return std::conj(value);
    else return value;
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (!there[i][j] || (cholesky && j > i)) continue;
      T sum = 0;
      for (int k = 0; k <= (i < j ? i : j); ++k) {
        const T l = cholesky || k < i ? factors[i * n + k] : T(1);
        sum += l * (cholesky ? conjugate(factors[j * n + k]) : factors[k * n + j]);
      }
      CHECK(std::abs(sum - dense[i][j]) < 1e-5);
    }
  }
}

/// Of a dense matrix the elements that are not 0, by rows and by columns.
static void test_counts(cusparseHandle_t handle) {
  const double dense[6] = {1, 0, 0, 3, 4, 0};  // Two rows of a leading dimension of 2, three columns.
  double* matrix;
  int *each, counts[3], total = -1;
  cusparseMatDescr_t descriptor;
  cusparseCreateMatDescr(&descriptor);
  cudaMalloc(&matrix, sizeof dense);
  cudaMalloc(&each, 3 * sizeof *each);
  cudaMemcpy(matrix, dense, sizeof dense, cudaMemcpyHostToDevice);
  CHECK(cusparseDnnz(handle, CUSPARSE_DIRECTION_COLUMN, 2, 3, descriptor, matrix, 2, each, &total) == CUSPARSE_STATUS_SUCCESS);
  cudaMemcpy(counts, each, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  CHECK(total == 3 && counts[0] == 1 && counts[1] == 1 && counts[2] == 1);
  CHECK(cusparseDnnz(handle, CUSPARSE_DIRECTION_ROW, 2, 3, descriptor, matrix, 2, each, &total) == CUSPARSE_STATUS_SUCCESS);
  cudaMemcpy(counts, each, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  CHECK(total == 3 && counts[0] == 2 && counts[1] == 1);
}

int main() {
  nothing<<<1, 1>>>();
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  test_counts(handle);
  csrilu02Info_t lu;
  csric02Info_t cholesky;
  CHECK(cusparseCreateCsrilu02Info(&lu) == CUSPARSE_STATUS_SUCCESS);
  CHECK(cusparseCreateCsric02Info(&cholesky) == CUSPARSE_STATUS_SUCCESS);
  int zero = 7;

  const double real[n][n] = {{5, 1, 0, -1}, {2, 6, -2, 0}, {0, 3, 7, 1}, {1, 0, -2, 8}};
  for (const int base : {0, 1}) {
    for (const auto& pattern : {kTridiagonal, kCorner}) {
      Matrix<double> a(real, *(const bool (*)[n][n])pattern, base);
      factor<double, double>(handle, a, lu, cusparseDcsrilu02_bufferSize, cusparseDcsrilu02_analysis, cusparseDcsrilu02);
      expect_product(a.dense(), real, *(const bool (*)[n][n])pattern, false);
      CHECK(cusparseXcsrilu02_zeroPivot(handle, lu, &zero) == CUSPARSE_STATUS_SUCCESS && zero == -1);
    }
  }
  const Complex hermitian[n][n] = {{5, {1, 1}, 0, {0, -1}}, {{1, -1}, 6, {-2, 1}, 0}, {0, {-2, -1}, 7, 1}, {{0, 1}, 0, 1, 8}};
  for (const auto& pattern : {kTridiagonal, kCorner}) {
    Matrix<Complex> a(hermitian, *(const bool (*)[n][n])pattern, 0);
    factor<Complex, cuDoubleComplex>(handle, a, cholesky, cusparseZcsric02_bufferSize, cusparseZcsric02_analysis,
                                     cusparseZcsric02);
    const std::vector<Complex> factors = a.dense();
    expect_product(factors, hermitian, *(const bool (*)[n][n])pattern, true);
    CHECK(factors[1] == hermitian[0][1]);  // Above the diagonal nothing changes.
    CHECK(cusparseXcsric02_zeroPivot(handle, cholesky, &zero) == CUSPARSE_STATUS_SUCCESS && zero == -1);
  }

  // The second pivot becomes zero; counted from 1.
  const float singular[n][n] = {{1, 2, 0, 0}, {2, 4, 1, 0}, {0, 1, 3, 1}, {0, 0, 1, 2}};
  Matrix<float> a(singular, kTridiagonal, 1), boosted(singular, kTridiagonal, 1), gap(singular, kTridiagonal, 0);
  factor<float, float>(handle, a, lu, cusparseScsrilu02_bufferSize, cusparseScsrilu02_analysis, cusparseScsrilu02);
  CHECK(cusparseXcsrilu02_zeroPivot(handle, lu, &zero) == CUSPARSE_STATUS_ZERO_PIVOT && zero == 2);
  double tolerance = 1e-3;
  float value = 0.5f;
  CHECK(cusparseScsrilu02_numericBoost(handle, lu, 1, &tolerance, &value) == CUSPARSE_STATUS_SUCCESS);
  factor<float, float>(handle, boosted, lu, cusparseScsrilu02_bufferSize, cusparseScsrilu02_analysis, cusparseScsrilu02);
  CHECK(boosted.dense()[1 * n + 1] == 0.5f);
  CHECK(cusparseXcsrilu02_zeroPivot(handle, lu, &zero) == CUSPARSE_STATUS_SUCCESS && zero == -1);
  factor<float, float>(handle, gap, cholesky, cusparseScsric02_bufferSize, cusparseScsric02_analysis, cusparseScsric02);
  CHECK(cusparseXcsric02_zeroPivot(handle, cholesky, &zero) == CUSPARSE_STATUS_ZERO_PIVOT && zero == 1);

  cusparseDestroyCsrilu02Info(lu);
  cusparseDestroyCsric02Info(cholesky);
  cusparseDestroy(handle);
  std::puts(right ? "all right" : "wrong");
}
