// Thrust's own, but whether code runs on host or device is found when it runs: it is compiled once for both.
#pragma once

#include_next <thrust/detail/config/cpp_compatibility.h>

#if defined(__CUDACC__)
extern "C" bool fencepost_calls_come_through_libraries();
namespace fencepost_rt {
[[maybe_unused]] static const bool through_libraries = fencepost_calls_come_through_libraries();
}
#endif

#if defined(__CUDACC__) && defined(THRUST_IS_DEVICE_CODE)
#undef THRUST_IS_DEVICE_CODE
#undef THRUST_IS_HOST_CODE
#undef THRUST_INCLUDE_DEVICE_CODE
#undef THRUST_INCLUDE_HOST_CODE
#define THRUST_IS_DEVICE_CODE fencepost_on_device()
#define THRUST_IS_HOST_CODE (!fencepost_on_device())
#define THRUST_INCLUDE_DEVICE_CODE 1
#define THRUST_INCLUDE_HOST_CODE 1
#endif
