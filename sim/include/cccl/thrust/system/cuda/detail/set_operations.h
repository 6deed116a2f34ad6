// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/set_operations.h>
#else
#include <thrust/distance.h>
#include <thrust/extrema.h>
#include <thrust/pair.h>
#include <thrust/set_operations.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(set_difference)
FENCEPOST_THRUST_ALGORITHM(set_difference_by_key)
FENCEPOST_THRUST_ALGORITHM(set_intersection)
FENCEPOST_THRUST_ALGORITHM(set_intersection_by_key)
FENCEPOST_THRUST_ALGORITHM(set_symmetric_difference)
FENCEPOST_THRUST_ALGORITHM(set_symmetric_difference_by_key)
FENCEPOST_THRUST_ALGORITHM(set_union)
FENCEPOST_THRUST_ALGORITHM(set_union_by_key)

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/set_operations.h>
#endif
