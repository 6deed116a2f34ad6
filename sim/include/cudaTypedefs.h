// Types of pointers to functions of the driver API, for those who find them by name (cuGetProcAddress,
// cudaGetDriverEntryPoint).
#pragma once

#include "cuda.h"

#define FENCEPOST_POINTER(name, version) \
  typedef __typeof__(&name) PFN_##name;  \
  typedef __typeof__(&name) PFN_##name##_v##version
FENCEPOST_POINTER(cuGetErrorName, 6000);
FENCEPOST_POINTER(cuGetErrorString, 6000);
FENCEPOST_POINTER(cuInit, 2000);
FENCEPOST_POINTER(cuDriverGetVersion, 2020);
FENCEPOST_POINTER(cuGetProcAddress, 12000);
FENCEPOST_POINTER(cuDeviceGet, 2000);
FENCEPOST_POINTER(cuDeviceGetAttribute, 2000);
FENCEPOST_POINTER(cuDeviceGetCount, 2000);
FENCEPOST_POINTER(cuDeviceGetName, 2000);
FENCEPOST_POINTER(cuCtxGetCurrent, 4000);
FENCEPOST_POINTER(cuCtxSetCurrent, 4000);
FENCEPOST_POINTER(cuCtxGetDevice, 2000);
FENCEPOST_POINTER(cuPointerGetAttribute, 4000);
FENCEPOST_POINTER(cuPointerGetAttributes, 7000);
FENCEPOST_POINTER(cuMemGetAddressRange, 3020);
FENCEPOST_POINTER(cuMemAlloc, 3020);
FENCEPOST_POINTER(cuMemFree, 3020);
FENCEPOST_POINTER(cuMemcpyAsync, 4000);
FENCEPOST_POINTER(cuStreamSynchronize, 2000);
#undef FENCEPOST_POINTER
