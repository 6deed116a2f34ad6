// From a launch in the program to a run of the engine: what rewritten code calls (sim/include/fencepost_rt.h), and
// cudaLaunchKernel.
#include <sys/mman.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/current.h"
#include "sim/engine.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/include/fencepost_rt.h"
#include "sim/runtime/device.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/function.h"
#include "sim/runtime/stream.h"

using namespace fencepost::sim;

namespace {

constexpr std::size_t kParameterBytes = 4096;  ///< CUDA's limit for the parameters of a kernel.

struct Configuration {
  Extent grid;
  Extent block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  const void* pc = nullptr;           ///< Of the launch in the user's code.
  const void* cooperative = nullptr;  ///< The kernel, if the grid is to have a barrier.
};

/// Configurations whose kernels were not entered yet. More than one when an argument of a launch itself launches.
thread_local std::vector<Configuration> configurations;
/// While cudaLaunchKernel enters a kernel: the addresses of its arguments.
thread_local void** launch_arguments = nullptr;
/// Return address of the last call of fencepost_on_host() on the host: in a kernel's prologue.
thread_local const void* entry_pc = nullptr;

bool fits(const Extent& extent, const int (&most)[3]) {
  return extent.x >= 1 && extent.y >= 1 && extent.z >= 1 && extent.x <= static_cast<unsigned>(most[0]) &&
         extent.y <= static_cast<unsigned>(most[1]) && extent.z <= static_cast<unsigned>(most[2]);
}

std::uint64_t most_resident_blocks(const Configuration& configuration) {
  int of_one = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &of_one, configuration.cooperative, static_cast<int>(configuration.block.count()), configuration.shared_bytes);
  return static_cast<std::uint64_t>(of_one) * static_cast<std::uint64_t>(device_properties().multiProcessorCount);
}

/// CUDA C++ Programming Guide, Technical Specifications per Compute Capability.
cudaError_t check(const Configuration& configuration) {
  const cudaDeviceProp& device = device_properties();
  if (!is_stream(configuration.stream)) return cudaErrorInvalidResourceHandle;
  if (!fits(configuration.grid, device.maxGridSize) || !fits(configuration.block, device.maxThreadsDim) ||
      configuration.block.count() > static_cast<std::uint64_t>(device.maxThreadsPerBlock)) {
    return cudaErrorInvalidConfiguration;
  }
  if (configuration.shared_bytes > dynamic_shared_limit(entry_pc)) return cudaErrorInvalidValue;
  if (configuration.cooperative != nullptr && configuration.grid.count() > most_resident_blocks(configuration)) {
    return cudaErrorCooperativeLaunchTooLarge;
  }
  return cudaSuccess;
}

/// Pairs the comma-separated parameter names with the pointers among the arguments.
std::vector<PointerArgument> pointers(std::string_view names, const fencepost_rt::Argument* arguments,
                                      std::size_t count) {
  std::vector<PointerArgument> result;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t comma = names.find(',');
    if (arguments[i].is_pointer) {
      result.push_back({std::string(names.substr(0, comma)), arguments[i].value, arguments[i].element_bytes,
                        arguments[i].is_scalar});
    }
    names = comma == std::string_view::npos ? std::string_view() : names.substr(comma + 1);
  }
  return result;
}

/// Launches of several host threads take turns.
std::mutex& launch_mutex() {
  static auto* const mutex = new std::mutex;
  return *mutex;
}
std::uint64_t launch_number = 0;

/// Calls a kernel of unknown signature, on the host, while launch_arguments is set.
///
/// Every place where the calling convention may look for a parameter holds the address of scratch memory of its own:
/// parameters that are passed by reference then have somewhere to be, and the kernel's prologue (fencepost_rt::bind)
/// overwrites all of them with the arguments.
__attribute__((no_sanitize("undefined"))) bool enter(void* kernel) {
  constexpr std::size_t kRegisters = 6;
  constexpr std::size_t kSlots = kParameterBytes / sizeof(void*);
  constexpr std::size_t kScratchBytes = (kRegisters + kSlots) * kParameterBytes;
  struct OnStack {
    std::byte* slots[kSlots];
  };
  using Kernel = void (*)(std::byte*, std::byte*, std::byte*, std::byte*, std::byte*, std::byte*, OnStack);
  void* const memory =
      mmap(nullptr, kScratchBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  const auto scratch = [memory](std::size_t slot) { return static_cast<std::byte*>(memory) + slot * kParameterBytes; };
  OnStack on_stack;
  for (std::size_t i = 0; i < kSlots; ++i) on_stack.slots[i] = scratch(kRegisters + i);
  reinterpret_cast<Kernel>(kernel)(scratch(0), scratch(1), scratch(2), scratch(3), scratch(4), scratch(5), on_stack);
  munmap(memory, kScratchBytes);
  return true;
}

cudaError_t launch_function(const char* call, const void* function, void** arguments,
                            const Configuration& configuration) {
  if (sticky_error() != cudaSuccess) return result(call, sticky_error(), configuration.pc);
  if (function == nullptr) return result(call, cudaErrorInvalidDeviceFunction, configuration.pc);
  configurations.push_back(configuration);
  void* none[1] = {nullptr};
  launch_arguments = arguments != nullptr ? arguments : none;
  const bool entered = enter(const_cast<void*>(function));
  launch_arguments = nullptr;
  return entered ? cudaPeekAtLastError() : result(call, cudaErrorMemoryAllocation, configuration.pc);
}

}  // namespace

extern "C" {

bool fencepost_on_host() noexcept {
  if (current.in_kernel) return false;
  entry_pc = __builtin_return_address(0);
  return true;
}

bool fencepost_on_device() noexcept { return current.in_kernel; }

void fencepost_lacks_device_code() {
  stop_launch({.reason = StopReason::kTrap,
               .pc = __builtin_return_address(0),
               .text = "entering a body that does not exist for its __CUDA_ARCH__ (see -arch)"});
}

void fencepost_configure(fencepost_rt::Extent grid, fencepost_rt::Extent block, size_t shared_bytes,
                         CUstream_st* stream) {
  if (current.in_kernel) {
    stop_launch({.reason = StopReason::kTrap,
                 .pc = __builtin_return_address(0),
                 .text = "a kernel launches a kernel (dynamic parallelism), which Fencepost does not support"});
  }
  configurations.push_back(
      {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, stream, __builtin_return_address(0)});
}

void** fencepost_take_launch_arguments() noexcept {
  void** const arguments = launch_arguments;
  launch_arguments = nullptr;
  return arguments;
}

void fencepost_launch(const char* names, const fencepost_rt::Argument* arguments, size_t count, void (*thread)(void*),
                      void* closure, size_t closure_bytes) {
  if (configurations.empty()) {
    std::fputs("fencepost: error: a kernel was called like an ordinary function; launch it with <<<grid, block>>>\n",
               stderr);
    std::exit(3);
  }
  const Configuration configuration = configurations.back();
  configurations.pop_back();
  if (sticky_error() != cudaSuccess) {
    result("kernel launch", sticky_error(), configuration.pc);
    return;
  }
  if (const cudaError_t error = check(configuration); error != cudaSuccess) {
    result("kernel launch", error, configuration.pc);
    add_unread_launch_error(error, configuration.pc);
    return;
  }
  const std::vector<PointerArgument> pointer_arguments = pointers(names, arguments, count);
  LaunchInfo info;
  info.grid = configuration.grid;
  info.block = configuration.block;
  info.dynamic_shared_bytes = configuration.shared_bytes;
  info.cooperative = configuration.cooperative != nullptr;
  info.entry_pc = entry_pc;
  info.stream = stream_number(configuration.stream);
  info.pc = configuration.pc;
  info.arguments = pointer_arguments;
  const std::lock_guard lock(launch_mutex());
  info.number = ++launch_number;
  if (const std::optional<Stop> stop = run_launch(info, thread, closure, closure_bytes)) {
    set_sticky_error(error_of(stop->reason));
  }
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                             cudaStream_t stream) {
  return launch_function(
      __func__, function, arguments,
      {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, stream, __builtin_return_address(0)});
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  return launch_function(__func__, function, arguments,
                         {{grid.x, grid.y, grid.z},
                          {block.x, block.y, block.z},
                          shared_bytes,
                          stream,
                          __builtin_return_address(0),
                          function});
}

}  // extern "C"
