// Thrust's own, compiled as by a compiler that compiles once for host and device, as nvc++ is one.
#pragma once

#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

#if defined(__CUDACC__) && THRUST_MAJOR_VERSION == 1
#define _NVHPC_CUDA 1
#define __NVCOMPILER_CUDA_ARCH__ CUB_PTX_ARCH
#endif
#include_next <thrust/system/cuda/detail/core/util.h>
#undef _NVHPC_CUDA
#undef __NVCOMPILER_CUDA_ARCH__
