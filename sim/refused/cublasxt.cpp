#include "sim/include/cublasXt.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(cublasStatus_t, name, CUBLAS_STATUS_NOT_SUPPORTED)

extern "C" {
#include "sim/include/fencepost_refused/cublasxt.inc"
}
