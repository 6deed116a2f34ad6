#include "sim/texture/texture_sampling.h"

#include <algorithm>
#include <cmath>

namespace fencepost::sim {

namespace {

/// Beyond every texture, and small enough to count 1/256 of.
constexpr double kFarAway = 1 << 30;

/// std::floor() of what fits, without its call.
std::int64_t floor_of(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  return whole - (static_cast<double>(whole) > x ? 1 : 0);
}

/// The coordinate in texels. Of a double nothing is lost: the products have at most 24 + 29 bits.
double position(const TextureAxis& axis, float coordinate) {
  double x = coordinate;
  if (axis.normalized) {
    if (axis.mode == AddressMode::kWrap) x -= std::floor(x);
    if (axis.mode == AddressMode::kMirror) {
      const double period = std::floor(x);
      x -= period;
      if (std::fmod(period, 2.0) != 0) x = 1 - x;
    }
    x *= axis.size;
  }
  if (x > -kFarAway && x < kFarAway) return x;
  return std::isnan(x) ? 0 : std::clamp(x, -kFarAway, kFarAway);
}

/// The texel that stands for one that may lie outside.
std::int32_t inside(const TextureAxis& axis, std::int64_t texel) {
  const std::int64_t size = axis.size;
  if (texel >= 0 && texel < size) return static_cast<std::int32_t>(texel);
  if (axis.mode == AddressMode::kBorder) return kBorderTexel;
  if (axis.mode == AddressMode::kWrap && axis.normalized) {
    return static_cast<std::int32_t>((texel % size + size) % size);
  }
  // Mirrored positions leave the texture by half a texel at most: what they mirror is the edge.
  return static_cast<std::int32_t>(texel < 0 ? 0 : size - 1);
}

}  // namespace

std::int32_t nearest_texel(const TextureAxis& axis, float coordinate) {
  if (axis.normalized && axis.mode == AddressMode::kMirror && std::isfinite(coordinate)) {
    // The texel is mirrored, not the place: where two meet it is the upper one's mirror image (as on an H200).
    const double x = coordinate;
    const double period = std::floor(x);
    const std::int32_t texel = inside(axis, floor_of((x - period) * axis.size));
    return std::fmod(period, 2.0) != 0 ? static_cast<std::int32_t>(axis.size) - 1 - texel : texel;
  }
  return inside(axis, floor_of(position(axis, coordinate)));
}

TexelPair surrounding_texels(const TextureAxis& axis, float coordinate) {
  const double centred = position(axis, coordinate) - 0.5;
  const auto steps = floor_of(centred * kWholeWeight + 0.5);
  const std::int64_t first = steps >> 8;
  return {{inside(axis, first), inside(axis, first + 1)}, static_cast<std::uint32_t>(steps & (kWholeWeight - 1))};
}

AxisTexels axis_texels(const TextureAxis& axis, float coordinate, bool linear) {
  if (!linear) return {{nearest_texel(axis, coordinate), 0}, {kWholeWeight, 0}, 1};
  const TexelPair pair = surrounding_texels(axis, coordinate);
  if (pair.second_weight == 0 || pair.texel[0] == pair.texel[1]) return {{pair.texel[0], 0}, {kWholeWeight, 0}, 1};
  return {pair.texel, {kWholeWeight - pair.second_weight, pair.second_weight}, 2};
}

CubePoint cube_point(float x, float y, float z) {
  const float ax = std::fabs(x);
  const float ay = std::fabs(y);
  const float az = std::fabs(z);
  unsigned face = 0;
  float s = 0;
  float t = 0;
  float m = 1;
  if (ax >= ay && ax >= az) {
    face = x >= 0 ? 0 : 1;
    m = ax;
    s = x >= 0 ? -z : z;
    t = -y;
  } else if (ay >= az) {
    face = y >= 0 ? 2 : 3;
    m = ay;
    s = x;
    t = y >= 0 ? z : -z;
  } else {
    face = z >= 0 ? 4 : 5;
    m = az;
    s = z >= 0 ? x : -x;
    t = -y;
  }
  return {face, (s / m + 1) / 2, (t / m + 1) / 2};
}

MipLevels mip_levels(const MipSelection& selection, float level_of_detail) {
  if (selection.last_level == 0) return {0, 0};
  const double wanted = std::isnan(level_of_detail) ? 0 : level_of_detail;
  const double clamped =
      std::min<double>(std::max<double>(wanted + selection.bias, selection.min_level), selection.max_level);
  const double level = std::clamp<double>(clamped, 0, selection.last_level);
  // OpenGL 4.6, 8.14.3: halfway, the finer level.
  if (!selection.linear) return {static_cast<std::uint32_t>(std::max(std::ceil(level + 0.5) - 1, 0.0)), 0};
  const auto steps = static_cast<std::uint32_t>(std::floor(level * kWholeWeight + 0.5));
  return {steps / kWholeWeight, steps % kWholeWeight};
}

float level_of_detail(const std::array<float, 3>& dx, const std::array<float, 3>& dy,
                      const std::array<std::uint32_t, 3>& size) {
  double x = 0;
  double y = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    x += std::pow(double{dx[axis]} * size[axis], 2);
    y += std::pow(double{dy[axis]} * size[axis], 2);
  }
  return static_cast<float>(std::log2(std::max(x, y)) / 2);
}

}  // namespace fencepost::sim
