// What a CUtensorMap holds here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/include/cuda.h"

namespace fencepost::sim {

/// How elements of a type lie in memory.
struct TensorElements {
  std::uint8_t bits = 0;  ///< 4, 6: packed, as many as there are without a gap. 0: there are no such.
  bool spreads = false;   ///< In shared memory each 16 have 16 bytes, the first ones of these.
};
constexpr TensorElements elements_of(CUtensorMapDataType type) {
  switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8:
      return {8};
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
      return {16};
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
      return {32};
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
      return {64};
    case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B:
      return {4};
    case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B:
      return {4, true};
    case CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B:
      return {6, true};
  }
  return {};
}

/// A tensor in global memory and the box of it that one bulk copy moves. Innermost dimension first.
struct alignas(64) TensorMap {
  static constexpr std::size_t kMostDimensions = 5;
  static constexpr std::uint32_t kMark = 0x4650544d;
  static constexpr std::uint32_t kSpreadRow = 128;  ///< Elements of a row that spreads.

  std::uint32_t mark = kMark;
  std::uint8_t rank = 0;
  std::uint8_t element_bits = 0;   ///< As TensorElements has them.
  bool spreads = false;            ///< Likewise.
  std::uint8_t swizzle_bytes = 0;  ///< 0, 32, 64 or 128.
  std::uint8_t swizzle_unit = 16;  ///< Or 32, 64: bytes that stay together.
  bool is_im2col = false;          ///< Else tiled.
  std::uint8_t type = 0;           ///< A CUtensorMapDataType.
  std::byte* base = nullptr;
  std::array<std::uint64_t, kMostDimensions - 1> stride{};  ///< In bytes; from the second dimension on.
  std::array<std::uint32_t, kMostDimensions> size{};        ///< In elements, less than 2^32.
  std::array<std::uint16_t, kMostDimensions> box{};         ///< Of im2col only the first, the channels of a pixel.
  std::array<std::uint8_t, kMostDimensions> element_strides{};
  // Of im2col: each image's pixels from lower_corner on, up to where size + upper_corner is, of which a copy moves as
  // many. From the second dimension on, but the last.
  std::uint16_t pixels = 0;
  std::array<std::int16_t, kMostDimensions - 2> lower_corner{}, upper_corner{};

  [[nodiscard]] bool is_valid() const { return mark == kMark && rank >= 1 && rank <= kMostDimensions; }
  /// Elements of the box along dimension d: a stride counts each once.
  [[nodiscard]] std::uint32_t steps(std::size_t d) const {
    return d == 0 ? box[0] : (std::uint32_t{box[d]} + element_strides[d] - 1) / element_strides[d];
  }
  /// Rows, and what is copied of them, begin and end at multiples of so many elements.
  [[nodiscard]] std::uint32_t together() const { return spreads ? kSpreadRow : element_bits == 4 ? 2 : 1; }
  /// Of so many elements in global memory.
  [[nodiscard]] std::int64_t bytes_of(std::int64_t elements) const { return elements * element_bits / 8; }
  /// Of a row of the box in shared memory.
  [[nodiscard]] std::size_t row_bytes() const { return spreads ? box[0] : static_cast<std::size_t>(bytes_of(box[0])); }
  [[nodiscard]] std::size_t rows() const {
    std::size_t rows = is_im2col ? pixels : 1;
    for (std::size_t d = 1; d < rank && !is_im2col; ++d) rows *= steps(d);
    return rows;
  }
  /// In shared memory.
  [[nodiscard]] std::size_t box_bytes() const { return row_bytes() * rows(); }
  /// What a load completes of its barrier object's bytes: those of elements, not of the gaps between them. So CUTLASS
  /// counts on it (sm100_blockscaled_mma_warpspecialized.hpp, ABTmaTransactionBytes).
  [[nodiscard]] std::size_t moved_bytes() const { return static_cast<std::size_t>(bytes_of(box[0])) * rows(); }
};
static_assert(sizeof(TensorMap) <= 128);

}  // namespace fencepost::sim
