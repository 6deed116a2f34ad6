#include "sim/include/nvjpeg.h"

#include "sim/interface/user_pc.h"
#include "sim/refused/refuse.h"

#define FENCEPOST_BLAS_REFUSED(name) \
  FENCEPOST_DEFINE_REFUSED(nvjpegStatus_t, name, NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED)

extern "C" {
#include "sim/include/fencepost_refused/nvjpeg.inc"
}
