// cuSOLVER: sparse matrices. A call is an access of its operands; what is not there is refused where it is called: a
// finding at the line of the call. docs/libraries.md
#pragma once

#include "cusolver_common.h"
#include "cusparse.h"

typedef struct cusolverSpContext* cusolverSpHandle_t;
typedef struct csrqrInfo* csrqrInfo_t;

#ifdef __cplusplus
extern "C" {
#endif
#include "fencepost_solver/sparse.h"

#ifdef __cplusplus
#define FENCEPOST_BLAS_REFUSED(name) cusolverStatus_t name(...);
#else
#define FENCEPOST_BLAS_REFUSED(name) cusolverStatus_t name();
#endif
#include "fencepost_refused/cusolversp.inc"
#undef FENCEPOST_BLAS_REFUSED
#ifdef __cplusplus
}
#endif
