// Thrust's own, and what its device code needs: it is compiled once for host and device.
#pragma once

#include <thrust/detail/config.h>
#if defined(__CUDACC__) && THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
#include <thrust/system/cuda/detail/terminate.h>
#endif

#include_next <thrust/detail/allocator/temporary_allocator.h>
