// What CUB and Thrust need to know of their compiler. Included by cuda_runtime.h, in .cu files.
#pragma once

#include "cuda_runtime_api.h"

// In the name of a namespace of CUB's.
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ 900
#endif

// What their device code calls to launch kernels, which there is none of.
inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() { return cudaDeviceSynchronize(); }
inline void* cudaGetParameterBuffer(size_t, size_t) { return nullptr; }
inline cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned int, cudaStream_t) {
  return cudaErrorNotSupported;
}

// nvcc's traits of lambdas that are marked __device__. Such a lambda is an ordinary closure here, whose call operator
// either side can ask for its type: nothing that libraries refuse one for applies, so no type counts as one.
// The answer depends on the type, as a compiler's would: in a template it is asked when the type is known.
namespace fencepost_rt {
template <class...>
struct ExtendedLambda {
  static constexpr bool value = false;
};
}  // namespace fencepost_rt
#define __nv_is_extended_device_lambda_closure_type(...) (fencepost_rt::ExtendedLambda<__VA_ARGS__>::value)
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) \
  (fencepost_rt::ExtendedLambda<__VA_ARGS__>::value)
#define __nv_is_extended_host_device_lambda_closure_type(...) (fencepost_rt::ExtendedLambda<__VA_ARGS__>::value)
