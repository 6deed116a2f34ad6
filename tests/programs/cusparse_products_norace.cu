// Products of cuSPARSE against loops over dense matrices: formats, transposes, bases, types of indices and numbers.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcusparse
#include <cuda_fp16.h>
#include <cusparse.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

__global__ void nothing() {}

static bool right = true;

#define CHECK(call) \
  if (const int status = (call); status != 0) right = false, printf("%s: %d\n", #call, status)

using Complex = std::complex<double>;
constexpr int kRows = 5, kColumns = 7, kWide = 3;

template <class T>
static T* device(const std::vector<T>& values) {
  T* memory;
  cudaMalloc(&memory, values.size() * sizeof(T) + 1);
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

template <class T>
static std::vector<T> host(const T* memory, size_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

static void expect(const char* what, size_t i, Complex got, Complex wanted) {
  if (std::abs(got - wanted) < 1e-3) return;
  printf("%s: element %zu is %g + %gi, not %g + %gi\n", what, i, got.real(), got.imag(), wanted.real(), wanted.imag());
  right = false;
}

template <class T>
static T number(int i) {
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    return T(i % 5 + 1, i % 3 - 1);
  } else {
    return T(float(i % 7 - 2));
  }
}

template <class T>
static Complex plain(T value) {
  if constexpr (std::is_same_v<T, __half>) return Complex(__half2float(value));
  else return Complex(value);
}

template <class T>
constexpr cudaDataType type_of() {
  if (std::is_same_v<T, float>) return CUDA_R_32F;
  if (std::is_same_v<T, double>) return CUDA_R_64F;
  if (std::is_same_v<T, __half>) return CUDA_R_16F;
  return std::is_same_v<T, std::complex<float>> ? CUDA_C_32F : CUDA_C_64F;
}

// Where a matrix has elements: row 2 has none.
static bool is_there(int row, int column) { return row != 2 && (row * 3 + column * 5) % 4 == 0; }

template <class T, class Index>
struct Matrix {
  std::vector<Complex> dense = std::vector<Complex>(kRows * kColumns);
  cusparseSpMatDescr_t descriptor;
  int nonzeros = 0;

  Matrix(cusparseFormat_t format, int base) {
    std::vector<Index> first, second, offsets;
    std::vector<T> values;
    const bool by_columns = format == CUSPARSE_FORMAT_CSC;
    const int lines = by_columns ? kColumns : kRows, across = by_columns ? kRows : kColumns;
    for (int line = 0; line < lines; ++line) {
      offsets.push_back(Index(values.size()) + base);
      for (int i = 0; i < across; ++i) {
        const int row = by_columns ? i : line, column = by_columns ? line : i;
        if (!is_there(row, column)) continue;
        first.push_back(line + base);
        second.push_back(i + base);
        values.push_back(number<T>(row * kColumns + column));
        dense[row * kColumns + column] = plain(values.back());
      }
    }
    offsets.push_back(Index(values.size()) + base);
    nonzeros = int(values.size());
    const auto index = sizeof(Index) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
    const auto from = cusparseIndexBase_t(base);
    const cudaDataType type = type_of<T>();
    if (format == CUSPARSE_FORMAT_COO) {
      CHECK(cusparseCreateCoo(&descriptor, kRows, kColumns, nonzeros, device(first), device(second), device(values), index, from, type));
    } else if (by_columns) {
      CHECK(cusparseCreateCsc(&descriptor, kRows, kColumns, nonzeros, device(offsets), device(second), device(values), index, index, from, type));
    } else {
      CHECK(cusparseCreateCsr(&descriptor, kRows, kColumns, nonzeros, device(offsets), device(second), device(values), index, index, from, type));
    }
  }
  Complex at(cusparseOperation_t operation, int row, int column) const {
    if (operation == CUSPARSE_OPERATION_NON_TRANSPOSE) return dense[row * kColumns + column];
    const Complex value = dense[column * kColumns + row];
    return operation == CUSPARSE_OPERATION_TRANSPOSE ? value : std::conj(value);
  }
  ~Matrix() { CHECK(cusparseDestroySpMat(descriptor)); }
};

// T: of the elements; W: of alpha and beta.
template <class T, class W, class Index>
static void products(cusparseHandle_t handle, cusparseFormat_t format, cusparseOperation_t operation, int base, bool beta_is_0) {
  const Matrix<T, Index> a(format, base);
  const bool turned = operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int rows = turned ? kColumns : kRows, inner = turned ? kRows : kColumns;
  const W alpha = W(2), beta = W(beta_is_0 ? 0 : 3);
  std::vector<T> x, y(rows), b, c(rows * kWide);
  for (int i = 0; i < inner; ++i) x.push_back(number<T>(i + 3));
  for (int i = 0; i < inner * kWide; ++i) b.push_back(number<T>(i + 1));
  for (int i = 0; i < rows; ++i) y[i] = number<T>(i);
  for (int i = 0; i < rows * kWide; ++i) c[i] = number<T>(i);
  T *device_y = device(y), *device_c = device(c);
  cusparseDnVecDescr_t vector_x, vector_y;
  CHECK(cusparseCreateDnVec(&vector_x, inner, device(x), type_of<T>()));
  CHECK(cusparseCreateDnVec(&vector_y, rows, device_y, type_of<T>()));
  size_t bytes;
  void* buffer;
  CHECK(cusparseSpMV_bufferSize(handle, operation, &alpha, a.descriptor, vector_x, &beta, vector_y, type_of<W>(), CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseSpMV(handle, operation, &alpha, a.descriptor, vector_x, &beta, vector_y, type_of<W>(), CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  const auto got = host(device_y, rows);
  for (int i = 0; i < rows; ++i) {
    Complex sum = Complex(beta) * plain(y[i]);
    for (int k = 0; k < inner; ++k) sum += Complex(alpha) * a.at(operation, i, k) * plain(x[k]);
    expect("SpMV", i, plain(got[i]), sum);
  }
  // B by rows, C by columns.
  cusparseDnMatDescr_t matrix_b, matrix_c;
  CHECK(cusparseCreateDnMat(&matrix_b, inner, kWide, kWide, device(b), type_of<T>(), CUSPARSE_ORDER_ROW));
  CHECK(cusparseCreateDnMat(&matrix_c, rows, kWide, rows, device_c, type_of<T>(), CUSPARSE_ORDER_COL));
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  CHECK(cusparseSpMM_bufferSize(handle, operation, none, &alpha, a.descriptor, matrix_b, &beta, matrix_c, type_of<W>(), CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  CHECK(cusparseSpMM(handle, operation, none, &alpha, a.descriptor, matrix_b, &beta, matrix_c, type_of<W>(), CUSPARSE_SPMM_ALG_DEFAULT, buffer));
  const auto product = host(device_c, rows * kWide);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < kWide; ++j) {
      Complex sum = Complex(beta) * plain(c[j * rows + i]);
      for (int k = 0; k < inner; ++k) sum += Complex(alpha) * a.at(operation, i, k) * plain(b[k * kWide + j]);
      expect("SpMM", j * rows + i, plain(product[j * rows + i]), sum);
    }
  }
  CHECK(cusparseDestroyDnVec(vector_x));
  CHECK(cusparseDestroyDnVec(vector_y));
  CHECK(cusparseDestroyDnMat(matrix_b));
  CHECK(cusparseDestroyDnMat(matrix_c));
}

// Blocks of 2, one of which is not there.
static void blocks(cusparseHandle_t handle) {
  const std::vector<int> columns = {0, 2, 1, -1};
  std::vector<float> values, x = {1, 2, 3, 4, 5, 6};
  for (int i = 0; i < 16; ++i) values.push_back(i + 1);
  cusparseSpMatDescr_t a;
  cusparseDnMatDescr_t b, c;
  float* result;
  cudaMalloc(&result, 4 * sizeof(float));
  CHECK(cusparseCreateBlockedEll(&a, 4, 6, 2, 4, device(columns), device(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseCreateDnMat(&b, 6, 1, 6, device(x), CUDA_R_32F, CUSPARSE_ORDER_COL));
  CHECK(cusparseCreateDnMat(&c, 4, 1, 4, result, CUDA_R_32F, CUSPARSE_ORDER_COL));
  const float one = 1, zero = 0;
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  CHECK(cusparseSpMM(handle, none, none, &one, a, b, &zero, c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
  const auto got = host(result, 4);
  const float wanted[] = {1 * 1 + 2 * 2 + 3 * 5 + 4 * 6, 5 * 1 + 6 * 2 + 7 * 5 + 8 * 6, 9 * 3 + 10 * 4, 13 * 3 + 14 * 4};
  for (int i = 0; i < 4; ++i) expect("blocks", i, got[i], wanted[i]);
}

// A * B, both sparse; and the dense product where A has elements.
static void sparse_results(cusparseHandle_t handle) {
  const Matrix<double, int> a(CUSPARSE_FORMAT_CSR, 0);
  const std::vector<int> offsets = {0, 1, 1, 3, 4, 4, 5, 6}, columns = {2, 0, 1, 3, 1, 2};
  const std::vector<double> values = {1, 2, 3, 4, 5, 6};
  double dense[kColumns][4] = {};
  for (int row = 0; row < kColumns; ++row) {
    for (int i = offsets[row]; i < offsets[row + 1]; ++i) dense[row][columns[i]] = values[i];
  }
  int* offsets_c;
  cudaMalloc(&offsets_c, (kRows + 1) * sizeof(int));
  cusparseSpMatDescr_t b, c;
  const auto index = CUSPARSE_INDEX_32I;
  const auto zero_based = CUSPARSE_INDEX_BASE_ZERO;
  CHECK(cusparseCreateCsr(&b, kColumns, 4, 6, device(offsets), device(columns), device(values), index, index, zero_based, CUDA_R_64F));
  CHECK(cusparseCreateCsr(&c, kRows, 4, 0, offsets_c, nullptr, nullptr, index, index, zero_based, CUDA_R_64F));
  const double alpha = 2, beta = 0;
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseSpGEMMDescr_t descriptor;
  CHECK(cusparseSpGEMM_createDescr(&descriptor));
  size_t bytes1 = 0, bytes2 = 0;
  void *buffer1, *buffer2;
  CHECK(cusparseSpGEMM_workEstimation(handle, none, none, &alpha, a.descriptor, b, &beta, c, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, descriptor, &bytes1, nullptr));
  cudaMalloc(&buffer1, bytes1);
  CHECK(cusparseSpGEMM_workEstimation(handle, none, none, &alpha, a.descriptor, b, &beta, c, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, descriptor, &bytes1, buffer1));
  CHECK(cusparseSpGEMM_compute(handle, none, none, &alpha, a.descriptor, b, &beta, c, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, descriptor, &bytes2, nullptr));
  cudaMalloc(&buffer2, bytes2);
  CHECK(cusparseSpGEMM_compute(handle, none, none, &alpha, a.descriptor, b, &beta, c, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, descriptor, &bytes2, buffer2));
  int64_t rows, cols, nonzeros;
  CHECK(cusparseSpMatGetSize(c, &rows, &cols, &nonzeros));
  int* columns_c;
  double* values_c;
  cudaMalloc(&columns_c, nonzeros * sizeof(int));
  cudaMalloc(&values_c, nonzeros * sizeof(double));
  CHECK(cusparseCsrSetPointers(c, offsets_c, columns_c, values_c));
  CHECK(cusparseSpGEMM_copy(handle, none, none, &alpha, a.descriptor, b, &beta, c, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, descriptor));
  CHECK(cusparseSpGEMM_destroyDescr(descriptor));
  const auto got_offsets = host(offsets_c, kRows + 1), got_columns = host(columns_c, nonzeros);
  const auto got_values = host(values_c, nonzeros);
  double got[kRows][4] = {};
  for (int row = 0; row < kRows; ++row) {
    for (int i = got_offsets[row]; i < got_offsets[row + 1]; ++i) got[row][got_columns[i]] = got_values[i];
  }
  for (int row = 0; row < kRows; ++row) {
    for (int j = 0; j < 4; ++j) {
      Complex sum;
      for (int k = 0; k < kColumns; ++k) sum += alpha * a.at(none, row, k) * dense[k][j];
      expect("SpGEMM", row * 4 + j, got[row][j], sum);
    }
  }

  std::vector<double> left(kRows * 2), second(2 * kColumns);
  for (size_t i = 0; i < left.size(); ++i) left[i] = i + 1;
  for (size_t i = 0; i < second.size(); ++i) second[i] = i % 5;
  cusparseDnMatDescr_t matrix_a, matrix_b;
  CHECK(cusparseCreateDnMat(&matrix_a, kRows, 2, kRows, device(left), CUDA_R_64F, CUSPARSE_ORDER_COL));
  CHECK(cusparseCreateDnMat(&matrix_b, 2, kColumns, kColumns, device(second), CUDA_R_64F, CUSPARSE_ORDER_ROW));
  double* sampled;
  CHECK(cusparseSpMatGetValues(a.descriptor, reinterpret_cast<void**>(&sampled)));
  const auto before = host(sampled, a.nonzeros);
  const double three = 3;
  CHECK(cusparseSDDMM(handle, none, none, &alpha, matrix_a, matrix_b, &three, a.descriptor, CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT, buffer1));
  const auto after = host(sampled, a.nonzeros);
  int at = 0;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      if (!is_there(row, column)) continue;
      double sum = three * before[at];
      for (int k = 0; k < 2; ++k) sum += alpha * left[k * kRows + row] * second[k * kColumns + column];
      expect("SDDMM", at, after[at], sum);
      ++at;
    }
  }
}

int main() {
  nothing<<<1, 1>>>();
  cusparseHandle_t handle;
  CHECK(cusparseCreate(&handle));
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE, turned = CUSPARSE_OPERATION_TRANSPOSE;
  for (const auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
    products<float, float, int>(handle, format, none, 0, true);
    products<float, float, int>(handle, format, turned, 1, false);
    products<double, double, int64_t>(handle, format, none, 1, false);
  }
  products<std::complex<float>, std::complex<float>, int>(handle, CUSPARSE_FORMAT_CSR, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, 0, false);
  products<std::complex<double>, std::complex<double>, int>(handle, CUSPARSE_FORMAT_COO, none, 0, true);
  products<__half, float, int>(handle, CUSPARSE_FORMAT_CSR, none, 0, true);
  blocks(handle);
  sparse_results(handle);
  CHECK(cusparseDestroy(handle));
  if (right) printf("all right\n");
}
