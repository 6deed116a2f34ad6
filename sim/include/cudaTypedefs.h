// Types of pointers to functions of the driver API, <cudaTypedefs.h>: of those that cuda.h has. C and C++.
#pragma once

#include "cuda.h"

#define FENCEPOST_DRIVER_FUNCTION(name, since, form, until) \
  typedef __typeof__(&name) PFN_##name##_v##since;          \
  typedef __typeof__(&name) PFN_##name##_v##form;           \
  typedef __typeof__(&name) PFN_##name;
#include "fencepost_driver_functions.inc"
#undef FENCEPOST_DRIVER_FUNCTION

// Of functions that are refused (fencepost_driver_refused.h): cuGetProcAddress finds none, so nothing is called by
// them.
#define FENCEPOST_REFUSED_POINTER(name, form)                        \
  typedef CUresult (*PFN_##name##_v##form)(FENCEPOST_ANY_ARGUMENTS); \
  typedef PFN_##name##_v##form PFN_##name;
FENCEPOST_REFUSED_POINTER(cuMemGetHandleForAddressRange, 11070)
FENCEPOST_REFUSED_POINTER(cuMulticastCreate, 12010)
FENCEPOST_REFUSED_POINTER(cuMulticastAddDevice, 12010)
FENCEPOST_REFUSED_POINTER(cuMulticastBindMem, 12010)
FENCEPOST_REFUSED_POINTER(cuMulticastBindAddr, 12010)
FENCEPOST_REFUSED_POINTER(cuMulticastUnbind, 12010)
FENCEPOST_REFUSED_POINTER(cuMulticastGetGranularity, 12010)
#undef FENCEPOST_REFUSED_POINTER

// Overloaded in C++; with an affinity of execution (CUDA 11.4) it is refused.
typedef CUresult (*PFN_cuCtxCreate_v3020)(CUcontext*, unsigned int, CUdevice);
typedef CUresult (*PFN_cuCtxCreate_v11040)(CUcontext*, CUexecAffinityParam*, int, unsigned int, CUdevice);
typedef CUresult (*PFN_cuCtxCreate_v12050)(CUcontext*, CUctxCreateParams*, unsigned int, CUdevice);
