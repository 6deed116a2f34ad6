// Kernels as the runtime API sees them: by the address of their function.
#pragma once

#include <cstddef>

namespace fencepost::sim {

/// Dynamic shared memory that a launch of the kernel may ask for: more than the default only after
/// cudaFuncSetAttribute. Thread safety: full.
std::size_t dynamic_shared_limit(const void* function);

}  // namespace fencepost::sim
