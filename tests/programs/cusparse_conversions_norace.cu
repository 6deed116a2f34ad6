// Conversions between dense and sparse matrices and between formats, sorting, sums, and operations on vectors.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcusparse
#include <cusparse.h>

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

template <class T>
static T* room(size_t count) {
  T* memory;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

template <class T>
static void expect(const char* what, const T* memory, const std::vector<T>& wanted) {
  std::vector<T> got(wanted.size());
  cudaMemcpy(got.data(), memory, got.size() * sizeof(T), cudaMemcpyDeviceToHost);
  if (got == wanted) return;
  printf("%s:", what);
  for (const T value : got) printf(" %g", double(value));
  printf("\n");
  right = false;
}

static const auto kIndex = CUSPARSE_INDEX_32I;
static const auto kZero = CUSPARSE_INDEX_BASE_ZERO, kOne = CUSPARSE_INDEX_BASE_ONE;

int main() {
  nothing<<<1, 1>>>();
  cusparseHandle_t handle;
  CHECK(cusparseCreate(&handle));
  size_t bytes;
  void* buffer = room<char>(64);

  // 3 by 4: 1 . 2 . / . . . . / . 3 . 4
  const std::vector<float> dense = {1, 0, 2, 0, 0, 0, 0, 0, 0, 3, 0, 4};
  cusparseDnMatDescr_t matrix, back;
  cusparseSpMatDescr_t sparse;
  int *offsets = room<int>(4), *columns = room<int>(4);
  float *values = room<float>(4), *again = room<float>(12);
  CHECK(cusparseCreateDnMat(&matrix, 3, 4, 4, device(dense), CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseCreateCsr(&sparse, 3, 4, 0, offsets, nullptr, nullptr, kIndex, kIndex, kOne, CUDA_R_32F));
  CHECK(cusparseDenseToSparse_bufferSize(handle, matrix, sparse, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
  CHECK(cusparseDenseToSparse_analysis(handle, matrix, sparse, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  int64_t rows, cols, nonzeros;
  CHECK(cusparseSpMatGetSize(sparse, &rows, &cols, &nonzeros));
  if (rows != 3 || cols != 4 || nonzeros != 4) right = false;
  CHECK(cusparseCsrSetPointers(sparse, offsets, columns, values));
  CHECK(cusparseDenseToSparse_convert(handle, matrix, sparse, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  expect("offsets", offsets, {1, 3, 3, 5});
  expect("columns", columns, {1, 3, 2, 4});
  expect("values", values, {1, 2, 3, 4});
  CHECK(cusparseCreateDnMat(&back, 3, 4, 3, again, CUDA_R_32F, CUSPARSE_ORDER_COL));
  CHECK(cusparseSparseToDense(handle, sparse, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
  expect("dense", again, {1, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 4});

  // Blocks of 2 of a matrix of 2 by 4, of which the second is there; the first was never written.
  cusparseSpMatDescr_t blocked;
  cusparseDnMatDescr_t half_written;
  float *wide = room<float>(8), *block = room<float>(4);
  cudaMemcpy(wide + 4, device<float>({5, 6, 7, 8}), 4 * sizeof(float), cudaMemcpyDeviceToDevice);
  CHECK(cusparseCreateDnMat(&half_written, 2, 4, 2, wide, CUDA_R_32F, CUSPARSE_ORDER_COL));
  CHECK(cusparseCreateBlockedEll(&blocked, 2, 4, 2, 2, device<int>({1}), block, kIndex, kZero, CUDA_R_32F));
  CHECK(cusparseDenseToSparse_analysis(handle, half_written, blocked, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  CHECK(cusparseDenseToSparse_convert(handle, half_written, blocked, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  expect("blocks", block, {5, 7, 6, 8});

  int *column_offsets = room<int>(5), *row_indices = room<int>(4), *row_list = room<int>(4), *offsets_again = room<int>(4);
  float* by_columns = room<float>(4);
  CHECK(cusparseCsr2cscEx2(handle, 3, 4, 4, values, offsets, columns, by_columns, column_offsets, row_indices, CUDA_R_32F,
                           CUSPARSE_ACTION_NUMERIC, kOne, CUSPARSE_CSR2CSC_ALG1, buffer));
  expect("csc offsets", column_offsets, {1, 2, 3, 4, 5});
  expect("csc rows", row_indices, {1, 3, 1, 3});
  expect("csc values", by_columns, {1, 3, 2, 4});
  CHECK(cusparseXcsr2coo(handle, offsets, 4, 3, row_list, kOne));
  expect("csr2coo", row_list, {1, 1, 3, 3});
  CHECK(cusparseXcoo2csr(handle, row_list, 4, 3, offsets_again, kOne));
  expect("coo2csr", offsets_again, {1, 3, 3, 5});

  int *unsorted_rows = device<int>({2, 0, 1, 0}), *unsorted_columns = device<int>({1, 3, 0, 2}), *order = room<int>(4);
  CHECK(cusparseCreateIdentityPermutation(handle, 4, order));
  CHECK(cusparseXcoosort_bufferSizeExt(handle, 3, 4, 4, unsorted_rows, unsorted_columns, &bytes));
  CHECK(cusparseXcoosortByRow(handle, 3, 4, 4, unsorted_rows, unsorted_columns, order, buffer));
  expect("rows", unsorted_rows, {0, 0, 1, 2});
  expect("columns", unsorted_columns, {2, 3, 0, 1});
  expect("order", order, {3, 1, 2, 0});
  CHECK(cusparseXcoosortByColumn(handle, 3, 4, 4, unsorted_rows, unsorted_columns, nullptr, buffer));
  expect("by column", unsorted_columns, {0, 1, 2, 3});

  // A + 2 B, with B: . . 5 . / 6 . . . / . . . 7
  cusparseMatDescr_t descriptor;
  CHECK(cusparseCreateMatDescr(&descriptor));
  CHECK(cusparseSetMatIndexBase(descriptor, kOne));
  int* offsets_b = device<int>({1, 2, 3, 4});
  int* columns_b = device<int>({3, 1, 4});
  float* values_b = device<float>({5, 6, 7});
  const float one = 1, two = 2;
  int *offsets_c = room<int>(4), *columns_c = room<int>(5), total = 0;
  float* values_c = room<float>(5);
  CHECK(cusparseXcsrgeam2Nnz(handle, 3, 4, descriptor, 4, offsets, columns, descriptor, 3, offsets_b, columns_b, descriptor,
                             offsets_c, &total, buffer));
  if (total != 5) right = false, printf("total %d\n", total);
  CHECK(cusparseScsrgeam2(handle, 3, 4, &one, descriptor, 4, values, offsets, columns, &two, descriptor, 3, values_b,
                          offsets_b, columns_b, descriptor, values_c, offsets_c, columns_c, buffer));
  expect("sum offsets", offsets_c, {1, 3, 4, 6});
  expect("sum columns", columns_c, {1, 3, 1, 2, 4});
  expect("sum values", values_c, {1, 12, 12, 3, 18});
  int *permutation = device<int>({0, 1, 2, 3}), *shuffled = device<int>({3, 1, 4, 2});
  CHECK(cusparseXcsrsort(handle, 3, 4, 4, descriptor, offsets, shuffled, permutation, buffer));
  expect("sorted", shuffled, {1, 3, 2, 4});
  expect("permutation", permutation, {1, 0, 3, 2});
  CHECK(cusparseDestroyMatDescr(descriptor));

  // x has elements 1 and 3.
  cusparseSpVecDescr_t x;
  cusparseDnVecDescr_t y;
  float *some = device<float>({10, 20}), *all = device<float>({1, 2, 3, 4, 5}), result = 0;
  CHECK(cusparseCreateSpVec(&x, 5, 2, device<int>({1, 3}), some, kIndex, kZero, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&y, 5, all, CUDA_R_32F));
  CHECK(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, x, y, &result, CUDA_R_32F, buffer));
  if (result != 100) right = false, printf("SpVV %g\n", result);
  // A graph writes the result when it is launched.
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t launchable;
  cudaStreamCreate(&stream);
  cudaDeviceSynchronize();
  CHECK(cusparseSetStream(handle, stream));
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  result = 0;
  CHECK(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, x, y, &result, CUDA_R_32F, buffer));
  cudaStreamEndCapture(stream, &graph);
  if (result != 0) right = false;
  cudaGraphInstantiate(&launchable, graph, 0);
  cudaGraphLaunch(launchable, stream);
  cudaStreamSynchronize(stream);
  if (result != 100) right = false, printf("SpVV in a graph %g\n", result);
  CHECK(cusparseSetStream(handle, nullptr));
  CHECK(cusparseAxpby(handle, &two, x, &one, y));
  expect("Axpby", all, {1, 22, 3, 44, 5});
  CHECK(cusparseGather(handle, y, x));
  expect("Gather", some, {22, 44});
  CHECK(cusparseAxpby(handle, &one, x, &two, y));
  CHECK(cusparseScatter(handle, x, y));
  expect("Scatter", all, {2, 22, 6, 44, 10});
  float zero = 0;
  CHECK(cusparseRot(handle, &zero, &one, x, y));
  expect("Rot", all, {2, -22, 6, -44, 10});
  CHECK(cusparseDestroySpVec(x));
  CHECK(cusparseDestroyDnVec(y));
  CHECK(cusparseDestroy(handle));
  if (right) printf("all right\n");
}
