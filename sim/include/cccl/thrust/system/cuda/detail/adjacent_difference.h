// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/adjacent_difference.h>
#else
#include <thrust/functional.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(adjacent_difference)

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/adjacent_difference.h>
#include <thrust/memory.h>
#endif
