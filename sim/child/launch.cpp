// Launches by threads of kernels: what compiler/passes/children makes of `k<<<…>>>(…)` there.

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/child/grid_children.h"
#include "sim/engine/block/shared_memory.h"
#include "sim/engine/block_runner.h"
#include "sim/include/vector_types.h"
#include "sim/interface/current.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/registration.h"

using namespace fencepost::sim;

namespace {

/// Configurations that no launch has taken yet, of each thread of the block that this OS thread runs: arguments may be
/// evaluated, and others run, in between.
thread_local std::unordered_map<ThreadRank, std::vector<LaunchConfiguration>> configurations;

/// Arguments that the child cannot use: what they point to is the parent's thread's or block's own.
bool points_to_own_memory(const fencepost::KernelEntry& kernel, std::span<const std::byte> arguments, const void* pc) {
  const BlockRunner& runner = *current.runner;
  for (std::uint64_t i = 0; i < kernel.parameter_count; ++i) {
    const fencepost::KernelParameter& parameter = kernel.parameters[i];
    if ((parameter.flags & fencepost::kIsPointer) == 0) continue;
    const void* pointee = nullptr;
    std::memcpy(&pointee, &arguments[parameter.offset], sizeof pointee);
    if (pointee == nullptr || is_device_range(pointee, 1)) continue;
    const bool local = runner.is_local(pointee);
    if (!local && !is_in_shared_memory(pointee, 1, *runner.launch())) continue;
    GridChildren::of_running_thread().tell_invalid(
        GridChildren::kLaunchCall,
        std::string("its argument `") + parameter.name + "` points to " +
            (local ? "a local variable of the thread that launches" : "shared memory of the block that launches") +
            ", which the grid cannot access; it is not launched",
        pc);
    return true;
  }
  return false;
}

}  // namespace

extern "C" {

/// The <<<…>>>.
unsigned fencepost_child_configuration(dim3 grid, dim3 block, size_t shared_bytes, CUstream_st* stream) {
  const BusySection busy;
  configurations[current.thread].push_back(
      {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, stream, __builtin_return_address(0)});
  return 0;
}

/// The call: `arguments` as they lie in a launch's.
void fencepost_launch_child(const fencepost::KernelTable* table, const char* symbol, const std::byte* arguments,
                            std::uint64_t bytes) {
  const BusySection busy;
  std::vector<LaunchConfiguration>& own = configurations[current.thread];
  LaunchConfiguration configuration = own.back();
  configuration.device = current.runner->launch()->device;
  own.pop_back();
  GridChildren& children = GridChildren::of_running_thread();
  const fencepost::KernelEntry* const kernel = kernel_named(*table, symbol);
  if (kernel == nullptr) return children.launch_result(cudaErrorInvalidDeviceFunction, configuration.pc);
  if (!children.is_stream(configuration.stream)) {
    return children.launch_result(cudaErrorInvalidResourceHandle, configuration.pc);
  }
  if (points_to_own_memory(*kernel, {arguments, bytes}, configuration.pc)) return;
  cudaError_t error = cudaSuccess;
  std::unique_ptr<ChildLaunch> launch = child_launch(*kernel, {arguments, bytes}, configuration, error);
  if (error == cudaSuccess) error = children.add_launch(configuration.stream, std::move(launch));
  children.launch_result(error, configuration.pc);
}

}  // extern "C"
