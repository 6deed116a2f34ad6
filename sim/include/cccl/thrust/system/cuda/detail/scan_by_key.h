// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/scan_by_key.h>
#else
#include <thrust/distance.h>
#include <thrust/functional.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(inclusive_scan_by_key)
FENCEPOST_THRUST_ALGORITHM(exclusive_scan_by_key)

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/scan.h>
#endif
