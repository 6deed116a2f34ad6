// The bytes of a texel, and what they stand for.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::sim {

enum class ChannelKind : std::uint8_t { kSigned, kUnsigned, kFloat };

/// One, two or four channels of 8, 16 or 32 bits; floating-point ones have 16 or 32. Little-endian, channel x first.
struct TexelFormat {
  ChannelKind kind = ChannelKind::kFloat;
  std::uint8_t bits = 32;
  std::uint8_t channels = 1;

  [[nodiscard]] std::size_t bytes() const { return std::size_t{bits} / 8 * channels; }
  friend bool operator==(const TexelFormat&, const TexelFormat&) = default;
};

/// What cudaReadModeElementType gives for a channel: signed and unsigned integers extended to 32 bits, the bits of a
/// float for either kind of float.
std::uint32_t channel_bits(const TexelFormat&, const std::byte* texel, unsigned channel);

/// What is filtered, and rounded to a float afterwards: a float, or, of integers, the cudaReadModeNormalizedFloat
/// value: [0, 1] if unsigned, [-1, 1] if signed (CUDA C++ Programming Guide, Texture Memory). `srgb`: of unsigned 8-bit
/// channels x, y and z, the linear intensity of the sRGB value (IEC 61966-2-1).
double channel_value(const TexelFormat&, const std::byte* texel, unsigned channel, bool srgb);

/// IEEE 754 binary16.
float float_of_half(std::uint16_t half);

}  // namespace fencepost::sim
