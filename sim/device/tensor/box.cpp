#include "sim/device/tensor/box.h"

#include "sim/engine/engine.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

const TensorMap& tensor_of(const void* map, int rank, const BoxPlace& place, const void* pc) {
  const auto& tensor = *static_cast<const TensorMap*>(map);
  const bool has_offsets = place.offsets != nullptr;
  const int together = static_cast<int>(tensor.together());
  const char* const wrong = !tensor.is_valid()                 ? "a copy of a tensor whose map was not encoded"
                            : tensor.rank != rank              ? "a copy of a tensor of another rank than its map's"
                            : has_offsets && !tensor.is_im2col ? "an im2col copy of a tensor whose map is tiled"
                            : tensor.base == nullptr           ? "a copy of a tensor whose map has no address"
                            : place.coordinates[0] % together != 0
                                ? "a copy of packed elements that does not begin at a multiple of 2, or of 128 if they "
                                  "are spread,"
                                : nullptr;
  if (wrong != nullptr) stop_launch({.reason = StopReason::kTrap, .pc = pc, .text = wrong});
  observers().accesses->on_map_read(map, sizeof(TensorMap), pc);
  return tensor;
}

RowPart part_in_tensor(const TensorMap& map, int first_element) {
  const std::int64_t begin = map.bytes_of(first_element);
  const std::int64_t end = map.bytes_of(map.size[0]);
  const std::int64_t bytes = map.bytes_of(map.box[0]);
  const std::int64_t at = std::clamp<std::int64_t>(-begin, 0, bytes);
  return {static_cast<std::size_t>(at),
          static_cast<std::size_t>(std::clamp<std::int64_t>(end - begin, at, bytes) - at)};
}

PixelWalk::PixelWalk(const TensorMap& map, const BoxPlace& place) : map_(map), place_(place) {
  for (std::size_t d = 1; d < map.rank; ++d) at_[d] = place.coordinates[d];
}

std::int64_t PixelWalk::coordinate(std::size_t d) const {
  const bool is_image = d + 1 == map_.rank;
  return at_[d] + (is_image || place_.offsets == nullptr ? 0 : place_.offsets[d - 1]);
}

void PixelWalk::go_on() {
  for (std::size_t d = 1; d < map_.rank; ++d) {
    at_[d] += map_.element_strides[d];
    const bool is_image = d + 1 == map_.rank;
    if (is_image || at_[d] < static_cast<std::int64_t>(map_.size[d]) + map_.upper_corner[d - 1]) return;
    at_[d] = map_.lower_corner[d - 1];
  }
}

}  // namespace fencepost::sim
