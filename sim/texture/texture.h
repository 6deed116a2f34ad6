// Textures and surfaces as the device sees them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/include/cuda_runtime_api.h"
#include "sim/texture/texel_format.h"
#include "sim/texture/texture_sampling.h"

namespace fencepost::sim {

/// Texels in device memory: one level of a texture, or a surface.
struct TexelGrid {
  const std::byte* base = nullptr;
  std::uint32_t width = 1, height = 1, depth = 1;  ///< `depth`: slices or layers.
  std::size_t row_bytes = 0, slice_bytes = 0;      ///< From row to row, from slice to slice.
};

struct Texture {
  TexelFormat format;
  bool normalized_float = false;  ///< cudaReadModeNormalizedFloat, of integers.
  bool srgb = false;
  bool linear = false;  ///< Filtered.
  bool normalized_coordinates = false;
  std::array<AddressMode, 3> modes{};
  std::array<float, 4> border{};
  std::array<TexelGrid, 16> level{};
  MipSelection mip;  ///< Of several levels.
  cudaResourceDesc resource{};
  cudaTextureDesc descriptor{};
  cudaResourceViewDesc view{};
};

struct Surface {
  TexelGrid grid;
  cudaResourceDesc resource{};
};

/// cudaCreateTextureObject. `view` may be null.
cudaError_t create_texture(cudaTextureObject_t* object, const cudaResourceDesc&, const cudaTextureDesc&,
                           const cudaResourceViewDesc* view);
/// cudaCreateSurfaceObject.
cudaError_t create_surface(cudaSurfaceObject_t* object, const cudaResourceDesc&);

/// Null if there is no such object (any more).
const Texture* texture_of(cudaTextureObject_t);
const Surface* surface_of(cudaSurfaceObject_t);
bool destroy_texture(cudaTextureObject_t);
bool destroy_surface(cudaSurfaceObject_t);

}  // namespace fencepost::sim
