// The contexts of the driver API that there are.
#pragma once

#include "sim/include/cuda.h"
#include "sim/interface/host_mutex.h"
#include "sim/runtime/devices/current.h"

namespace fencepost::sim {

extern HostMutex contexts_mutex;  ///< Taken by who calls the functions below but check_device().

bool is_context(CUcontext);
/// A green context that was destroyed.
bool is_destroyed_context(CUcontext);
/// A copy of it, with the handle that is returned.
CUcontext add_context(const CUctx_st&);
/// How often the device's primary context was retained and not released.
unsigned int& users_of_primary(DeviceNumber);

/// CUDA_SUCCESS: it is one, and the driver API may be used.
CUresult check_device(CUdevice);

}  // namespace fencepost::sim
