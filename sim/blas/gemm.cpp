// The functions that multiply matrices.
#include "sim/blas/product.h"
#include "sim/interface/user_pc.h"
#include "sim/library/elements.h"

namespace fencepost::sim {
namespace {

/// What one type computes with.
cublasComputeType_t compute_for(cudaDataType type) {
  if (type == CUDA_R_16F) return CUBLAS_COMPUTE_16F;
  return type == CUDA_R_64F || type == CUDA_C_64F ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;
}

/// The type of computation of older programs, which name it by a type of data.
cublasComputeType_t compute_named(cudaDataType type) {
  return type == CUDA_R_32I ? CUBLAS_COMPUTE_32I : compute_for(type);
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_OPERATIONS .transa = transa, .transb = transb, .m = m, .n = n, .k = k
#define FENCEPOST_ONE_GEMM(NAME, T, N)                                                                               \
  cublasStatus_t NAME(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, N n, N k,      \
                      const T* alpha, const T* A, N lda, const T* B, N ldb, const T* beta, T* C, N ldc) {            \
    return multiply(FENCEPOST_BLAS_CALL, handle,                                                                     \
                    {FENCEPOST_OPERATIONS, .alpha = alpha, .a = {A, type_of<T>(), lda}, .b = {B, type_of<T>(), ldb}, \
                     .beta = beta, .c = {C, type_of<T>(), ldc}, .compute = compute_for(type_of<T>())});              \
  }
#define FENCEPOST_GEMM(X, T, N, SUFFIX)                                                                               \
  FENCEPOST_ONE_GEMM(cublas##X##gemm##SUFFIX, T, N)                                                                   \
  cublasStatus_t cublas##X##gemmBatched##SUFFIX(cublasHandle_t handle, cublasOperation_t transa,                      \
                                                cublasOperation_t transb, N m, N n, N k, const T* alpha,              \
                                                const T* const Aarray[], N lda, const T* const Barray[], N ldb,       \
                                                const T* beta, T* const Carray[], N ldc, N batchCount) {              \
    return multiply(FENCEPOST_BLAS_CALL, handle,                                                                      \
                    {FENCEPOST_OPERATIONS, .alpha = alpha, .a = {Aarray, type_of<T>(), lda},                          \
                     .b = {Barray, type_of<T>(), ldb}, .beta = beta, .c = {Carray, type_of<T>(), ldc},                \
                     .batch = batchCount, .by_pointers = true, .compute = compute_for(type_of<T>())});                \
  }                                                                                                                   \
  cublasStatus_t cublas##X##gemmStridedBatched##SUFFIX(                                                               \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, N n, N k, const T* alpha,       \
      const T* A, N lda, long long int strideA, const T* B, N ldb, long long int strideB, const T* beta, T* C, N ldc, \
      long long int strideC, N batchCount) {                                                                          \
    return multiply(FENCEPOST_BLAS_CALL, handle,                                                                      \
                    {FENCEPOST_OPERATIONS, .alpha = alpha, .a = {A, type_of<T>(), lda, strideA},                      \
                     .b = {B, type_of<T>(), ldb, strideB}, .beta = beta, .c = {C, type_of<T>(), ldc, strideC},        \
                     .batch = batchCount, .compute = compute_for(type_of<T>())});                                     \
  }

#define FENCEPOST_GEMM_3M(X, T, N, SUFFIX) FENCEPOST_ONE_GEMM(cublas##X##gemm3m##SUFFIX, T, N)

// COMPUTE: a cublasComputeType_t, and how to get one of what the parameter `computeType` is.
#define FENCEPOST_GEMM_EX(N, SUFFIX, C_TYPE, COMPUTE)                                                                 \
  cublasStatus_t cublasGemmEx##SUFFIX(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, \
                                      N n, N k, const void* alpha, const void* A, cudaDataType Atype, N lda,          \
                                      const void* B, cudaDataType Btype, N ldb, const void* beta, void* C,            \
                                      cudaDataType Ctype, N ldc, C_TYPE computeType, cublasGemmAlgo_t) {              \
    return multiply(FENCEPOST_BLAS_CALL, handle,                                                                      \
                    {FENCEPOST_OPERATIONS, .alpha = alpha, .a = {A, Atype, lda}, .b = {B, Btype, ldb}, .beta = beta,  \
                     .c = {C, Ctype, ldc}, .compute = COMPUTE});                                                      \
  }                                                                                                                   \
  cublasStatus_t cublasGemmBatchedEx##SUFFIX(                                                                         \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, N n, N k, const void* alpha,    \
      const void* const Aarray[], cudaDataType Atype, N lda, const void* const Barray[], cudaDataType Btype, N ldb,   \
      const void* beta, void* const Carray[], cudaDataType Ctype, N ldc, N batchCount, C_TYPE computeType,            \
      cublasGemmAlgo_t) {                                                                                             \
    return multiply(                                                                                                  \
        FENCEPOST_BLAS_CALL, handle,                                                                                  \
        {FENCEPOST_OPERATIONS, .alpha = alpha, .a = {Aarray, Atype, lda}, .b = {Barray, Btype, ldb}, .beta = beta,    \
         .c = {Carray, Ctype, ldc}, .batch = batchCount, .by_pointers = true, .compute = COMPUTE});                   \
  }                                                                                                                   \
  cublasStatus_t cublasGemmStridedBatchedEx##SUFFIX(                                                                  \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, N n, N k, const void* alpha,    \
      const void* A, cudaDataType Atype, N lda, long long int strideA, const void* B, cudaDataType Btype, N ldb,      \
      long long int strideB, const void* beta, void* C, cudaDataType Ctype, N ldc, long long int strideC,             \
      N batchCount, C_TYPE computeType, cublasGemmAlgo_t) {                                                           \
    return multiply(                                                                                                  \
        FENCEPOST_BLAS_CALL, handle,                                                                                  \
        {FENCEPOST_OPERATIONS, .alpha = alpha, .a = {A, Atype, lda, strideA}, .b = {B, Btype, ldb, strideB},          \
         .beta = beta, .c = {C, Ctype, ldc, strideC}, .batch = batchCount, .compute = COMPUTE});                      \
  }

#define FENCEPOST_ALL(N, SUFFIX)                                                                                       \
  FENCEPOST_GEMM(S, float, N, SUFFIX)                                                                                  \
  FENCEPOST_GEMM(D, double, N, SUFFIX)                                                                                 \
  FENCEPOST_GEMM(C, cuComplex, N, SUFFIX)                                                                              \
  FENCEPOST_GEMM(Z, cuDoubleComplex, N, SUFFIX)                                                                        \
  FENCEPOST_GEMM(H, __half, N, SUFFIX)                                                                                 \
  FENCEPOST_GEMM_EX(N, SUFFIX, cublasComputeType_t, computeType)                                                       \
  cublasStatus_t cublasSgemmEx##SUFFIX(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, N m, \
                                       N n, N k, const float* alpha, const void* A, cudaDataType Atype, N lda,         \
                                       const void* B, cudaDataType Btype, N ldb, const float* beta, void* C,           \
                                       cudaDataType Ctype, N ldc) {                                                    \
    return multiply(FENCEPOST_BLAS_CALL, handle,                                                                       \
                    {FENCEPOST_OPERATIONS, .alpha = alpha, .a = {A, Atype, lda}, .b = {B, Btype, ldb}, .beta = beta,   \
                     .c = {C, Ctype, ldc}, .compute = CUBLAS_COMPUTE_32F});                                            \
  }

extern "C" {
FENCEPOST_ALL(int, )
FENCEPOST_ALL(int64_t, _64)
FENCEPOST_GEMM_3M(C, cuComplex, int, )
FENCEPOST_GEMM_3M(Z, cuDoubleComplex, int, )
FENCEPOST_GEMM_3M(C, cuComplex, int64_t, _64)
FENCEPOST_GEMM_3M(Z, cuDoubleComplex, int64_t, _64)
}

FENCEPOST_GEMM_EX(int, , cudaDataType, compute_named(computeType))
