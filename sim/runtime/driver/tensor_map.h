// What a CUtensorMap holds here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fencepost::sim {

/// A tensor in global memory and the box of it that one bulk copy moves. Innermost dimension first.
struct alignas(64) TensorMap {
  static constexpr std::size_t kMostDimensions = 5;
  static constexpr std::uint32_t kMark = 0x4650544d;

  std::uint32_t mark = kMark;
  std::uint8_t rank = 0;
  std::uint8_t element_bytes = 0;
  std::uint8_t swizzle_bytes = 0;  ///< 0, 32, 64 or 128.
  bool interleaved = false;
  std::uint8_t type = 0;  ///< A CUtensorMapDataType.
  std::byte* base = nullptr;
  std::array<std::uint64_t, kMostDimensions - 1> stride{};  ///< In bytes; from the second dimension on.
  std::array<std::uint32_t, kMostDimensions> size{};        ///< In elements, less than 2^32.
  std::array<std::uint16_t, kMostDimensions> box{};
  std::array<std::uint8_t, kMostDimensions> element_strides{};

  [[nodiscard]] bool is_valid() const { return mark == kMark && rank >= 1 && rank <= kMostDimensions; }
  [[nodiscard]] std::size_t box_bytes() const {
    std::size_t bytes = element_bytes;
    for (std::size_t d = 0; d < rank; ++d) bytes *= box[d];
    return bytes;
  }
};
static_assert(sizeof(TensorMap) <= 128);

}  // namespace fencepost::sim
