// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/unique.h>
#else
#include <thrust/advance.h>
#include <thrust/distance.h>
#include <thrust/functional.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(unique)
FENCEPOST_THRUST_ALGORITHM(unique_copy)
FENCEPOST_THRUST_ALGORITHM(unique_count)

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/memory.h>
#include <thrust/unique.h>
#endif
