// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/partition.h>
#else
#include <thrust/distance.h>
#include <thrust/pair.h>
#include <thrust/partition.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(partition)
FENCEPOST_THRUST_ALGORITHM(stable_partition)
FENCEPOST_THRUST_ALGORITHM(partition_copy)
FENCEPOST_THRUST_ALGORITHM(stable_partition_copy)
FENCEPOST_THRUST_ALGORITHM(is_partitioned)

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/partition.h>
#endif
