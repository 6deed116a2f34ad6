// From a launch in the program to a run of the engine: what clang's stubs of kernels call, and cudaLaunchKernel.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/engine.h"
#include "sim/engine/host_stack.h"
#include "sim/engine/residents.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_watch.h"
#include "sim/interface/managed_variables.h"
#include "sim/os/held_signals.h"
#include "sim/os/source_name.h"
#include "sim/runtime/cluster_launch.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/devices/variables.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/function.h"
#include "sim/runtime/graph/environment.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/registration.h"
#include "sim/runtime/resting/beside_host.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/work.h"

using namespace fencepost::sim;

namespace {

/// Configurations that no stub has taken yet. More than one when an argument of a launch itself launches. A signal
/// handler may come between any two steps, launch, and never return: so a place is taken before it is written, and
/// nothing is ever moved.
class PushedConfigurations {
 public:
  void push(const LaunchConfiguration& configuration) {
    const std::uint64_t number = count_;
    count_ = number + 1;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    places_[number % kPlaces] = {number, configuration};
  }
  /// Null: there is none, or kPlaces others were pushed on it.
  [[nodiscard]] const LaunchConfiguration* top() const {
    const Place& place = places_[(count_ - 1) % kPlaces];
    return count_ != 0 && place.number == count_ - 1 ? &place.configuration : nullptr;
  }
  void pop() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    --count_;
  }

 private:
  struct Place {
    std::uint64_t number = 0;
    LaunchConfiguration configuration;
  };
  static constexpr std::uint64_t kPlaces = 32;
  std::uint64_t count_ = 0;
  std::array<Place, kPlaces> places_;
};
constinit thread_local PushedConfigurations configurations;

/// What `<<<…>>>` is called in messages.
constexpr char kStub[] = "kernel launch";
/// Where the stub was called that took its configuration last and has not launched yet.
thread_local const void* stub_pc = nullptr;

bool fits(const Extent& extent, const int (&most)[3]) {
  return extent.x >= 1 && extent.y >= 1 && extent.z >= 1 && extent.x <= static_cast<unsigned>(most[0]) &&
         extent.y <= static_cast<unsigned>(most[1]) && extent.z <= static_cast<unsigned>(most[2]);
}

std::uint64_t most_resident_blocks(const LaunchConfiguration& configuration) {
  int of_one = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &of_one, configuration.cooperative, static_cast<int>(configuration.block.count()), configuration.shared_bytes);
  return static_cast<std::uint64_t>(of_one) * multiprocessors_of(configuration.stream);
}

/// CUDA C++ Programming Guide, Technical Specifications per Compute Capability.
cudaError_t check(const LaunchConfiguration& configuration, const void* function) {
  const cudaDeviceProp& device = device_properties();
  if (!is_stream(configuration.stream)) {
    observers().calls->on_invalid_arguments("kernel launch", "its stream was never created, or was destroyed",
                                            configuration.pc);
    return cudaErrorInvalidResourceHandle;
  }
  // "A kernel launch will fail if it is issued to a stream that is not associated to the current device" (Programming
  // Guide, Stream and Event Behavior).
  if (const DeviceNumber of_stream = stream_device(configuration.stream); of_stream != configuration.device) {
    observers().calls->on_invalid_arguments("kernel launch",
                                            "its stream is of device " + std::to_string(of_stream) + ", but device " +
                                                std::to_string(configuration.device) +
                                                " is current: call cudaSetDevice(" + std::to_string(of_stream) +
                                                ") before",
                                            configuration.pc);
    return cudaErrorInvalidResourceHandle;
  }
  if (!fits(configuration.grid, device.maxGridSize) || !fits(configuration.block, device.maxThreadsDim) ||
      configuration.block.count() > static_cast<std::uint64_t>(device.maxThreadsPerBlock)) {
    return cuda_version() < 13000 ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;  // As CUDA 13.0 was seen to.
  }
  // "A kernel will fail to launch if it is executed with more threads per block than its launch bound" (Programming
  // Guide, Launch Bounds). The error is that of CUDA 13.0 on an H200.
  if (configuration.block.count() > most_threads(function)) return cudaErrorInvalidValue;
  if (configuration.shared_bytes > dynamic_shared_limit(function)) return cudaErrorInvalidValue;
  if (configuration.cooperative != nullptr && configuration.grid.count() > most_resident_blocks(configuration)) {
    return cudaErrorCooperativeLaunchTooLarge;
  }
  return cudaSuccess;
}

/// One kernel argument. A launch that is kept for later needs its bytes.
struct Argument {
  const void* address;
  std::size_t bytes;
};

/// Launches of several host threads take turns.
std::mutex& launch_mutex() {
  static auto* const mutex = new std::mutex;
  return *mutex;
}
std::uint64_t launch_number = 0;

/// What a run of the engine needs to know.
struct Launch {
  LaunchConfiguration configuration;
  const void* entry = nullptr;     ///< In the kernel's code.
  const void* function = nullptr;  ///< By which the host names the kernel.
  std::vector<PointerArgument> pointers;
  ThreadCode thread;
  std::optional<ThreadCode> unchecked;
  void* closure = nullptr;
  std::size_t closure_bytes = 0;
  bool orders_threads = false;
  bool is_checked = true;
  bool looks_at_others = false;
  bool learns_of_others = false;
  const fencepost::KernelWrites* writes = nullptr;
  std::span<const void* const> stack{};  ///< Of a launch that is, or may be, performed on another OS thread.
};

/// launch_mutex() is held, by this thread or one that waits for it.
/// What it failed with.
cudaError_t perform_next(const Launch& launch, StreamNumber stream, const Descent& descent, unsigned depth,
                         HostWait* host = nullptr) {
  const LaunchConfiguration& configuration = launch.configuration;
  LaunchInfo info;
  info.grid = configuration.grid;
  info.block = configuration.block;
  info.dynamic_shared_bytes = configuration.shared_bytes;
  info.cluster = configuration.cluster;
  info.has_clusters = configuration.has_clusters;
  info.cooperative = configuration.cooperative != nullptr;
  info.overlaps = configuration.overlaps;
  info.orders_threads = launch.orders_threads;
  info.learns_of_others = launch.learns_of_others;
  info.is_checked = launch.is_checked;
  info.entry_pc = launch.entry;
  info.stream = stream;
  info.device = configuration.device;
  info.pc = configuration.pc;
  info.stack = launch.stack;
  info.arguments = launch.pointers;
  info.descent = descent;
  info.is_nested = descent.is_awaited || launches_at_rest != 0;
  const fencepost::KernelWrites* const writes = launch.writes;
  const bool is_alone = !info.is_nested && host == nullptr && depth == 0 && descent.parent == 0;
  if (is_alone && writes != nullptr && writes->count != fencepost::kAnythingWritten) {
    info.writes = std::span(writes->offsets, writes->count);
  }
  const DeviceGuard of_kernel(configuration.device);  // Of a graph's, the host may have gone on to another one.
  show_variables_of(configuration.device);
  info.number = ++launch_number;
  ThreadCode thread = launch.thread;
  if (launch.unchecked) thread.unchecked = &*launch.unchecked;
  if (child_runner != nullptr) child_runner->begin(info, depth);
  const std::optional<Stop> stop = run_launch(info, thread, launch.closure, launch.closure_bytes, host);
  if (stop) set_sticky_error(error_of(stop->reason));
  if (child_runner != nullptr) child_runner->end(info, stop.has_value());
  return stop ? error_of(stop->reason) : cudaSuccess;
}

/// It may come to wait for what the host writes, or a launch in another stream.
bool may_rest(const Launch& launch) {
  if (!launch.looks_at_others) return false;
  const std::uint64_t blocks = launch.configuration.grid.count();
  const bool is_cooperative = launch.configuration.cooperative != nullptr && launch.orders_threads;
  if (blocks > (is_cooperative ? kMostResidents : kMostBlocksAtRest)) return false;
  return host_shares_memory.load(std::memory_order_relaxed) || has_managed_variables() || program_creates_streams ||
         device_count() > 1;
}

void perform(const Launch& launch, StreamNumber stream) {
  // In the middle of another one the mutex is held.
  if (const Descent* const descent = GraphEnvironment::descent()) {
    perform_next(launch, stream, *descent, 0);
    return;
  }
  const SignalsHeld held;
  const std::lock_guard lock(launch_mutex());
  perform_next(launch, stream, {}, 0);
}

/// A launch for later, with arguments of its own: the bits of them, as CUDA keeps them.
class KeptLaunch final : public ChildLaunch {
 public:
  KeptLaunch(Launch launch, const std::vector<Argument>& arguments) : launch_(std::move(launch)) {
    launch_.closure = keep(launch_.closure, launch_.closure_bytes);
    for (const Argument& argument : arguments) arguments_.push_back(keep(argument.address, argument.bytes));
  }
  void perform(StreamNumber stream) const { ::perform(launch_, stream); }
  /// As an operation of its own, no node of a graph; until it has ended, `kept` is this.
  static void perform_alone(const std::shared_ptr<KeptLaunch>& kept, StreamNumber stream) {
    if (!may_rest(kept->launch_)) return kept->perform(stream);
    const LaunchConfiguration& configuration = kept->configuration();
    perform_beside_host(configuration.stream, configuration.device,
                        [=](HostWait* host) { return perform_next(kept->launch_, stream, {}, 0, host); });
  }
  void perform(StreamNumber stream, const Descent& descent, unsigned depth) const override {
    perform_next(launch_, stream, descent, depth);
  }
  [[nodiscard]] const LaunchConfiguration& configuration() const { return launch_.configuration; }
  /// Valid as long as this is.
  cudaKernelNodeParams parameters() {
    const LaunchConfiguration& c = launch_.configuration;
    return {const_cast<void*>(launch_.function),
            {c.grid.x, c.grid.y, c.grid.z},
            {c.block.x, c.block.y, c.block.z},
            static_cast<unsigned>(c.shared_bytes),
            arguments_.data(),
            nullptr};
  }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  void* keep(const void* bytes, std::size_t count) {
    constexpr std::size_t kAlignment = fencepost::kArgumentAlignment;
    copies_.emplace_back(std::aligned_alloc(kAlignment, (count + kAlignment) / kAlignment * kAlignment));
    return std::memcpy(copies_.back().get(), bytes, count);
  }

  Launch launch_;
  std::vector<std::unique_ptr<void, Free>> copies_;
  std::vector<void*> arguments_;
};

Work work(Launch launch, const std::vector<Argument>& arguments) {
  launch.configuration.overlaps = false;  // Of a graph the edges say what comes before.
  const auto kept = std::make_shared<KeptLaunch>(std::move(launch), arguments);
  Work work;
  work.type = cudaGraphNodeTypeKernel;
  if (kept->configuration().has_clusters) work.cluster = kept->configuration().cluster;
  work.perform = [kept](StreamNumber stream) { kept->perform(stream); };
  work.parameters = kept->parameters();
  return work;
}

/// Now, or, while a graph is recorded, later.
void launch(Launch launch, const std::vector<Argument>& arguments, const Extent& cluster_of_kernel) {
  const cudaError_t cluster_error = choose_cluster(launch.configuration, launch.function, cluster_of_kernel);
  const LaunchConfiguration configuration = launch.configuration;
  if (sticky_error() != cudaSuccess) {
    result(kStub, sticky_error(), configuration.pc);
    return;
  }
  const cudaError_t other_error = check(configuration, launch.function);
  if (const cudaError_t error = other_error != cudaSuccess ? other_error : cluster_error; error != cudaSuccess) {
    result(kStub, error, configuration.pc);
    add_unread_launch_error(error, configuration.pc);
    return;
  }
  if (recorders != 0) {
    if (const auto kept = keep(configuration.stream, work(launch, arguments))) {
      result(kStub, *kept, configuration.pc);
      return;
    }
  }
  const StreamNumber stream = stream_number(configuration.stream);
  if (launch_rests || may_rest(launch)) launch.stack = host_stack(configuration.pc);
  if (launch_rests) {
    const auto kept = std::make_shared<KeptLaunch>(launch, arguments);
    Work work = {.perform = [kept](StreamNumber in) { KeptLaunch::perform_alone(kept, in); }};
    if (hold_back(configuration.stream, work)) return;
  }
  if (may_rest(launch)) {
    return KeptLaunch::perform_alone(std::make_shared<KeptLaunch>(std::move(launch), arguments), stream);
  }
  perform(launch, stream);
}

/// Of the arguments at `packed`, which the result does not own.
Launch launch_of(const fencepost::KernelEntry& kernel, const void* function, const LaunchConfiguration& configuration,
                 std::byte* packed, std::size_t bytes) {
  std::vector<PointerArgument> pointers;
  for (std::size_t i = 0; i < kernel.parameter_count; ++i) {
    const fencepost::KernelParameter& parameter = kernel.parameters[i];
    if ((parameter.flags & fencepost::kIsPointer) == 0) continue;
    const void* pointee = nullptr;
    std::memcpy(&pointee, packed + parameter.offset, sizeof pointee);
    pointers.push_back({parameter.name, pointee, parameter.element_bytes, parameter.pointee});
  }
  std::optional<ThreadCode> unchecked;
  if (const fencepost::UncheckedKernel* const code = kernel.unchecked; code != nullptr && code->threads != nullptr) {
    unchecked = ThreadCode{code->run, *code->threads};
  }
  return {configuration,
          static_cast<const char*>(kernel.code) + 1,  // Inside of the kernel, not where the function before it ends.
          function,
          std::move(pointers),
          {kernel.run, *kernel.threads},
          unchecked,
          packed,
          bytes,
          (kernel.flags & fencepost::kOrdersThreads) != 0,
          (kernel.flags & fencepost::kNotChecked) == 0,
          (kernel.flags & fencepost::kLooksAtOthers) != 0,
          (kernel.flags & fencepost::kLearnsOfOthers) != 0,
          kernel.writes};
}

void launch_registered(const fencepost::KernelEntry& kernel, const void* function, void** values,
                       const LaunchConfiguration& configuration) {
  alignas(fencepost::kArgumentAlignment) std::byte packed[fencepost::kMostParameterBytes];
  std::size_t packed_bytes = 0;
  std::vector<Argument> arguments;
  for (std::size_t i = 0; i < kernel.parameter_count; ++i) {
    const fencepost::KernelParameter& parameter = kernel.parameters[i];
    std::byte* const place = packed + parameter.offset;
    std::memcpy(place, values[i], parameter.bytes);
    packed_bytes = parameter.offset + parameter.bytes;
    arguments.push_back({place, parameter.bytes});
    if ((parameter.flags & fencepost::kIsPolymorphic) != 0) {
      observers().calls->on_polymorphic_parameter(parameter.name, configuration.pc);
    }
  }
  launch(launch_of(kernel, function, configuration, packed, packed_bytes), arguments, cluster_of(kernel));
}

/// Of a kernel in a library that NVIDIA's compiler made, PyTorch's for one. Names of templates may have thousands of
/// letters.
void tell_gpu_code(const char* symbol, const void* pc) {
  constexpr std::size_t kMost = 120;
  std::string name = fencepost::sim::source_name(symbol);
  if (name.size() > kMost) name = name.substr(0, kMost) + "...";
  observers().calls->on_invalid_arguments(
      "kernel launch",
      name + " is there as a GPU's machine code alone, which does not run here: compile its library with Fencepost",
      pc);
}

}  // namespace

fencepost::sim::ChildRunner* fencepost::sim::child_runner = nullptr;

std::unique_ptr<ChildLaunch> fencepost::sim::child_launch(const KernelEntry& kernel,
                                                          std::span<const std::byte> arguments,
                                                          const LaunchConfiguration& configuration,
                                                          cudaError_t& error) {
  const void* const function = function_of(kernel);
  LaunchConfiguration of_host = configuration;
  of_host.stream = nullptr;
  alignas(kArgumentAlignment) std::byte packed[kMostParameterBytes];
  std::ranges::copy(arguments, packed);
  Launch launch = launch_of(kernel, function, of_host, packed, arguments.size());
  error = choose_cluster(launch.configuration, function, cluster_of(kernel));
  if (error == cudaSuccess) error = check(launch.configuration, function);
  if (kernel.most_threads != 0 && configuration.block.count() > kernel.most_threads) error = cudaErrorInvalidValue;
  return error == cudaSuccess ? std::make_unique<KeptLaunch>(std::move(launch), std::vector<Argument>()) : nullptr;
}

void fencepost::sim::between_launches(const std::function<void()>& work) {
  if (GraphEnvironment::descent() != nullptr) return work();
  const SignalsHeld held;
  const std::lock_guard lock(launch_mutex());
  work();
}

cudaError_t fencepost::sim::launch_function(const char* call, const void* function, void** arguments,
                                            const LaunchConfiguration& configuration) {
  const SignalsHeld held;  // A handler that came now might not return, or launch, too.
  if (sticky_error() != cudaSuccess) return result(call, sticky_error(), configuration.pc);
  const fencepost::KernelEntry* const kernel = registered_kernel(function);
  if (kernel == nullptr && was_removed(function)) {
    observers().calls->on_invalid_arguments("cuLaunchKernel", "its kernel's module was unloaded", configuration.pc);
  }
  if (const char* const name = kernel == nullptr ? fencepost::sim::gpu_kernel(function) : nullptr) {
    tell_gpu_code(name, configuration.pc);
    return result(call, cudaErrorNoKernelImageForDevice, configuration.pc);
  }
  if (kernel == nullptr) return result(call, cudaErrorInvalidDeviceFunction, configuration.pc);
  void* none[1] = {nullptr};
  LaunchConfiguration on_device = configuration;
  on_device.device = current_device();
  launch_registered(*kernel, function, arguments != nullptr ? arguments : none, on_device);
  // Nobody reads what a stub is told. That the kernel failed is told by the next call: launches do not wait for it.
  return call == kStub || sticky_error() != cudaSuccess ? cudaSuccess : cudaPeekAtLastError();
}

extern "C" {

void fencepost_lacks_device_code() {
  stop_launch({.reason = StopReason::kTrap,
               .pc = __builtin_return_address(0),
               .text = "entering a body that does not exist for its __CUDA_ARCH__ (see -arch)"});
}

/// `k<<<…>>>` by clang: the configuration, then k's stub, which takes it back and calls cudaLaunchKernel.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, CUstream_st* stream) {
  configurations.push({{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, stream, FENCEPOST_USER_PC});
  return 0;
}

unsigned __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream) {
  const LaunchConfiguration* const top = configurations.top();
  if (top == nullptr) {
    std::fputs("fencepost: error: a kernel was called like an ordinary function; launch it with <<<grid, block>>>\n",
               stderr);
    std::exit(3);
  }
  const LaunchConfiguration& pushed = *top;
  *grid = {pushed.grid.x, pushed.grid.y, pushed.grid.z};
  *block = {pushed.block.x, pushed.block.y, pushed.block.z};
  *shared_bytes = pushed.shared_bytes;
  *static_cast<CUstream_st**>(stream) = pushed.stream;
  stub_pc = pushed.pc;
  configurations.pop();
  return 0;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                             cudaStream_t stream) {
  // From a stub, the launch is where the stub was called.
  const void* const pc = std::exchange(stub_pc, nullptr);
  return launch_function(pc != nullptr ? kStub : __func__, function, arguments,
                         {{grid.x, grid.y, grid.z},
                          {block.x, block.y, block.z},
                          shared_bytes,
                          stream,
                          pc != nullptr ? pc : FENCEPOST_USER_PC});
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  return launch_function(
      __func__, function, arguments,
      {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, stream, FENCEPOST_USER_PC, function});
}

}  // extern "C"
