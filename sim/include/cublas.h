// cuBLAS as it was before cublas_v2.h: one handle for the process, scalars by value, no status but the last one
// (cuBLAS documentation, "Using the cuBLAS Legacy API"). Each function is that of cublas_v2.h in the handle that
// cublasInit() makes. Inline, so that reports name the caller's line. No file includes both headers.
#pragma once

#include "cublas_api.h"
#include "cuda_runtime_api.h"

typedef cublasStatus_t cublasStatus;

#ifdef __cplusplus
extern "C" {
#endif
/// The handle of the process, which cublasInit() makes. Null before, and after cublasShutdown(). Thread safety: full,
/// here and below.
cublasHandle_t fencepost_cublas_handle(void);
cublasStatus_t fencepost_cublas_init(void);
cublasStatus_t fencepost_cublas_shutdown(void);
/// Keeps what went wrong for the calling thread's next cublasGetError().
void fencepost_cublas_note(cublasStatus_t status);
/// The last that went wrong; then CUBLAS_STATUS_SUCCESS.
cublasStatus_t fencepost_cublas_error(void);
#ifdef __cplusplus
}
#endif

#define FENCEPOST_FIRST_CUBLAS __attribute__((always_inline)) static __inline__

#include "fencepost_blas/first_version.h"

#undef FENCEPOST_FIRST_CUBLAS
