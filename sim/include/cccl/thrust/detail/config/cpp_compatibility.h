// Thrust's own; and a call of the runtime's that comes from it is told at the line of the user's call.
#pragma once

#include_next <thrust/detail/config/cpp_compatibility.h>

#include <thrust/version.h>

#if defined(__HIP__) && THRUST_VERSION < 200000  // Later ones have a namespace in between.
namespace thrust {
namespace cuda {}
namespace hip = cuda;  // thrust::hip::par
}  // namespace thrust
#endif

#if defined(__CUDACC__)
extern "C" bool fencepost_calls_come_through_libraries();
namespace fencepost_rt {
[[maybe_unused]] static const bool through_libraries = fencepost_calls_come_through_libraries();
}
#endif
