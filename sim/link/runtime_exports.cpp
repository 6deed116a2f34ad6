// The runtime API by names that libcudart.so.12 has, and of which our headers know shorter ones or inline functions. In
// the shared library only, for programs of others (docs/shared-libraries.md).
#include <cstddef>

#include "sim/include/cuda_runtime_api.h"

// As in NVIDIA's header of CUDA 12, which has 56 reserved words behind it. They are not written.
static_assert(offsetof(cudaDeviceProp, clockRate) == 348 &&
              offsetof(cudaDeviceProp, sharedMemPerMultiprocessor) == 640);

/// A jump leaves the return address as it is, by which findings are told.
#define FENCEPOST_VERSION_2(name)                                                                       \
  asm(".text\n.p2align 4\n.globl " #name "_v2\n.type " #name "_v2, @function\n" #name "_v2: jmp " #name \
      "@PLT\n.size " #name "_v2, .-" #name "_v2\n");

FENCEPOST_VERSION_2(cudaGetDeviceProperties)
FENCEPOST_VERSION_2(cudaStreamGetCaptureInfo)
