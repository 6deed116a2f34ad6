// CUDA arrays: memory of the device that kernels reach through textures and surfaces only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/include/driver_types.h"
#include "sim/texture/texel_format.h"

/// What cudaArray_t points to. Lives as long as the process, so that a handle whose array was freed can be told.
/// Texels lie row by row, slice by slice (z, or the layers) without gaps, in an allocation of the arena of their own.
struct cudaArray {
  std::byte* base = nullptr;
  std::uint64_t allocation = 0;  ///< Its number in the arena.
  cudaChannelFormatDesc channels{};
  fencepost::sim::TexelFormat format;
  cudaExtent extent{};  ///< As the program gave it: 0 for dimensions that the array does not have.
  unsigned int flags = 0;
  cudaMipmappedArray_t mipmapped = nullptr;  ///< The array that this one is a level of.

  [[nodiscard]] std::size_t width() const { return extent.width; }
  [[nodiscard]] std::size_t height() const { return extent.height == 0 ? 1 : extent.height; }
  [[nodiscard]] std::size_t depth() const { return extent.depth == 0 ? 1 : extent.depth; }
  [[nodiscard]] std::size_t row_bytes() const { return width() * format.bytes(); }
  [[nodiscard]] std::size_t slice_bytes() const { return height() * row_bytes(); }
};

struct cudaMipmappedArray {
  static constexpr unsigned kMostLevels = 32;
  unsigned levels = 0;
  cudaArray_t level[kMostLevels] = {};
};

namespace fencepost::sim {

/// The format that a channel descriptor describes; nullopt if there is none such.
std::optional<TexelFormat> texel_format(const cudaChannelFormatDesc&);
/// The descriptor of a resource view's format, which is not cudaResViewFormatNone.
std::optional<TexelFormat> texel_format(cudaResourceViewFormat);

/// What cudaMallocArray and kin returned, and nobody has freed. Thread safety: full.
bool is_array(cudaArray_const_t);
bool is_mipmapped_array(cudaMipmappedArray_const_t);

}  // namespace fencepost::sim
