// Which texels a fetch reads, and with which weights: pure arithmetic.
//
// Source: CUDA C++ Programming Guide, appendix "Texture Fetching" (Nearest-Point Sampling, Linear Filtering) and
// section "Texture Memory" (address modes, cubemaps, mipmaps). Weights have 8 bits of fraction, 1.0 included; the guide
// does not say how they are rounded: here the coordinate, in texels, is rounded to the nearest multiple of 1/256, half
// up.
#pragma once

#include <array>
#include <cstdint>

namespace fencepost::sim {

/// Values as of cudaTextureAddressMode.
enum class AddressMode : std::uint8_t { kWrap = 0, kClamp = 1, kMirror = 2, kBorder = 3 };

/// One dimension of a texture.
struct TextureAxis {
  std::uint32_t size = 1;  ///< In texels, at least 1.
  AddressMode mode = AddressMode::kClamp;
  bool normalized = false;  ///< Coordinates run from 0 to 1. Otherwise kWrap and kMirror mean kClamp.
};

inline constexpr std::int32_t kBorderTexel = -1;
inline constexpr std::uint32_t kWholeWeight = 256;

/// The texel at a coordinate; kBorderTexel outside of it with kBorder. NaN counts as 0.
std::int32_t nearest_texel(const TextureAxis&, float coordinate);

/// The two texels around a coordinate, and the weight of the second, out of kWholeWeight; that of the first is the
/// rest.
struct TexelPair {
  std::array<std::int32_t, 2> texel;
  std::uint32_t second_weight;  ///< Less than kWholeWeight.
};
TexelPair surrounding_texels(const TextureAxis&, float coordinate);

/// What a fetch reads along one axis: `count` texels, all different, with weights that add up to kWholeWeight. None has
/// weight 0.
struct AxisTexels {
  std::array<std::int32_t, 2> texel;
  std::array<std::uint32_t, 2> weight;
  unsigned count;
};
AxisTexels axis_texels(const TextureAxis&, float coordinate, bool linear);

/// The face of a cube that a direction meets (+x, -x, +y, -y, +z, -z) and where, in normalised coordinates of the face.
struct CubePoint {
  unsigned face;
  float s, t;
};
CubePoint cube_point(float x, float y, float z);

/// Which levels of a mipmapped texture a level of detail selects.
struct MipSelection {
  float bias = 0, min_level = 0, max_level = 0;  ///< As in cudaTextureDesc.
  bool linear = false;
  std::uint32_t last_level = 0;
};
struct MipLevels {
  std::uint32_t first;
  std::uint32_t second_weight;  ///< Of level first + 1, out of kWholeWeight; that of `first` is the rest.
};
MipLevels mip_levels(const MipSelection&, float level_of_detail);

/// The level of detail at which a texel of the level covers what one step covers in the texture. `dx`, `dy`: how the
/// coordinates change with a step in either direction; `size`: of level 0, the unused dimensions 0. OpenGL 4.6, 8.14.1.
float level_of_detail(const std::array<float, 3>& dx, const std::array<float, 3>& dy,
                      const std::array<std::uint32_t, 3>& size);

}  // namespace fencepost::sim
