// What threads keep while they wait at barriers at which their kernel is split.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/interface/kernel_table.h"

namespace fencepost::sim {

/// Where threads of a block keep what they need when they go on, if their kernel is split at barriers. Memory is kept
/// from block to block. Thread safety: one user.
class ThreadFrames {
 public:
  /// Makes the frames of a block's threads, which have not begun; none if they do not wait.
  void begin(const KernelThreads& kernel, std::uint32_t threads);
  [[nodiscard]] bool empty() const { return bytes_ == 0; }
  [[nodiscard]] std::byte* first() const { return first_; }
  [[nodiscard]] std::uint32_t capacity() const { return capacity_; }  ///< Threads that there is room for.
  /// A hash of what the thread keeps, continued from `state`.
  [[nodiscard]] std::uint64_t hash(std::uint32_t rank, std::uint64_t state) const;
  [[nodiscard]] bool contains(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(first_) < bytes_;
  }

 private:
  std::vector<std::byte> memory_;
  std::byte* first_ = nullptr;
  std::size_t stride_ = 0, bytes_ = 0;
  std::uint32_t capacity_ = 0;
  std::span<const std::uint64_t> parts_;
};

}  // namespace fencepost::sim
