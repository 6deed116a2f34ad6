// An element of device memory: copied to the host there, read in a kernel.
#pragma once

#include <thrust/version.h>

#if !defined(__CUDACC__) || THRUST_MAJOR_VERSION != 1
#include_next <thrust/system/cuda/detail/get_value.h>
#else
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/assign_value.h>
#include <thrust/system/cuda/detail/cross_system.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Derived, class Pointer>
typename thrust::iterator_value<Pointer>::type get_value(execution_policy<Derived>& policy, Pointer pointer) {
  if (fencepost_on_device()) return *thrust::raw_pointer_cast(pointer);
  typename thrust::iterator_value<Pointer>::type result;
  thrust::host_system_tag host;
  cross_system<thrust::host_system_tag, Derived> systems(host, policy);
  assign_value(systems, &result, pointer);
  return result;
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
#endif
