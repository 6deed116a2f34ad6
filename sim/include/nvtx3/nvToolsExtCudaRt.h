// NVTX' names of devices, streams and events of the runtime API: accepted, and forgotten.
#pragma once

#include "../cuda_runtime_api.h"
#include "../nvToolsExt.h"

#define FENCEPOST_NVTX static inline __attribute__((unused))
FENCEPOST_NVTX void nvtxNameCudaDeviceA(int device, const char* name) { (void)device, (void)name; }
FENCEPOST_NVTX void nvtxNameCudaStreamA(cudaStream_t stream, const char* name) { (void)stream, (void)name; }
FENCEPOST_NVTX void nvtxNameCudaEventA(cudaEvent_t event, const char* name) { (void)event, (void)name; }
#undef FENCEPOST_NVTX

#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
