// Accesses to memory that is neither shared nor the device's: the thread's own stack, constants, or a mistake.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::detector {

/// Returns if the running CUDA thread may access these bytes; otherwise records the finding and ends the launch. Thread
/// safety: any worker.
void check_foreign_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc);

}  // namespace fencepost::detector
