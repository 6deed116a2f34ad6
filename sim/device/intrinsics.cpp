// Small device functions.
#include <link.h>

#include <chrono>
#include <cstdint>

#include "sim/engine/block_runner.h"
#include "sim/include/fencepost_cccl.h"
#include "sim/include/fencepost_device.h"
#include "sim/interface/current.h"
#include "sim/interface/device_clock.h"

using fencepost::sim::current;
using fencepost::sim::DeviceCycles;

namespace {

/// The thread-local variables of the program in the calling OS thread: __shared__ variables are such.
struct Block {
  std::uintptr_t begin = 0;
  std::uintptr_t bytes = 0;
};

int find_program(dl_phdr_info* program, std::size_t, void* block) {
  for (int i = 0; i < program->dlpi_phnum; ++i) {
    if (program->dlpi_phdr[i].p_type != PT_TLS) continue;
    *static_cast<Block*>(block) = {reinterpret_cast<std::uintptr_t>(program->dlpi_tls_data),
                                   program->dlpi_phdr[i].p_memsz};
  }
  return 1;  // The program itself comes first; go no further.
}

Block block_of_this_thread() {
  Block block;
  dl_iterate_phdr(find_program, &block);
  return block;
}

}  // namespace

extern "C" {

bool fencepost_is_shared(const void* address) {
  thread_local const Block block = block_of_this_thread();
  return reinterpret_cast<std::uintptr_t>(address) - block.begin < block.bytes;
}

bool fencepost_is_global(const void* address) {
  // Device memory and __device__ variables: what is neither shared nor on the thread's stack.
  return !fencepost_is_shared(address) && !fencepost_is_local(address);
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
