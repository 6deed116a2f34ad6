// Memory of the device on behalf of libraries. Thread safety: full.
#pragma once

#include <cstddef>

#include "sim/include/driver_types.h"

namespace fencepost::sim {

/// As cudaMalloc and cudaFree; errors are those of `call`, made at `pc`.
cudaError_t allocate_device_memory(const char* call, void** pointer, std::size_t bytes, const void* pc);
cudaError_t free_device_memory(const char* call, void* pointer, const void* pc);

}  // namespace fencepost::sim
