// What is wrong with calls of cuSPARSE is told at their line: indices that are not within the matrix, arrays that are too small,
// sizes that do not fit, descriptors and handles that are not there; a stream that races; what was never written.
// FINDING: api-error error none none *@column message="cusparseSpMV: element 3 of its column indices is 4, not within 0 and 3"
// FINDING: api-error error none none *@offset message="cusparseSpMV: element 2 of its row offsets is 9, not within 2 and 4"
// FINDING: api-error error none none *@short message="cusparseSpMV: its vecX \(16 bytes\) goes 8 bytes past the end of the 8 bytes allocated at .*cusparse_arguments.cu"
// FINDING: api-error error none none *@size message="cusparseSpMV: the size of vecX is 2, op\(A\) has columns: 4"
// FINDING: api-error error none none *@host message="cusparseSpMV: its vecX \(16 bytes\) is not device memory"
// FINDING: api-error error none none *@alpha message="cusparseSpMV: alpha is null"
// FINDING: api-error error none none *@ld message="cusparseCreateDnMat: ld is 1, less than rows, which is 2"
// FINDING: api-error error none none *@type message="cusparseCreateDnVec with CUDA_C_16F is not supported by Fencepost; the call returned CUSPARSE_STATUS_NOT_SUPPORTED"
// FINDING: api-error error none none *@refused message="cusparseCreateSlicedEll is not supported"
// FINDING: api-error error none none *@descriptor message="cusparseSpMV: vecX is a descriptor that was never created, or was destroyed"
// FINDING: api-error error none none *@again message="cusparseDestroyDnVec: its argument is a descriptor that was never created, or was destroyed"
// FINDING: uninitialized-read error global none read@unwritten message="cusparseSpMV reads its vecX"
// FINDING: race error global stream write@product read@read object=y
// FINDING: api-error error none none *@twice message="cusparseDestroy: its handle was never created, or was destroyed"
// STDOUT: ^6 6 6 3 6 3 3 10 10 3 3 0 0 1 $
// COMPILE: -lcusparse
#include <cusparse.h>

#include <cstdio>
#include <vector>

__global__ void read(const float* y, float* out) {
  out[threadIdx.x] = y[threadIdx.x];  // @read
}

template <class T>
static T* device(const std::vector<T>& values) {
  T* memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

int main() {
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  const auto index = CUSPARSE_INDEX_32I;
  const auto zero_based = CUSPARSE_INDEX_BASE_ZERO;
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto csr = [&](std::vector<int> offsets, std::vector<int> columns) {
    cusparseSpMatDescr_t a;
    cusparseCreateCsr(&a, 2, 4, 4, device(offsets), device(columns), device<float>({1, 2, 3, 4}), index, index, zero_based,
                      CUDA_R_32F);
    return a;
  };
  const auto vector = [&](int64_t size, float* values) {
    cusparseDnVecDescr_t x;
    cusparseCreateDnVec(&x, size, values, CUDA_R_32F);
    return x;
  };
  float *y, *out, *unwritten, host[4] = {};
  cudaMalloc(&y, 2 * sizeof(float));
  cudaMalloc(&out, 2 * sizeof(float));
  cudaMalloc(&unwritten, 4 * sizeof(float));
  const auto right = csr({0, 2, 4}, {0, 1, 2, 3});
  const auto x = vector(4, device<float>({1, 2, 3, 4})), result = vector(2, y);
  const float one = 1, zero = 0;
  const auto real = CUDA_R_32F;
  const auto any = CUSPARSE_SPMV_ALG_DEFAULT;
  int status[14];
  status[0] = cusparseSpMV(handle, none, &one, csr({0, 2, 4}, {0, 1, 2, 4}), x, &zero, result, real, any, nullptr);  // @column
  status[1] = cusparseSpMV(handle, none, &one, csr({0, 2, 9}, {0, 1, 2, 3}), x, &zero, result, real, any, nullptr);  // @offset
  status[2] = cusparseSpMV(handle, none, &one, right, vector(4, device<float>({1, 2})), &zero, result, real, any, nullptr);  // @short
  status[3] = cusparseSpMV(handle, none, &one, right, result, &zero, result, real, any, nullptr);  // @size
  status[4] = cusparseSpMV(handle, none, &one, right, vector(4, host), &zero, result, real, any, nullptr);  // @host
  status[5] = cusparseSpMV(handle, none, nullptr, right, x, &zero, result, real, any, nullptr);  // @alpha
  cusparseDnMatDescr_t matrix;
  cusparseDnVecDescr_t half;
  cusparseSpMatDescr_t sliced;
  status[6] = cusparseCreateDnMat(&matrix, 2, 2, 1, y, real, CUSPARSE_ORDER_COL);  // @ld
  status[7] = cusparseCreateDnVec(&half, 2, y, CUDA_C_16F);  // @type
  status[8] = cusparseCreateSlicedEll(&sliced, 2, 2, 1, 1, 1, y, y, y, index, index, zero_based, real);  // @refused
  const auto gone = vector(4, out);
  cusparseDestroyDnVec(gone);
  status[9] = cusparseSpMV(handle, none, &one, right, gone, &zero, result, real, any, nullptr);  // @descriptor
  status[10] = cusparseDestroyDnVec(gone);  // @again
  status[11] = cusparseSpMV(handle, none, &one, right, vector(4, unwritten), &zero, result, real, any, nullptr);  // @unwritten
  // What no element of the matrix meets need not be written.
  cudaMemset(unwritten, 0, 2 * sizeof(float));
  cusparseSpMV(handle, none, &one, csr({0, 2, 4}, {0, 1, 1, 0}), vector(4, unwritten), &zero, result, real, any, nullptr);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cudaDeviceSynchronize();
  cusparseSetStream(handle, streams[0]);
  status[12] = cusparseSpMV(handle, none, &one, right, x, &zero, result, real, any, nullptr);  // @product
  read<<<1, 2, 0, streams[1]>>>(y, out);
  cusparseDestroy(handle);
  status[13] = cusparseDestroy(handle);  // @twice
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
