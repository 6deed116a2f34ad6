#include "sim/include/cusolverDn.h"
#include "sim/include/cusolverMg.h"
#include "sim/include/cusolverRf.h"
#include "sim/include/cusolverSp.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(cusolverStatus_t, name, CUSOLVER_STATUS_NOT_SUPPORTED)

extern "C" {
#include "sim/include/fencepost_refused/cusolver.inc"
#include "sim/include/fencepost_refused/cusolvermg.inc"
#include "sim/include/fencepost_refused/cusolverrf.inc"
#include "sim/include/fencepost_refused/cusolversp.inc"
}
