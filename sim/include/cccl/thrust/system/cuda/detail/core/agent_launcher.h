// Thrust's own, with kernels that are not empty: it is compiled once for host and device.
#pragma once

#include <cassert>

#include <thrust/detail/config.h>
#include <thrust/system/cuda/detail/core/triple_chevron_launch.h>
#include <thrust/system/cuda/detail/core/util.h>
#include <thrust/system/cuda/detail/guarded_cuda_runtime_api.h>
#include <cub/detail/device_synchronize.cuh>

#if defined(__CUDACC__) && THRUST_MAJOR_VERSION == 1
#define _NVHPC_CUDA 1
#endif
#include_next <thrust/system/cuda/detail/core/agent_launcher.h>
#undef _NVHPC_CUDA
