// The part of a tensor that one bulk copy moves, row by row (PTX ISA, "Tensors": "Tiled Mode", "im2col mode").
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/runtime/driver/tensor_map.h"

namespace fencepost::sim {

/// Where a box begins. `offsets`: of im2col, added to the coordinates of each pixel; null: none.
struct BoxPlace {
  const int* coordinates;  ///< The innermost first; as many as the tensor's rank.
  const unsigned short* offsets = nullptr;
};

/// The map, or the launch stops: one that is none, of another rank, or, if the copy `has_offsets`, not of im2col; or
/// packed elements do not begin where they can.
const TensorMap& tensor_of(const void* map, int rank, const BoxPlace& place, const void* pc);

/// The part of a row of the box, which lies `at` bytes from its begin, that is in the tensor: of its bytes in global
/// memory.
struct RowPart {
  std::size_t at = 0, bytes = 0;
};
RowPart part_in_tensor(const TensorMap& map, int first_element);

/// The walk of an im2col copy: through the pixels of the bounding box of one image after the other.
class PixelWalk {
 public:
  PixelWalk(const TensorMap& map, const BoxPlace& place);
  /// Of dimension d, which is not 0.
  [[nodiscard]] std::int64_t coordinate(std::size_t d) const;
  void go_on();

 private:
  const TensorMap& map_;
  const BoxPlace& place_;
  std::array<std::int64_t, TensorMap::kMostDimensions> at_{};
};

/// Visits the rows of the box: visit(global, offset in the box). `global` is where the row's element
/// 0 of the innermost dimension lies; null if no element of the row is in the tensor.
template <class Visit>
void for_each_row(const TensorMap& map, const BoxPlace& place, Visit visit) {
  const std::size_t rank = map.rank;
  const std::size_t row = map.row_bytes();
  const auto visit_at = [&](std::size_t offset, auto coordinate) {
    bool inside = true;
    std::uint64_t distance = 0;
    for (std::size_t d = 1; d < rank; ++d) {
      const std::int64_t there = coordinate(d);
      inside = inside && there >= 0 && there < static_cast<std::int64_t>(map.size[d]);
      if (inside) distance += static_cast<std::uint64_t>(there) * map.stride[d - 1];
    }
    visit(inside ? map.base + distance : nullptr, offset);
  };
  if (map.is_im2col) {
    PixelWalk walk(map, place);
    for (std::size_t pixel = 0; pixel < map.pixels; ++pixel, walk.go_on()) {
      visit_at(pixel * row, [&](std::size_t d) { return walk.coordinate(d); });
    }
    return;
  }
  std::array<std::uint32_t, TensorMap::kMostDimensions> at{};
  for (std::size_t offset = 0;; offset += row) {
    visit_at(offset,
             [&](std::size_t d) { return place.coordinates[d] + std::int64_t{at[d]} * map.element_strides[d]; });
    std::size_t d = 1;
    while (d < rank && ++at[d] == map.steps(d)) at[d++] = 0;
    if (d >= rank) return;
  }
}

}  // namespace fencepost::sim
