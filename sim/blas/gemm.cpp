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

/// Of each group the sizes, and one pointer more for each matrix. The arrays that say so are the host's, those of
/// pointers the device's.
template <class N>
struct Groups {
  const cublasOperation_t *transa, *transb;
  const N *m, *n, *k;
  const void* alpha;
  const void* const* a;
  cudaDataType a_type;
  const N* lda;
  const void* const* b;
  cudaDataType b_type;
  const N* ldb;
  const void* beta;
  const void* const* c;
  cudaDataType c_type;
  const N* ldc;
  N count;
  const N* sizes;
};

/// One operation for each group, in the handle's stream.
template <class N>
cublasStatus_t multiply_groups(const BlasCall& call, cublasHandle_t handle, const Groups<N>& groups,
                               cublasComputeType_t compute) {
  ArgumentCheck check(call, handle);
  if (check.size("group_count", groups.count).failed() || groups.count == 0) return check.status();
  if (is_on_device(handle)) return call.unsupported("with factors on the device");
  const cudaDataType scalar = scalar_type(compute, groups.a_type, groups.b_type, groups.c_type);
  const std::size_t scalar_bytes = scalar == kNoType ? 0 : element_bytes(scalar);
  const auto of_host = [&](const char* name, const void* array, std::size_t bytes) {
    check.scalar(name, array, static_cast<std::size_t>(groups.count) * bytes, false);
  };
  of_host("transa_array", groups.transa, sizeof(cublasOperation_t));
  of_host("transb_array", groups.transb, sizeof(cublasOperation_t));
  of_host("m_array", groups.m, sizeof(N));
  of_host("n_array", groups.n, sizeof(N));
  of_host("k_array", groups.k, sizeof(N));
  of_host("lda_array", groups.lda, sizeof(N));
  of_host("ldb_array", groups.ldb, sizeof(N));
  of_host("ldc_array", groups.ldc, sizeof(N));
  of_host("group_size", groups.sizes, sizeof(N));
  of_host("alpha_array", groups.alpha, scalar_bytes);
  of_host("beta_array", groups.beta, scalar_bytes);
  if (check.pointer("Aarray", groups.a).pointer("Barray", groups.b).pointer("Carray", groups.c).failed()) {
    return check.status();
  }
  std::int64_t first = 0;
  for (N i = 0; i < groups.count; ++i) {
    const auto factor = static_cast<std::size_t>(i) * scalar_bytes;
    const cublasStatus_t status = multiply(call, handle,
                                           {.transa = groups.transa[i],
                                            .transb = groups.transb[i],
                                            .m = groups.m[i],
                                            .n = groups.n[i],
                                            .k = groups.k[i],
                                            .alpha = static_cast<const std::byte*>(groups.alpha) + factor,
                                            .a = {groups.a + first, groups.a_type, groups.lda[i]},
                                            .b = {groups.b + first, groups.b_type, groups.ldb[i]},
                                            .beta = static_cast<const std::byte*>(groups.beta) + factor,
                                            .c = {groups.c + first, groups.c_type, groups.ldc[i]},
                                            .batch = groups.sizes[i],
                                            .by_pointers = true,
                                            .compute = compute});
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    first += groups.sizes[i];
  }
  return CUBLAS_STATUS_SUCCESS;
}

/// An array of pointers, whatever they point to.
template <class T>
const void* const* pointers(T* const* array) {
  return reinterpret_cast<const void* const*>(array);
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

#define FENCEPOST_GROUPED(X, T, N, SUFFIX)                                                                             \
  cublasStatus_t cublas##X##gemmGroupedBatched##SUFFIX(                                                                \
      cublasHandle_t handle, const cublasOperation_t transa[], const cublasOperation_t transb[], const N m[],          \
      const N n[], const N k[], const T alpha[], const T* const Aarray[], const N lda[], const T* const Barray[],      \
      const N ldb[], const T beta[], T* const Carray[], const N ldc[], N group_count, const N group_size[]) {          \
    return multiply_groups<N>(FENCEPOST_BLAS_CALL, handle,                                                             \
                              {transa, transb, m, n, k, alpha, pointers(Aarray), type_of<T>(), lda, pointers(Barray),  \
                               type_of<T>(), ldb, beta, pointers(Carray), type_of<T>(), ldc, group_count, group_size}, \
                              compute_for(type_of<T>()));                                                              \
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
  }                                                                                                                    \
  FENCEPOST_GROUPED(S, float, N, SUFFIX)                                                                               \
  FENCEPOST_GROUPED(D, double, N, SUFFIX)                                                                              \
  cublasStatus_t cublasGemmGroupedBatchedEx##SUFFIX(                                                                   \
      cublasHandle_t handle, const cublasOperation_t transa[], const cublasOperation_t transb[], const N m[],          \
      const N n[], const N k[], const void* alpha, const void* const Aarray[], cudaDataType Atype, const N lda[],      \
      const void* const Barray[], cudaDataType Btype, const N ldb[], const void* beta, void* const Carray[],           \
      cudaDataType Ctype, const N ldc[], N group_count, const N group_size[], cublasComputeType_t computeType) {       \
    return multiply_groups<N>(FENCEPOST_BLAS_CALL, handle,                                                             \
                              {transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta, Carray,   \
                               Ctype, ldc, group_count, group_size},                                                   \
                              computeType);                                                                            \
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
