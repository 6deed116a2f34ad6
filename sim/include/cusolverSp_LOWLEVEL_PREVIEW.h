// cuSOLVER: the steps of sparse factorisations. The types are there; each function is refused where it is called: a
// finding at the line of the call. docs/libraries.md
#pragma once

#include "cusolverSp.h"

typedef struct csrluInfoHost* csrluInfoHost_t;
typedef struct csrqrInfoHost* csrqrInfoHost_t;
typedef struct csrcholInfoHost* csrcholInfoHost_t;
typedef struct csrcholInfo* csrcholInfo_t;

#ifdef __cplusplus
extern "C" {
#define FENCEPOST_BLAS_REFUSED(name) cusolverStatus_t name(...);
#else
#define FENCEPOST_BLAS_REFUSED(name) cusolverStatus_t name();
#endif
#include "fencepost_refused/cusolversp_lowlevel.inc"
#undef FENCEPOST_BLAS_REFUSED
#ifdef __cplusplus
}
#endif
