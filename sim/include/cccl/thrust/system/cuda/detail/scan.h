// See fencepost_thrust.h.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/scan.h>
#else
#include <thrust/distance.h>

#include "fencepost_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

FENCEPOST_THRUST_ALGORITHM(inclusive_scan)
FENCEPOST_THRUST_ALGORITHM(exclusive_scan)

template <class Derived, class In, class Size, class Out, class Operator>
Out inclusive_scan_n(execution_policy<Derived>& policy, In first, Size count, Out result, Operator scan) {
  return cuda_cub::inclusive_scan(policy, first, first + count, result, scan);
}
template <class Derived, class In, class Size, class Out, class T, class Operator>
Out exclusive_scan_n(execution_policy<Derived>& policy, In first, Size count, Out result, T init, Operator scan) {
  return cuda_cub::exclusive_scan(policy, first, first + count, result, init, scan);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/scan.h>
#endif
