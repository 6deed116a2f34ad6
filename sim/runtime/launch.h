// Launches by the address of a kernel.
#pragma once

#include <cstddef>
#include <functional>

#include "sim/include/driver_types.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// The <<<…>>> of a launch.
struct LaunchConfiguration {
  Extent grid;
  Extent block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  const void* pc = nullptr;           ///< Of the launch in the user's code.
  const void* cooperative = nullptr;  ///< The kernel, if the grid is to have a barrier.
  Extent cluster{0, 0, 0};            ///< As an attribute says it; zeros: none does.
  bool has_clusters = false;          ///< The attribute, or the kernel, says it.
  DeviceNumber device = 0;            ///< That is current; launch_function() sets it.
};

/// Launches `function`, a kernel, with the arguments that lie at `arguments`. `call` is the API function that wants it.
/// Thread safety: full; launches take turns.
cudaError_t launch_function(const char* call, const void* function, void** arguments, const LaunchConfiguration&);

/// Does what must not be done while a kernel runs. Not to be called by a kernel's thread.
void between_launches(const std::function<void()>& work);

}  // namespace fencepost::sim
