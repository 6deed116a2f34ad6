// Where loaded code goes: a part of the program's image, and one of its thread-local variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace fencepost::sim {

inline constexpr std::size_t kCodeSpaceBytes = std::size_t{32} << 20;
inline constexpr std::size_t kModuleSharedBytes = std::size_t{640} << 10;

/// Bytes of the image, writable and executable; nullopt if no more are left, or the system does not allow such pages.
/// Nothing is ever given back: findings name code by its address. Thread safety: none.
std::optional<std::uintptr_t> take_code_space(std::size_t bytes, std::size_t alignment);

/// Bytes of each thread's `__shared__` variables, as the distance from the thread pointer; nullopt if no more are left.
std::optional<std::int64_t> take_module_shared(std::size_t bytes, std::size_t alignment);

/// What is to be added to such a distance to have the offset into the program's TLS block.
std::int64_t tls_block_end();

}  // namespace fencepost::sim
