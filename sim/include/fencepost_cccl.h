// What CUB and Thrust need to know of their compiler. Included by cuda_runtime.h, in .cu files.
#pragma once

#include "cuda_runtime_api.h"

// In the name of a namespace of CUB's.
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ 900
#endif

// What their device code calls to launch kernels, which there is none of.
inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() { return cudaDeviceSynchronize(); }
inline void* cudaGetParameterBuffer(size_t, size_t) { return nullptr; }
inline cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned int, cudaStream_t) {
  return cudaErrorNotSupported;
}
