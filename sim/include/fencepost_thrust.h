// How Thrust's algorithms on the device run here: those that are loops over independent elements, and reductions, in
// Thrust's own kernels; the others, which in those kernels wait for each other in many ways, as one CUDA thread that
// executes Thrust's sequential algorithm. Either is a launch in the policy's stream: its accesses are checked, and the
// functors of the program run in CUDA threads.
//
// Each header thrust/system/cuda/detail/NAME.h here stands before Thrust's own of that name, and lists its algorithms.
#pragma once

#include <thrust/detail/config.h>
#include <thrust/detail/seq.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/detail/util.h>

#include <new>
#include <type_traits>

namespace fencepost_rt {

// No #if around the launches: either pass has to see which kernels there are.
#ifdef __CUDA_ARCH__
inline constexpr bool kOnDevice = true;
#else
inline constexpr bool kOnDevice = false;
#endif

template <class Body>
__global__ void thrust_algorithm(Body body) {
  body();
}
template <class Body, class Result>
__global__ void thrust_algorithm(Body body, Result* result) {
  new (static_cast<void*>(result)) Result(body());
}

/// Launches `body` as one thread in the stream of `policy`, and returns what it returns. Called by a CUDA thread: calls
/// it. Throws what Thrust throws.
template <class Policy, class Body>
auto run_thrust_algorithm(Policy& policy, Body body) -> decltype(body()) {
  using Result = decltype(body());
  namespace cuda_cub = THRUST_NS_QUALIFIER::cuda_cub;
  if (kOnDevice) return body();
  const cudaStream_t stream = cuda_cub::stream(policy);
  if constexpr (std::is_void_v<Result>) {
    thrust_algorithm<<<1, 1, 0, stream>>>(body);
    cuda_cub::throw_on_error(cudaPeekAtLastError(), "a Thrust algorithm failed to launch");
    cuda_cub::throw_on_error(cuda_cub::synchronize_optional(policy), "a Thrust algorithm failed to synchronize");
  } else {
    Result* on_device = nullptr;
    cuda_cub::throw_on_error(cudaMalloc(&on_device, sizeof(Result)), "a Thrust algorithm got no memory");
    thrust_algorithm<<<1, 1, 0, stream>>>(body, on_device);
    alignas(Result) unsigned char result[sizeof(Result)];
    cudaError_t status = cudaMemcpyAsync(result, on_device, sizeof(Result), cudaMemcpyDeviceToHost, stream);
    if (status == cudaSuccess) status = cudaStreamSynchronize(stream);
    (void)cudaFree(on_device);
    cuda_cub::throw_on_error(status, "a Thrust algorithm failed");
    return *std::launder(reinterpret_cast<Result*>(result));
  }
}

}  // namespace fencepost_rt

/// Defines all forms of an algorithm, in namespace thrust::cuda_cub.
#define FENCEPOST_THRUST_ALGORITHM(name)                                                            \
  template <class Derived, class... Arguments>                                                      \
  auto name(execution_policy<Derived>& policy, Arguments... arguments) {                            \
    return ::fencepost_rt::run_thrust_algorithm(                                                    \
        policy, [=] { return THRUST_NS_QUALIFIER::name(THRUST_NS_QUALIFIER::seq, arguments...); }); \
  }
