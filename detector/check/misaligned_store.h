// Stores that are split into aligned ones here, though the device does them at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::detector {

/// A store of `bytes`, of a type whose alignment `address` has not, by the running CUDA thread. Other calls tell what
/// it writes.
void report_misaligned_store(std::uintptr_t address, std::size_t bytes, const void* pc);

/// A store of a bit-field, by the running CUDA thread, which keeps what else is in these `bytes`: that is not to have
/// been written. Other calls tell that it reads and writes.
void store_bit_field(std::uintptr_t address, std::size_t bytes);

}  // namespace fencepost::detector
