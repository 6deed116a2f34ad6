#include "sim/include/cudnn.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(cudnnStatus_t, name, CUDNN_STATUS_NOT_SUPPORTED)

extern "C" {
#include "sim/include/fencepost_refused/cudnn.inc"
}
