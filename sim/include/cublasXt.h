// cuBLAS on several devices, with matrices of the host's: gemm. Other functions are refused where they are called: a
// finding at the line of the call. docs/libraries.md
#pragma once

#include "cublas_v2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasXtContext* cublasXtHandle_t;
typedef enum { CUBLASXT_PINNING_DISABLED = 0, CUBLASXT_PINNING_ENABLED = 1 } cublasXtPinnedMemMode_t;
typedef enum {
  CUBLASXT_FLOAT = 0,
  CUBLASXT_DOUBLE = 1,
  CUBLASXT_COMPLEX = 2,
  CUBLASXT_DOUBLECOMPLEX = 3
} cublasXtOpType_t;
typedef enum {
  CUBLASXT_GEMM = 0,
  CUBLASXT_SYRK = 1,
  CUBLASXT_HERK = 2,
  CUBLASXT_SYMM = 3,
  CUBLASXT_HEMM = 4,
  CUBLASXT_TRSM = 5,
  CUBLASXT_SYR2K = 6,
  CUBLASXT_HER2K = 7,
  CUBLASXT_SPMM = 8,
  CUBLASXT_SYRKX = 9,
  CUBLASXT_HERKX = 10,
  CUBLASXT_TRMM = 11,
  CUBLASXT_ROUTINE_MAX = 12
} cublasXtBlasOp_t;

cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]);
/// Kept, and of no effect, as is the mode of pinning.
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* blockDim);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode);

// Matrices are the host's or a device's, alpha and beta the host's.
#define FENCEPOST_XT_GEMM(X, T)                                                                                      \
  cublasStatus_t cublasXt##X##gemm(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,      \
                                   size_t m, size_t n, size_t k, const T* alpha, const T* A, size_t lda, const T* B, \
                                   size_t ldb, const T* beta, T* C, size_t ldc);
FENCEPOST_XT_GEMM(S, float)
FENCEPOST_XT_GEMM(D, double)
FENCEPOST_XT_GEMM(C, cuComplex)
FENCEPOST_XT_GEMM(Z, cuDoubleComplex)
#undef FENCEPOST_XT_GEMM

#ifdef __cplusplus
#define FENCEPOST_BLAS_REFUSED(name) cublasStatus_t name(...);
#else
#define FENCEPOST_BLAS_REFUSED(name) cublasStatus_t name();
#endif
#include "fencepost_refused/cublasxt.inc"
#undef FENCEPOST_BLAS_REFUSED

#ifdef __cplusplus
}
#endif
