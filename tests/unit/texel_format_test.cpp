#include "sim/texture/texel_format.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace fencepost::sim {
namespace {

template <class T>
float value(T channel, ChannelKind kind, bool srgb = false) {
  std::array<std::byte, 16> texel{};
  std::memcpy(texel.data(), &channel, sizeof channel);
  return static_cast<float>(channel_value({kind, sizeof(T) * 8, 1}, texel.data(), 0, srgb));
}

TEST(TexelFormat, UnsignedIntegersBecomeZeroToOne) {
  EXPECT_EQ(value<std::uint8_t>(0, ChannelKind::kUnsigned), 0.0F);
  EXPECT_EQ(value<std::uint8_t>(255, ChannelKind::kUnsigned), 1.0F);
  EXPECT_EQ(value<std::uint8_t>(51, ChannelKind::kUnsigned), 0.2F);
  EXPECT_EQ(value<std::uint16_t>(65535, ChannelKind::kUnsigned), 1.0F);
  EXPECT_EQ(value<std::uint16_t>(13107, ChannelKind::kUnsigned), 0.2F);
}

TEST(TexelFormat, SignedIntegersBecomeMinusOneToOne) {
  EXPECT_EQ(value<std::int8_t>(127, ChannelKind::kSigned), 1.0F);
  EXPECT_EQ(value<std::int8_t>(-127, ChannelKind::kSigned), -1.0F);
  EXPECT_EQ(value<std::int8_t>(-128, ChannelKind::kSigned), -1.0F);
  EXPECT_EQ(value<std::int16_t>(-32768, ChannelKind::kSigned), -1.0F);
  EXPECT_EQ(value<std::int16_t>(0, ChannelKind::kSigned), 0.0F);
}

TEST(TexelFormat, ElementTypeExtendsToThirtyTwoBits) {
  const std::array<std::uint8_t, 4> bytes{0x80, 0xFF, 0x7F, 0x01};
  const auto* const texel = reinterpret_cast<const std::byte*>(bytes.data());
  EXPECT_EQ(channel_bits({ChannelKind::kSigned, 8, 4}, texel, 0), 0xFFFFFF80U);
  EXPECT_EQ(channel_bits({ChannelKind::kUnsigned, 8, 4}, texel, 1), 0xFFU);
  EXPECT_EQ(channel_bits({ChannelKind::kSigned, 16, 2}, texel, 0), 0xFFFFFF80U);
  EXPECT_EQ(channel_bits({ChannelKind::kUnsigned, 16, 2}, texel, 1), 0x017FU);
  EXPECT_EQ(channel_bits({ChannelKind::kSigned, 32, 1}, texel, 0), 0x017FFF80U);
}

/// Every half is the sum of its bits.
TEST(TexelFormat, HalvesAreWhatTheirBitsSay) {
  for (unsigned half = 0; half < 0x8000; ++half) {
    const int exponent = static_cast<int>(half >> 10);
    double expected = exponent == 0 ? 0 : 1;
    for (int bit = 0; bit < 10; ++bit) expected += (half >> bit & 1) * std::pow(2.0, bit - 10);
    expected *= std::pow(2.0, std::max(exponent, 1) - 15);
    const float positive = float_of_half(static_cast<std::uint16_t>(half));
    const float negative = float_of_half(static_cast<std::uint16_t>(half | 0x8000));
    if (exponent == 31) {
      EXPECT_TRUE((half & 0x3FF) == 0 ? std::isinf(positive) : std::isnan(positive)) << half;
    } else {
      EXPECT_EQ(positive, expected) << half;
      EXPECT_EQ(negative, -expected) << half;
      EXPECT_TRUE(std::signbit(negative));
    }
  }
}

TEST(TexelFormat, SrgbIsDecodedButNotOfAlpha) {
  EXPECT_EQ(value<std::uint8_t>(255, ChannelKind::kUnsigned, true), 1.0F);
  EXPECT_NEAR(value<std::uint8_t>(188, ChannelKind::kUnsigned, true), 0.5029F, 1e-4F);
  EXPECT_NEAR(value<std::uint8_t>(5, ChannelKind::kUnsigned, true), 5 / 255.0 / 12.92, 1e-7F);
  const std::array<std::uint8_t, 4> bytes{188, 188, 188, 188};
  const auto* const texel = reinterpret_cast<const std::byte*>(bytes.data());
  EXPECT_EQ(channel_value({ChannelKind::kUnsigned, 8, 4}, texel, 3, true), 188 / 255.0);
}

}  // namespace
}  // namespace fencepost::sim
