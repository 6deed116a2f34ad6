// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/merge.h>
#else
#include <thrust/distance.h>
#include <thrust/extrema.h>
#include <thrust/merge.h>
#include <thrust/pair.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(merge)
FENCEPOST_THRUST_ALGORITHM(merge_by_key)

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/merge.h>
#endif
