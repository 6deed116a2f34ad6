// Hashes of what a launch's threads could still change: if nothing differs after a while, nothing ever will.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace fencepost::sim {

/// Continues `hash` with `bytes`.
std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t hash = 0);

/// Of the running CUDA thread at a call into the runtime that will return to `pc`: the stack from there up to
/// `stack_end`, and the registers that calls preserve. What else the thread has is in memory. 0 if `pc` is not found.
std::uint64_t thread_state(const void* pc, const std::byte* stack_end);

/// Of all allocations of device memory; nullopt if they are too large to be read for this. Thread safety: any thread;
/// of what kernels write meanwhile some may be in it.
std::optional<std::uint64_t> device_memory_state();

}  // namespace fencepost::sim
