#include "sim/interface/managed_variables.h"

#include <cstdint>

// Set by the linker where the section exists.
extern "C" {
extern char __start_fencepost_managed __attribute__((weak));
extern char __stop_fencepost_managed __attribute__((weak));
}

namespace fencepost::sim {

bool is_managed_variable(const void* address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&__start_fencepost_managed);
  const auto end = reinterpret_cast<std::uintptr_t>(&__stop_fencepost_managed);
  return reinterpret_cast<std::uintptr_t>(address) - begin < end - begin;
}

bool has_managed_variables() { return &__start_fencepost_managed != &__stop_fencepost_managed; }

}  // namespace fencepost::sim
