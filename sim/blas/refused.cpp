// Functions of cuBLAS that are not there.
#include "sim/blas/call.h"
#include "sim/include/cublasLt.h"
#include "sim/interface/user_pc.h"

// The arguments are not looked at.
#define FENCEPOST_BLAS_REFUSED(name) \
  cublasStatus_t name(...) { return FENCEPOST_BLAS_CALL.unsupported(""); }

extern "C" {
#include "sim/include/fencepost_blas/refused.inc"
#include "sim/include/fencepost_blas/refused_lt.inc"
}
