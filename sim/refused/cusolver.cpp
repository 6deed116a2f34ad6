#include "sim/include/cusolverDn.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(cusolverStatus_t, name, CUSOLVER_STATUS_NOT_SUPPORTED)

extern "C" {
#include "sim/include/fencepost_refused/cusolver.inc"
}
