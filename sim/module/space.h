// Where loaded code goes: a part of the program's image, and one of its thread-local variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace fencepost::sim {

inline constexpr std::size_t kCodeSpaceBytes = std::size_t{32} << 20;
inline constexpr std::size_t kModuleSharedBytes = std::size_t{640} << 10;
inline constexpr std::size_t kModuleSharedAlignment = 1024;

/// Bytes of the image, writable and executable; nullopt if no more are left, or the system does not allow such pages.
/// Nothing is ever given back: findings name code by its address. Thread safety: none.
std::optional<std::uintptr_t> take_code_space(std::size_t bytes, std::size_t alignment);

/// Where the `__shared__` variables of all kernels lie that only one kernel can name, of each up to that many bytes, as
/// the distance from the thread pointer.
inline constexpr std::size_t kKernelSharedBytes = std::size_t{64} << 10;
std::int64_t kernel_shared();

/// As many offsets as there are bytes that no TLS block has, for what lies where other kernels' variables do; nullopt
/// if no more are left: what tells them has 32 bits.
std::optional<std::size_t> take_file_offsets(std::size_t bytes);

/// Bytes of each thread's other `__shared__` variables, as that distance; nullopt if no more are left.
std::optional<std::int64_t> take_module_shared(std::size_t bytes, std::size_t alignment);

/// What is to be added to such a distance to have the offset into the program's TLS block.
std::int64_t tls_block_end();

}  // namespace fencepost::sim
