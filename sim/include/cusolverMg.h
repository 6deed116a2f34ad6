// cuSOLVER: matrices on several devices. The types are there; each function is refused where it is called: a finding at
// the line of the call. docs/libraries.md
#pragma once

#include "cusolver_common.h"

typedef struct cusolverMgContext* cusolverMgHandle_t;
typedef enum { CUDALIBMG_GRID_MAPPING_ROW_MAJOR = 1, CUDALIBMG_GRID_MAPPING_COL_MAJOR = 0 } cusolverMgGridMapping_t;
typedef void* cudaLibMgGrid_t;
typedef void* cudaLibMgMatrixDesc_t;

#ifdef __cplusplus
extern "C" {
#define FENCEPOST_BLAS_REFUSED(name) cusolverStatus_t name(...);
#else
#define FENCEPOST_BLAS_REFUSED(name) cusolverStatus_t name();
#endif
#include "fencepost_refused/cusolvermg.inc"
#undef FENCEPOST_BLAS_REFUSED
#ifdef __cplusplus
}
#endif
