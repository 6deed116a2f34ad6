// Texture sampling against the formulas of the CUDA C++ Programming Guide, appendix "Texture Fetching", as they stand
// there: first the coordinate is brought into the texture, then T[i] is looked up.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "sim/texture/texture_sampling.h"

namespace fencepost::sim {
namespace {

/// What a texel index outside of [0, n) stands for, found by walking: wrapping goes round, mirroring goes back and
/// forth over the texture laid out twice.
std::int64_t walked(std::int64_t i, std::int64_t n, AddressMode mode) {
  switch (mode) {
    case AddressMode::kWrap:
      while (i < 0) i += n;
      while (i >= n) i -= n;
      return i;
    case AddressMode::kMirror:
      while (i < 0) i += 2 * n;
      while (i >= 2 * n) i -= 2 * n;
      return i < n ? i : 2 * n - 1 - i;
    case AddressMode::kClamp:
      while (i < 0) ++i;
      while (i >= n) --i;
      return i;
    case AddressMode::kBorder:
      return i >= 0 && i < n ? i : kBorderTexel;
  }
  return 0;
}

/// A normalised coordinate that is to be mirrored, walked into the texture and its mirror image, then unfolded.
long double unfolded(long double x) {
  while (x < 0) x += 2;
  while (x >= 2) x -= 2;
  return x < 1 ? x : 2 - x;
}

/// Weights by texel, of 256.
using Weights = std::map<std::int64_t, std::uint32_t>;

Weights by_the_guide(const TextureAxis& axis, float coordinate, bool linear) {
  AddressMode mode = axis.mode;
  // "cudaAddressModeWrap and cudaAddressModeMirror are only supported for normalized texture coordinates."
  if (!axis.normalized && (mode == AddressMode::kWrap || mode == AddressMode::kMirror)) mode = AddressMode::kClamp;
  // Of points the texel is mirrored, which makes a difference where two meet: as an H200 does.
  const long double given = mode == AddressMode::kMirror && linear ? unfolded(coordinate) : coordinate;
  const long double x = axis.normalized ? given * axis.size : given;
  if (!linear) return {{walked(std::llround(std::floor(x)), axis.size, mode), 256}};
  const long double centred = x - 0.5L;
  auto i = static_cast<std::int64_t>(std::floor(centred));
  auto alpha = static_cast<std::uint32_t>(std::floor((centred - std::floor(centred)) * 256 + 0.5L));
  Weights weights;
  weights[walked(i, axis.size, mode)] += 256 - alpha;
  weights[walked(i + 1, axis.size, mode)] += alpha;
  std::erase_if(weights, [](const auto& entry) { return entry.second == 0; });
  return weights;
}

Weights ours(const TextureAxis& axis, float coordinate, bool linear) {
  const AxisTexels texels = axis_texels(axis, coordinate, linear);
  Weights weights;
  for (unsigned k = 0; k < texels.count; ++k) {
    EXPECT_NE(texels.weight[k], 0U);
    EXPECT_TRUE(weights.emplace(texels.texel[k], texels.weight[k]).second) << "one texel twice";
  }
  return weights;
}

std::vector<TextureAxis> axes() {
  std::vector<TextureAxis> all;
  for (const std::uint32_t size : {1U, 2U, 3U, 4U, 5U, 7U, 16U, 100U}) {
    for (unsigned mode = 0; mode < 4; ++mode) {
      for (const bool normalized : {false, true}) all.push_back({size, static_cast<AddressMode>(mode), normalized});
    }
  }
  return all;
}

void compare(const TextureAxis& axis, float coordinate) {
  for (const bool linear : {false, true}) {
    EXPECT_EQ(ours(axis, coordinate, linear), by_the_guide(axis, coordinate, linear))
        << "size " << axis.size << " mode " << static_cast<int>(axis.mode) << (axis.normalized ? " normalised" : "")
        << (linear ? " linear" : " point") << " at " << coordinate;
  }
}

TEST(TextureSampling, EveryQuarterTexelAgreesWithTheGuide) {
  for (const TextureAxis& axis : axes()) {
    const int quarters = static_cast<int>(axis.size) * 4;
    for (int quarter = -3 * quarters; quarter <= 4 * quarters; ++quarter) {
      const float texels = static_cast<float>(quarter) / 4;
      // Normalised, of sizes that are powers of two: there the same coordinate is exact.
      if (axis.normalized && (axis.size & (axis.size - 1)) != 0) continue;
      compare(axis, axis.normalized ? texels / static_cast<float>(axis.size) : texels);
    }
  }
}

TEST(TextureSampling, RandomCoordinatesAgreeWithTheGuide) {
  std::mt19937 random(1);
  for (const TextureAxis& axis : axes()) {
    const float reach = axis.normalized ? 1.0F : static_cast<float>(axis.size);
    std::uniform_real_distribution<float> anywhere(-3 * reach, 4 * reach);
    for (int round = 0; round < 2000; ++round) compare(axis, anywhere(random));
  }
}

TEST(TextureSampling, CoordinatesThatAreNoNumberOrFarAwayStayInside) {
  for (const TextureAxis& axis : axes()) {
    for (const float coordinate : {NAN, INFINITY, -INFINITY, 3e38F, -3e38F, 1e20F, -1e20F}) {
      for (const bool linear : {false, true}) {
        const AxisTexels texels = axis_texels(axis, coordinate, linear);
        for (unsigned k = 0; k < texels.count; ++k) {
          EXPECT_GE(texels.texel[k], axis.mode == AddressMode::kBorder ? kBorderTexel : 0);
          EXPECT_LT(texels.texel[k], static_cast<std::int32_t>(axis.size));
        }
      }
    }
  }
}

/// The face is the one whose axis the direction is nearest to; (s, t) = (0.5, 0.5) is its middle. Rebuilt from face, s
/// and t by OpenGL 4.6, table 8.19, the direction is the same.
TEST(TextureSampling, DirectionsMeetTheFaceThatLooksTheirWay) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> anywhere(-1, 1);
  for (int round = 0; round < 10000; ++round) {
    const float v[3] = {anywhere(random), anywhere(random), anywhere(random)};
    const CubePoint at = cube_point(v[0], v[1], v[2]);
    const double s = 2.0 * at.s - 1;
    const double t = 2.0 * at.t - 1;
    const double rebuilt[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};
    const double length = std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])});
    ASSERT_LT(at.face, 6U);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(rebuilt[at.face][axis], v[axis] / length, 1e-5);
  }
}

TEST(TextureSampling, LevelsAreRoundedOrBlendedAndClamped) {
  MipSelection mip{.max_level = 10, .linear = false, .last_level = 4};
  EXPECT_EQ(mip_levels(mip, 1.5F).first, 1U);
  EXPECT_EQ(mip_levels(mip, 1.51F).first, 2U);
  EXPECT_EQ(mip_levels(mip, -7).first, 0U);
  EXPECT_EQ(mip_levels(mip, 9).first, 4U);
  mip.bias = 1;
  EXPECT_EQ(mip_levels(mip, 1).first, 2U);
  mip.max_level = 1;
  EXPECT_EQ(mip_levels(mip, 3).first, 1U);
  mip = {.min_level = 2, .max_level = 10, .linear = true, .last_level = 4};
  EXPECT_EQ(mip_levels(mip, 0).first, 2U);
  EXPECT_EQ(mip_levels(mip, 2.25F).first, 2U);
  EXPECT_EQ(mip_levels(mip, 2.25F).second_weight, 64U);
  EXPECT_EQ(mip_levels(mip, 9).first, 4U);
  EXPECT_EQ(mip_levels(mip, 9).second_weight, 0U);
}

TEST(TextureSampling, AStepOfTwoTexelsIsLevelOne) {
  EXPECT_EQ(level_of_detail({2.0F / 64, 0, 0}, {0, 1.0F / 32, 0}, {64, 32, 0}), 1.0F);
  EXPECT_EQ(level_of_detail({1.0F / 64, 0, 0}, {0, 4.0F / 32, 0}, {64, 32, 0}), 2.0F);
  EXPECT_EQ(level_of_detail({3.0F / 64, 4.0F / 32, 0}, {0, 0, 0}, {64, 32, 0}), std::log2(5.0F));
  EXPECT_LT(level_of_detail({0, 0, 0}, {0, 0, 0}, {64, 32, 0}), -1e30F);
}

}  // namespace
}  // namespace fencepost::sim
