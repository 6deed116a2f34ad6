// Arguments of a launch by the driver API, also those that the program packed itself (CUDA Driver API, cuLaunchKernel:
// CU_LAUNCH_PARAM_BUFFER_POINTER).
#include <string>
#include <vector>

#include "sim/include/cuda.h"
#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/registration.h"

extern "C" void** fencepost_buffer_arguments(const void* function, void** arguments, void** extra,
                                             int has_configuration) {
  static thread_local std::vector<void*> places;
  const auto wrong_buffer = [&](const std::string& what, const void* pc) -> void** {
    fencepost::sim::observers().calls->on_invalid_arguments("cuLaunchKernel", what, pc);
    return nullptr;
  };
  if (has_configuration == 0) return wrong_buffer("its configuration is null", FENCEPOST_USER_PC);
  if (arguments != nullptr && extra != nullptr) {
    return wrong_buffer("it is given both arguments and extra", FENCEPOST_USER_PC);
  }
  places.assign(1, nullptr);
  const fencepost::KernelEntry* const kernel = fencepost::sim::registered_kernel(function);
  if (kernel == nullptr) {
    // The launch returns the status, and tells kernels that were unloaded, or are a GPU's.
    if (!fencepost::sim::was_removed(function) && fencepost::sim::gpu_kernel(function) == nullptr) {
      wrong_buffer(function == nullptr ? "its kernel is null" : "its kernel is none", FENCEPOST_USER_PC);
    }
    return places.data();
  }
  if (extra == nullptr) {
    for (std::uint64_t i = 0; i < kernel->parameter_count; ++i) {
      if (arguments == nullptr)
        return wrong_buffer("the kernel has parameters, but arguments is null", FENCEPOST_USER_PC);
      if (arguments[i] == nullptr) {
        return wrong_buffer("argument " + std::to_string(i) + " has a null pointer as its place", FENCEPOST_USER_PC);
      }
    }
    return arguments != nullptr ? arguments : places.data();
  }
  std::byte* buffer = nullptr;
  const size_t* bytes = nullptr;
  for (std::size_t i = 0; extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
    if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = static_cast<std::byte*>(extra[i + 1]);
    } else if (extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE) {
      bytes = static_cast<const size_t*>(extra[i + 1]);
    } else {
      return wrong_buffer("extra has an element that is none of CU_LAUNCH_PARAM_…", FENCEPOST_USER_PC);
    }
  }
  if (buffer == nullptr || bytes == nullptr) {
    return wrong_buffer("extra names no buffer, or not its size", FENCEPOST_USER_PC);
  }
  if (kernel->parameter_count == 0) return places.data();
  const fencepost::KernelParameter& last = kernel->parameters[kernel->parameter_count - 1];
  if (*bytes < last.offset + last.bytes) {
    return wrong_buffer("the buffer of arguments has " + std::to_string(*bytes) +
                            " bytes, the kernel's parameters take " + std::to_string(last.offset + last.bytes),
                        FENCEPOST_USER_PC);
  }
  places.clear();
  for (std::uint64_t i = 0; i < kernel->parameter_count; ++i) places.push_back(buffer + kernel->parameters[i].offset);
  return places.data();
}
