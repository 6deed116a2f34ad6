#include "sim/texture/texel_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace fencepost::sim {

namespace {

std::uint32_t zero_extended(const TexelFormat& format, const std::byte* texel, unsigned channel) {
  std::uint32_t bits = 0;
  const std::size_t bytes = format.bits / 8U;
  std::memcpy(&bits, texel + channel * bytes, bytes);
  return bits;
}

std::int32_t sign_extended(const TexelFormat& format, const std::byte* texel, unsigned channel) {
  const unsigned unused = 32U - format.bits;
  return static_cast<std::int32_t>(zero_extended(format, texel, channel) << unused) >> unused;
}

double linear_of_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

}  // namespace

float float_of_half(std::uint16_t half) {
  const int exponent = half >> 10 & 0x1F;
  const int fraction = half & 0x3FF;
  float magnitude = 0;
  if (exponent == 0x1F) {
    magnitude = std::bit_cast<float>(0x7F800000U | static_cast<std::uint32_t>(fraction) << 13);
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
  }
  return (half & 0x8000U) != 0 ? -magnitude : magnitude;
}

std::uint32_t channel_bits(const TexelFormat& format, const std::byte* texel, unsigned channel) {
  if (format.kind == ChannelKind::kSigned) {
    return static_cast<std::uint32_t>(sign_extended(format, texel, channel));
  }
  const std::uint32_t bits = zero_extended(format, texel, channel);
  const bool half = format.kind == ChannelKind::kFloat && format.bits == 16;
  return half ? std::bit_cast<std::uint32_t>(float_of_half(static_cast<std::uint16_t>(bits))) : bits;
}

double channel_value(const TexelFormat& format, const std::byte* texel, unsigned channel, bool srgb) {
  switch (format.kind) {
    case ChannelKind::kFloat:
      return std::bit_cast<float>(channel_bits(format, texel, channel));
    case ChannelKind::kSigned: {
      // The least value and the one above it both stand for -1.
      const double most = std::ldexp(1.0, format.bits - 1) - 1;
      return std::max(sign_extended(format, texel, channel) / most, -1.0);
    }
    case ChannelKind::kUnsigned: {
      const double value = zero_extended(format, texel, channel) / (std::ldexp(1.0, format.bits) - 1);
      return srgb && format.bits == 8 && channel < 3 ? linear_of_srgb(value) : value;
    }
  }
  return 0;
}

}  // namespace fencepost::sim
