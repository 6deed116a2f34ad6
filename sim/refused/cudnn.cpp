#include "sim/include/cudnn.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

#define FENCEPOST_BLAS_REFUSED(name) FENCEPOST_DEFINE_REFUSED(cudnnStatus_t, name, CUDNN_STATUS_NOT_SUPPORTED)

extern "C" {
#include "sim/include/fencepost_refused/cudnn.inc"

const char* cudnnGetErrorString(cudnnStatus_t status) {
  switch (status) {
    case CUDNN_STATUS_SUCCESS:
      return "CUDNN_STATUS_SUCCESS";
    case CUDNN_STATUS_NOT_SUPPORTED:
      return "CUDNN_STATUS_NOT_SUPPORTED";
    default:
      return "CUDNN_STATUS of a library that is not there";
  }
}
size_t cudnnGetVersion() { return CUDNN_VERSION; }
size_t cudnnGetCudartVersion() { return CUDART_VERSION; }
}
