// What CUB and Thrust ask their compiler about, so that Debian's headers of both take their ways for a program that is
// compiled once for host and device. Included by cuda_runtime.h, in .cu files.
#pragma once

#include "cuda_runtime_api.h"

extern "C" {
/// True in a CUDA thread, and in what it calls.
bool fencepost_on_device() noexcept;
}

// In the name of a namespace of CUB's.
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ 900
#endif

// The compute capability of the device (sim/runtime/device.cpp), for host and device alike: it is a template argument.
#ifndef CUB_PTX_ARCH
#define CUB_PTX_ARCH 900
#endif
#ifndef CUB_IS_DEVICE_CODE
#define CUB_IS_DEVICE_CODE fencepost_on_device()
#define CUB_IS_HOST_CODE (!fencepost_on_device())
#define CUB_INCLUDE_DEVICE_CODE 1
#define CUB_INCLUDE_HOST_CODE 1
#endif

// What their device code calls to launch kernels, which there is none of.
inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() { return cudaDeviceSynchronize(); }
inline void* cudaGetParameterBuffer(size_t, size_t) { return nullptr; }
inline cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned int, cudaStream_t) {
  return cudaErrorNotSupported;
}
