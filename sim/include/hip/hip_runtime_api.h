// HIP's runtime API on this machine's CPU: each function, type and constant is the one of CUDA's that HIP made it
// after, so that what runs, and what is found, is the same for both (docs/hip.md). Included by the host's code, too.
#pragma once

#include <cuda_runtime_api.h>

#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 4
#define HIP_VERSION_PATCH 0
#define HIP_VERSION (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)

#include "fencepost_hip_codes.h"
#include "fencepost_hip_constants.h"
#include "fencepost_hip_driver.h"
#include "fencepost_hip_functions.h"
#include "fencepost_hip_mapped.h"

/// What a device can do, as the macros __HIP_ARCH_HAS_… tell kernels: AMD's answers.
struct hipDeviceArch_t {
  unsigned hasGlobalInt32Atomics : 1;
  unsigned hasGlobalFloatAtomicExch : 1;
  unsigned hasSharedInt32Atomics : 1;
  unsigned hasSharedFloatAtomicExch : 1;
  unsigned hasFloatAtomicAdd : 1;
  unsigned hasGlobalInt64Atomics : 1;
  unsigned hasSharedInt64Atomics : 1;
  unsigned hasDoubles : 1;
  unsigned hasWarpVote : 1;
  unsigned hasWarpBallot : 1;
  unsigned hasWarpShuffle : 1;
  unsigned hasFunnelShift : 1;
  unsigned hasThreadFenceSystem : 1;
  unsigned hasSyncThreadsExt : 1;
  unsigned hasSurfaceFuncs : 1;
  unsigned has3dGrid : 1;
  unsigned hasDynamicParallelism : 1;
};

/// With the members that CUDA's has not.
struct hipDeviceProp_t : cudaDeviceProp {
  char gcnArchName[256];
  hipDeviceArch_t arch;
};

inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device) {
  if (properties == nullptr) return cudaErrorInvalidValue;
  *properties = {};
  __builtin_strcpy(properties->gcnArchName, "fencepost");
  properties->arch = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0};
  return cudaGetDeviceProperties(properties, device);
}

/// "hipErrorInvalidValue".
inline const char* hipGetErrorName(hipError_t error) {
  struct Names {
    char text[1024][48] = {};
    Names() {
      for (int code = 0; code < 1024; ++code) {
        const char* const name = cudaGetErrorName(static_cast<cudaError_t>(code));
        __builtin_snprintf(text[code], sizeof text[code], "%s%s", name[0] == 'c' ? "hip" : "",
                           name[0] == 'c' ? name + 4 : name);
      }
    }
  };
  static const Names names;
  return names.text[static_cast<unsigned>(error) % 1024];
}

template <class T>
hipError_t hipHostMalloc(T** memory, size_t bytes, unsigned int flags = cudaHostAllocDefault) {
  return cudaHostAlloc(reinterpret_cast<void**>(memory), bytes, flags & 7U);
}

inline hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                                      hipStream_t stream) {
  const hipError_t error = cudaMemcpyAsync(to, from, bytes, kind, stream);
  return error != cudaSuccess ? error : cudaStreamSynchronize(stream);
}

#define HIP_SYMBOL(symbol) symbol
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_LAUNCH_PARAM_BUFFER_POINTER CU_LAUNCH_PARAM_BUFFER_POINTER
#define HIP_LAUNCH_PARAM_BUFFER_SIZE CU_LAUNCH_PARAM_BUFFER_SIZE
#define HIP_LAUNCH_PARAM_END CU_LAUNCH_PARAM_END
