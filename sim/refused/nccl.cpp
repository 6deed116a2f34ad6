#include "sim/include/nccl.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

// NCCL has no status for what is not there.
#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(ncclResult_t, name, ncclInvalidUsage)

extern "C" {
#include "sim/include/fencepost_refused/nccl.inc"

const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "unhandled cuda error";
    case ncclSystemError:
      return "unhandled system error";
    case ncclInternalError:
      return "internal error";
    case ncclInvalidArgument:
      return "invalid argument";
    case ncclInvalidUsage:
      return "invalid usage";
    case ncclRemoteError:
      return "remote process exited or there was a network error";
    case ncclInProgress:
      return "operation in progress";
    default:
      return "unknown result code";
  }
}

const char* ncclGetLastError(ncclComm_t) { return ""; }
}
