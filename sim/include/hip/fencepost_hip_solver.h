// Of hipSOLVER, what differs from cuSOLVER in more than the first letters; the end of hipsolver/hipsolver.h. Its
// functions without Dn, whose workspaces are counted in bytes, are not there.
#pragma once

#define hipsolverHandle_t cusolverDnHandle_t
#define hipsolverSyevjInfo_t syevjInfo_t
#define hipsolverGesvdjInfo_t gesvdjInfo_t
#define hipsolverFillMode_t cublasFillMode_t
#define hipsolverOperation_t cublasOperation_t
#define hipsolverSideMode_t cublasSideMode_t
#define HIPSOLVER_FILL_MODE_LOWER CUBLAS_FILL_MODE_LOWER
#define HIPSOLVER_FILL_MODE_UPPER CUBLAS_FILL_MODE_UPPER
#define HIPSOLVER_OP_N CUBLAS_OP_N
#define HIPSOLVER_OP_T CUBLAS_OP_T
#define HIPSOLVER_OP_C CUBLAS_OP_C
#define HIPSOLVER_SIDE_LEFT CUBLAS_SIDE_LEFT
#define HIPSOLVER_SIDE_RIGHT CUBLAS_SIDE_RIGHT
