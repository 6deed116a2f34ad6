// Small device functions.
#include <chrono>
#include <cstdint>

#include "sim/engine/block_runner.h"
#include "sim/include/fencepost_cccl.h"
#include "sim/include/fencepost_device.h"
#include "sim/interface/current.h"
#include "sim/interface/device_clock.h"
#include "sim/os/image.h"

using fencepost::sim::current;
using fencepost::sim::DeviceCycles;

extern "C" {

bool fencepost_is_shared(const void* address) {
  // __shared__ variables are thread-local ones.
  static const fencepost::sim::Image& image = fencepost::sim::own_image();
  return reinterpret_cast<std::uintptr_t>(address) - fencepost::sim::own_thread_variables() < image.tls_bytes;
}

bool fencepost_is_global(const void* address) {
  // Device memory and __device__ variables: what is neither shared nor on the thread's stack.
  return !fencepost_is_shared(address) && !fencepost_is_local(address);
}

unsigned fencepost_dynamic_shared_size() {
  return current.in_kernel ? static_cast<unsigned>(current.runner->launch()->dynamic_shared_bytes) : 0;
}

long long clock64() {
  if (current.in_kernel) current.runner->expect_changes();
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<DeviceCycles>(now).count();
}

unsigned long long fencepost_nanoseconds() {
  if (current.in_kernel) current.runner->expect_changes();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<unsigned long long>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // extern "C"
