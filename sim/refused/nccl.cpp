#include "sim/include/nccl.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

// NCCL has no status for what is not there.
#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(ncclResult_t, name, ncclInvalidUsage)

extern "C" {
#include "sim/include/fencepost_refused/nccl.inc"
}
