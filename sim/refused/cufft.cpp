#include "sim/include/cufftXt.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(cufftResult, name, CUFFT_NOT_SUPPORTED)

extern "C" {
#include "sim/include/fencepost_refused/cufft.inc"
#include "sim/include/fencepost_refused/cufftxt.inc"
}
