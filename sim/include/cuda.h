// The CUDA driver API is not supported. This header gives the version and the types that code for the runtime API uses.
#pragma once

#include "cuda_runtime_api.h"

#define CUDA_VERSION 12000
#define CUDAAPI

typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
