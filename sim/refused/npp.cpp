#include "sim/include/npp.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(NppStatus, name, NPP_NOT_SUPPORTED_MODE_ERROR)

extern "C" {
#include "sim/include/fencepost_refused/npp.inc"
}
