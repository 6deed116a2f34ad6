// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/sort.h>
#else
#include <thrust/distance.h>
#include <thrust/extrema.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(sort)
FENCEPOST_THRUST_ALGORITHM(stable_sort)
FENCEPOST_THRUST_ALGORITHM(sort_by_key)
FENCEPOST_THRUST_ALGORITHM(stable_sort_by_key)

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/sort.h>
#endif
