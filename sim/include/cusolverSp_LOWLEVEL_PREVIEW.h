// cuSOLVER: the steps of sparse factorisations. docs/libraries.md
#pragma once

#include "cusolverSp.h"

typedef struct csrluInfoHost* csrluInfoHost_t;
typedef struct csrqrInfoHost* csrqrInfoHost_t;
typedef struct csrcholInfoHost* csrcholInfoHost_t;
typedef struct csrcholInfo* csrcholInfo_t;

#ifdef __cplusplus
extern "C" {
#endif
#include "fencepost_solver/sparse_steps.h"
#ifdef __cplusplus
}
#endif
