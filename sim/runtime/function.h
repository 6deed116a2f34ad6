// Kernels as the runtime API sees them: by the address of their function.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::sim {

/// Of the kernel's `__shared__` variables and those of functions that it calls. Thread safety: full.
std::size_t static_shared_bytes(const void* function);

/// Dynamic shared memory that a launch of the kernel may ask for: more than what its own variables leave of the default
/// only after cudaFuncSetAttribute. Thread safety: full.
std::size_t dynamic_shared_limit(const void* function);

/// Threads of a block that it may be launched with: the device's limit, or its __launch_bounds__.
std::uint64_t most_threads(const void* function);

}  // namespace fencepost::sim
