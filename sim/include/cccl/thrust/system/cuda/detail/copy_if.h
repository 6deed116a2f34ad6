// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/copy_if.h>
#else
#include <thrust/distance.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(copy_if)

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/copy.h>
#endif
