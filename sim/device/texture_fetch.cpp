// Texture fetches. Every texel that contributes is read as the running thread's own access.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "sim/engine/engine.h"
#include "sim/include/fencepost_texture.h"
#include "sim/interface/current.h"
#include "sim/texture/texture.h"

using fencepost_rt::Gradient;
using fencepost_rt::Texel;
using namespace fencepost::sim;  // NOLINT: what the functions of the ABI are made of

namespace {

#define FENCEPOST_CALLER __builtin_return_address(0)

constexpr const char* kNames[] = {
    "tex1D", "tex2D", "tex3D", "tex1DLayered", "tex2DLayered", "texCubemap", "texCubemapLayered"};

/// Null outside of kernels. Ends the launch if there is no such texture.
const Texture* texture_for(const char* function, std::uint64_t object, const void* pc) {
  if (!current.in_kernel) return nullptr;
  const Texture* const texture = texture_of(object);
  if (texture == nullptr) {
    stop_launch({.reason = StopReason::kInvalidHandle,
                 .pc = pc,
                 .text = std::string(function) + " of a texture that " +
                         (object == 0 ? "is bound to nothing" : "does not exist, or was destroyed")});
  }
  return texture;
}

/// Reads one texel, or the border.
const std::byte* texel_at(const Texture& texture, const TexelGrid& grid, std::int32_t x, std::int32_t y, std::int32_t z,
                          const void* pc) {
  if (x == kBorderTexel || y == kBorderTexel || z == kBorderTexel) return nullptr;
  const std::size_t bytes = texture.format.bytes();
  const std::byte* const texel = grid.base + static_cast<std::size_t>(z) * grid.slice_bytes +
                                 static_cast<std::size_t>(y) * grid.row_bytes + static_cast<std::size_t>(x) * bytes;
  observers().accesses->on_range(texel, bytes, false, pc);
  return texel;
}

double value_of(const Texture& texture, const std::byte* texel, unsigned channel) {
  if (texel == nullptr) return texture.border[channel];
  return channel_value(texture.format, texel, channel, texture.srgb && texture.normalized_float);
}

/// As the program gets it, without filtering: of integers the numbers themselves.
Texel unfiltered(const Texture& texture, const std::byte* texel) {
  Texel result = {};
  if (texel != nullptr && texture.format.bits == 32) {
    std::memcpy(&result, texel, texture.format.bytes());
    return result;
  }
  for (unsigned c = 0; c < texture.format.channels; ++c) {
    const bool bits = texel != nullptr && !texture.normalized_float;
    result[c] = bits ? channel_bits(texture.format, texel, c)
                     : std::bit_cast<std::uint32_t>(static_cast<float>(value_of(texture, texel, c)));
  }
  return result;
}

TextureAxis axis_of(const Texture& texture, unsigned axis, std::uint32_t size) {
  return {size, texture.modes[axis], texture.normalized_coordinates};
}

/// A point in one level: its texels along each axis.
struct Footprint {
  AxisTexels x, y, z;
};

using Sums = std::array<double, 4>;

void add_filtered(const Texture& texture, const TexelGrid& grid, const Footprint& at, double weight, Sums& sums,
                  const void* pc) {
  constexpr double kWhole = kWholeWeight;
  for (unsigned k = 0; k < at.z.count; ++k) {
    for (unsigned j = 0; j < at.y.count; ++j) {
      for (unsigned i = 0; i < at.x.count; ++i) {
        const std::byte* const texel = texel_at(texture, grid, at.x.texel[i], at.y.texel[j], at.z.texel[k], pc);
        const double w = weight * (at.x.weight[i] / kWhole) * (at.y.weight[j] / kWhole) * (at.z.weight[k] / kWhole);
        for (unsigned c = 0; c < texture.format.channels; ++c) sums[c] += w * value_of(texture, texel, c);
      }
    }
  }
}

/// Where a fetch looks, in any shape.
struct Point {
  std::array<float, 3> coordinate;
  unsigned dimensions;  ///< That are filtered.
  int slice;            ///< Layer or face; not of 3-D textures.
};

Point point_of(int shape, float x, float y, float z, int layer) {
  switch (shape) {
    case fencepost_rt::k1D:
      return {{x, 0, 0}, 1, 0};
    case fencepost_rt::k2D:
      return {{x, y, 0}, 2, 0};
    case fencepost_rt::k3D:
      return {{x, y, z}, 3, 0};
    case fencepost_rt::k1DLayered:
      return {{x, 0, 0}, 1, layer};
    case fencepost_rt::k2DLayered:
      return {{x, y, 0}, 2, layer};
    default:
      const CubePoint cube = cube_point(x, y, z);
      const int first = shape == fencepost_rt::kCubemapLayered ? 6 * layer : 0;
      return {{cube.s, cube.t, 0}, 2, first + static_cast<int>(cube.face)};
  }
}

Footprint footprint(const Texture& texture, const TexelGrid& grid, const Point& at) {
  const auto texels = [&](unsigned axis, std::uint32_t size) -> AxisTexels {
    if (axis >= at.dimensions) return {{0, 0}, {kWholeWeight, 0}, 1};
    return axis_texels(axis_of(texture, axis, size), at.coordinate[axis], texture.linear);
  };
  Footprint result{texels(0, grid.width), texels(1, grid.height), texels(2, grid.depth)};
  if (at.dimensions < 3) {
    // Layers are clamped.
    const std::int32_t last = static_cast<std::int32_t>(grid.depth) - 1;
    result.z.texel[0] = at.slice < 0 ? 0 : at.slice > last ? last : at.slice;
  }
  return result;
}

Texel fetch(const Texture& texture, const Point& at, float level, const void* pc) {
  const MipLevels levels = mip_levels(texture.mip, level);
  const TexelGrid& grid = texture.level[levels.first];
  const Footprint texels = footprint(texture, grid, at);
  if (levels.second_weight == 0 && texels.x.count * texels.y.count * texels.z.count == 1) {
    return unfiltered(texture, texel_at(texture, grid, texels.x.texel[0], texels.y.texel[0], texels.z.texel[0], pc));
  }
  const double second = levels.second_weight / static_cast<double>(kWholeWeight);
  Sums sums{};
  add_filtered(texture, grid, texels, 1 - second, sums, pc);
  if (levels.second_weight != 0) {
    const TexelGrid& coarser = texture.level[levels.first + 1];
    add_filtered(texture, coarser, footprint(texture, coarser, at), second, sums, pc);
  }
  Texel result = {};
  for (unsigned c = 0; c < texture.format.channels; ++c) {
    result[c] = std::bit_cast<std::uint32_t>(static_cast<float>(sums[c]));
  }
  return result;
}

}  // namespace

namespace fencepost_rt {

extern "C" {

Texel fencepost_texture(unsigned long long object, int shape, float x, float y, float z, int layer, float level) {
  const Texture* const texture = texture_for(kNames[shape], object, FENCEPOST_CALLER);
  if (texture == nullptr) return Texel{};
  return fetch(*texture, point_of(shape, x, y, z, layer), level, FENCEPOST_CALLER);
}

Texel fencepost_texture_gradient(unsigned long long object, int shape, float x, float y, float z, int layer,
                                 Gradient dx, Gradient dy) {
  const Texture* const texture = texture_for(kNames[shape], object, FENCEPOST_CALLER);
  if (texture == nullptr) return Texel{};
  const Point at = point_of(shape, x, y, z, layer);
  const TexelGrid& grid = texture->level[0];
  const float level =
      level_of_detail({dx[0], dx[1], dx[2]}, {dy[0], dy[1], dy[2]},
                      {grid.width, at.dimensions > 1 ? grid.height : 0, at.dimensions > 2 ? grid.depth : 0});
  return fetch(*texture, at, level, FENCEPOST_CALLER);
}

// Beyond the texture it is 0 (CUDA Runtime API, cudaBindTexture; of arrays the guide says nothing).
Texel fencepost_texture_linear(unsigned long long object, int x) {
  const Texture* const texture = texture_for("tex1Dfetch", object, FENCEPOST_CALLER);
  if (texture == nullptr) return Texel{};
  const TexelGrid& grid = texture->level[0];
  if (x < 0 || static_cast<std::uint32_t>(x) >= grid.width) return Texel{};
  return unfiltered(*texture, texel_at(*texture, grid, x, 0, 0, FENCEPOST_CALLER));
}

// CUDA C++ Programming Guide, Texture Gather: counter-clockwise from the lower left.
Texel fencepost_texture_gather(unsigned long long object, float x, float y, int channel) {
  const Texture* const texture = texture_for("tex2Dgather", object, FENCEPOST_CALLER);
  if (texture == nullptr) return Texel{};
  const TexelGrid& grid = texture->level[0];
  const TexelPair columns = surrounding_texels(axis_of(*texture, 0, grid.width), x);
  const TexelPair rows = surrounding_texels(axis_of(*texture, 1, grid.height), y);
  constexpr unsigned kColumn[] = {0, 1, 1, 0}, kRow[] = {1, 1, 0, 0};
  Texel result = {};
  for (unsigned i = 0; i < 4; ++i) {
    const std::byte* const texel =
        texel_at(*texture, grid, columns.texel[kColumn[i]], rows.texel[kRow[i]], 0, FENCEPOST_CALLER);
    result[i] = unfiltered(*texture, texel)[channel & 3];
  }
  return result;
}

unsigned long long fencepost_texture_bound(const textureReference* reference) { return reference->fencepost_bound; }

}  // extern "C"

}  // namespace fencepost_rt
