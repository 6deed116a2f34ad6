// Launches by the address of a kernel.
#pragma once

#include <cstddef>
#include <functional>

#include <memory>
#include <span>

#include "sim/include/driver_types.h"
#include "sim/interface/kernel_table.h"
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
  bool overlaps = false;              ///< LaunchInfo::overlaps
  DeviceNumber device = 0;            ///< That is current; launch_function() sets it.
};

/// Launches `function`, a kernel, with the arguments that lie at `arguments`. `call` is the API function that wants it.
/// Thread safety: full; launches take turns.
cudaError_t launch_function(const char* call, const void* function, void** arguments, const LaunchConfiguration&);

/// A launch that a kernel asks for, with arguments of its own.
class ChildLaunch {
 public:
  virtual ~ChildLaunch() = default;
  /// Runs the grid, and all that it launches in turn. Between launches; `depth`: 1 of what a kernel launches that the
  /// host has launched.
  virtual void perform(StreamNumber, const Descent&, unsigned depth) const = 0;
};
/// `arguments` as they lie in a launch's. Null, and the error, if the device would refuse it. The configuration's
/// stream is not looked at. For a thread of a kernel.
std::unique_ptr<ChildLaunch> child_launch(const KernelEntry&, std::span<const std::byte> arguments,
                                          const LaunchConfiguration&, cudaError_t& error);

/// What runs the grids that kernels launch, if the program has such kernels (sim/child).
class ChildRunner {
 public:
  virtual ~ChildRunner() = default;
  /// Before a launch: sets info.children.
  virtual void begin(LaunchInfo& info, unsigned depth) = 0;
  /// It has ended: runs what it launched, unless it was stopped.
  virtual void end(const LaunchInfo&, bool stopped) = 0;
};
/// Null: there are none. Set before main().
extern ChildRunner* child_runner;

/// Does what must not be done while a kernel runs. Not to be called by a kernel's thread.
void between_launches(const std::function<void()>& work);

}  // namespace fencepost::sim
