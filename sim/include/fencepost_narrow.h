// Floating-point numbers of 16 bits and less as bit patterns: half (IEEE 754 binary16), bfloat16, and the formats of
// the OCP Microscaling Formats specification. What cuda_fp16.h, cuda_bf16.h, cuda_fp8.h, cuda_fp6.h and cuda_fp4.h are
// made of.
//
// Every function rounds once. NaN results are the canonical one, 0x7fff (CUDA Math API, Half and Bfloat16 Arithmetic
// Functions). Nothing here reads or writes memory: all is inlined and stays in registers.
// tests/oracle/narrow_numbers_test.cpp, fp8_numbers_test.cpp and small_numbers_test.cpp compare with slow definitions.
#pragma once
#pragma GCC system_header  // Of C++17, of which g++ would warn programs of C++11 that find it by -I.

#include <math.h>

#define FENCEPOST_NARROW_FUNCTION inline __attribute__((always_inline))

namespace fencepost_rt::narrow {

struct HalfFormat {
  static constexpr int kFraction = 10;           ///< Stored bits of the significand.
  static constexpr int kLeast = -14;             ///< Exponent of the least normal number.
  static constexpr int kGreatest = 15;           ///< Exponent of the greatest finite number.
  static constexpr unsigned kInfinity = 0x7c00;  ///< What follows the greatest finite number.
  static constexpr unsigned kSign = 0x8000;
};
struct BrainFormat {
  static constexpr int kFraction = 7;
  static constexpr int kLeast = -126;
  static constexpr int kGreatest = 127;
  static constexpr unsigned kInfinity = 0x7f80;
  static constexpr unsigned kSign = 0x8000;
};
/// Without infinity: NaN follows the greatest number.
struct E4M3Format {
  static constexpr int kFraction = 3;
  static constexpr int kLeast = -6;
  static constexpr int kGreatest = 8;
  static constexpr unsigned kInfinity = 0x7f;
  static constexpr unsigned kSign = 0x80;
};
struct E5M2Format {
  static constexpr int kFraction = 2;
  static constexpr int kLeast = -14;
  static constexpr int kGreatest = 15;
  static constexpr unsigned kInfinity = 0x7c;
  static constexpr unsigned kSign = 0x80;
};
/// Without infinity and NaN, as the two that follow: no number follows the greatest.
struct E2M3Format {
  static constexpr int kFraction = 3;
  static constexpr int kLeast = 0;
  static constexpr int kGreatest = 2;
  static constexpr unsigned kInfinity = 0x20;
  static constexpr unsigned kSign = 0x20;
};
struct E3M2Format {
  static constexpr int kFraction = 2;
  static constexpr int kLeast = -2;
  static constexpr int kGreatest = 4;
  static constexpr unsigned kInfinity = 0x20;
  static constexpr unsigned kSign = 0x20;
};
struct E2M1Format {
  static constexpr int kFraction = 1;
  static constexpr int kLeast = 0;
  static constexpr int kGreatest = 2;
  static constexpr unsigned kInfinity = 0x8;
  static constexpr unsigned kSign = 0x8;
};

constexpr unsigned short kNan = 0x7fff;

enum class Rounding { kNearestEven, kZero, kUp, kDown };

template <class To, class From>
FENCEPOST_NARROW_FUNCTION To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "reinterpretation keeps the size");
  return __builtin_bit_cast(To, from);
}

// --- To float: exact -------------------------------------------------------------------------------------------------

template <class Format>
FENCEPOST_NARROW_FUNCTION float to_float(unsigned short bits) {
  if constexpr (Format::kFraction == BrainFormat::kFraction) {
    return bits_as<float>(static_cast<unsigned int>(bits) << 16);
  } else {
    const unsigned int sign = static_cast<unsigned int>(bits & 0x8000U) << 16;
    const unsigned int magnitude = static_cast<unsigned int>(bits & 0x7fffU) << 13;
    constexpr unsigned int kNormal = 0x00800000;  // Where normal numbers begin, and
    constexpr unsigned int kBeyond = 0x0f800000;  // where they end.
    if (__builtin_expect(magnitude - kNormal < kBeyond - kNormal, true)) {
      return bits_as<float>(sign | (magnitude + 0x38000000U));
    }
    if (magnitude >= kBeyond) return bits_as<float>(magnitude == kBeyond ? sign | 0x7f800000U : 0x7fffffffU);
    constexpr unsigned int kLeast = 0x38800000;  // 2^-14: from there on the fraction of a subnormal number counts.
    const float value = bits_as<float>(kLeast | magnitude) - bits_as<float>(kLeast);
    return bits_as<float>(bits_as<unsigned int>(value) | sign);
  }
}

/// Of a format of 8 bits or less, of finite numbers alone. Bits beyond the format's are ignored.
template <class Format>
FENCEPOST_NARROW_FUNCTION float small_to_float(unsigned int bits) {
  const unsigned int sign = (bits & Format::kSign) != 0 ? 0x80000000U : 0;
  const unsigned int magnitude = bits & (Format::kSign - 1);
  const unsigned int field = magnitude >> Format::kFraction;
  constexpr int kBias = 1 - Format::kLeast;
  if (field == 0) {  // A multiple of the least number.
    const float last = bits_as<float>(static_cast<unsigned int>(127 + Format::kLeast - Format::kFraction) << 23);
    return bits_as<float>(sign | bits_as<unsigned int>(static_cast<float>(magnitude) * last));
  }
  return bits_as<float>(sign |
                        ((magnitude << (23 - Format::kFraction)) + (static_cast<unsigned int>(127 - kBias) << 23)));
}

// --- From float, to nearest even: the fast way -----------------------------------------------------------------------

template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short from_float(float value) {
  const unsigned int all = bits_as<unsigned int>(value);
  const unsigned int magnitude = all & 0x7fffffffU;
  if constexpr (Format::kFraction == BrainFormat::kFraction) {
    if (magnitude > 0x7f800000U) return kNan;
    return static_cast<unsigned short>((all + 0x7fffU + (all >> 16 & 1)) >> 16);
  } else {
    const unsigned int sign = all >> 16 & 0x8000U;
    constexpr unsigned int kNormal = 0x38800000;  // 2^-14
    constexpr unsigned int kBeyond = 0x47800000;  // 2^16
    if (__builtin_expect(magnitude - kNormal < kBeyond - kNormal, true)) {
      return static_cast<unsigned short>(sign | (magnitude - 0x38000000U + 0xfffU + (magnitude >> 13 & 1)) >> 13);
    }
    if (magnitude > 0x7f800000U) return kNan;
    if (magnitude >= kBeyond) return static_cast<unsigned short>(sign | HalfFormat::kInfinity);
    // Added to 0.5, a multiple of 2^-24 stands in the low bits of the sum.
    const unsigned int sum = bits_as<unsigned int>(bits_as<float>(magnitude) + 0.5F);
    return static_cast<unsigned short>(sign | (sum - 0x3f000000U));
  }
}

// --- From wider numbers, in any direction ----------------------------------------------------------------------------

/// `significand` times 2^exponent, rounded once. The significand is not 0.
template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short round_number(bool negative, unsigned long long significand, int exponent,
                                                      Rounding rounding) {
  const unsigned int sign = negative ? Format::kSign : 0;
  const bool away = rounding == (negative ? Rounding::kDown : Rounding::kUp);
  const int leading = exponent + 63 - __builtin_clzll(significand);
  if (leading > Format::kGreatest) {
    const bool to_infinity = away || rounding == Rounding::kNearestEven;
    return static_cast<unsigned short>(sign | (Format::kInfinity - (to_infinity ? 0 : 1)));
  }
  const int binade = leading < Format::kLeast ? Format::kLeast : leading;
  const int shift = binade - Format::kFraction - exponent;  // Of what is kept, the last bit is worth 2^shift.
  unsigned long long kept = 0;
  int rest = 0;  // Of what is lost: 0 nothing, 1 less than half of the last bit, 2 half, 3 more.
  if (shift <= 0) {
    kept = significand << -shift;
  } else if (shift > 64) {
    rest = 1;
  } else {
    kept = shift == 64 ? 0 : significand >> shift;
    const unsigned long long half = 1ULL << (shift - 1);
    const unsigned long long lost = significand & (half - 1 + half);
    rest = lost == 0 ? 0 : lost < half ? 1 : lost == half ? 2 : 3;
  }
  const bool up = rounding == Rounding::kNearestEven ? rest == 3 || (rest == 2 && (kept & 1) != 0) : away && rest != 0;
  // A normal number's leading bit adds the one by which its exponent field exceeds that of the subnormal numbers.
  const unsigned int magnitude = static_cast<unsigned int>(kept + (up ? 1 : 0)) +
                                 (static_cast<unsigned int>(binade - Format::kLeast) << Format::kFraction);
  return static_cast<unsigned short>(sign | (magnitude < Format::kInfinity ? magnitude : Format::kInfinity));
}

template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short from_double(double value, Rounding rounding) {
  const unsigned long long all = bits_as<unsigned long long>(value);
  const bool negative = all >> 63 != 0;
  const unsigned long long fraction = all & 0xfffffffffffffULL;
  const int field = static_cast<int>(all >> 52 & 0x7ff);
  const unsigned int sign = negative ? Format::kSign : 0;
  if (field == 0x7ff) {
    if (fraction != 0) return static_cast<unsigned short>(Format::kSign - 1);
    return static_cast<unsigned short>(sign | Format::kInfinity);
  }
  if (field == 0 && fraction == 0) return static_cast<unsigned short>(sign);
  if (field == 0) return round_number<Format>(negative, fraction, -1074, rounding);
  return round_number<Format>(negative, fraction | 1ULL << 52, field - 1075, rounding);
}

/// To a format of finite numbers alone. What is too great becomes the greatest number of its sign, NaN the greatest.
template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short saturated_from_double(double value, Rounding rounding) {
  const double greatest = static_cast<double>(small_to_float<Format>(Format::kSign - 1));
  if (!(value <= greatest)) return Format::kSign - 1;
  if (value < -greatest) return Format::kSign | (Format::kSign - 1);
  return from_double<Format>(value, rounding);
}

/// Scale factors: powers of two from 2^-127, whose number is 0, to 2^127, and NaN, 0xff. Of the absolute value, rounded
/// to a power of two: up, or to zero. What is too small becomes 2^-127; what is too great, infinity too, NaN, or 2^127
/// if `saturates`, or if it is finite and rounded to zero.
FENCEPOST_NARROW_FUNCTION unsigned char scale_from_double(double value, bool rounds_up, bool saturates) {
  const unsigned long long bits = bits_as<unsigned long long>(value) & ~(1ULL << 63);
  constexpr unsigned long long kNotFinite = 0x7ffULL << 52;
  if (bits > kNotFinite) return 0xff;
  // The exponent. What is subnormal is far below the least one.
  const int power = static_cast<int>(bits >> 52) - 1023 + 127 + (rounds_up && (bits & 0xfffffffffffffULL) != 0 ? 1 : 0);
  if (power > 254) return saturates || (!rounds_up && bits < kNotFinite) ? 0xfe : 0xff;
  return static_cast<unsigned char>(power < 0 ? 0 : power);
}
/// Exact: 2^-127 is a subnormal bfloat16.
FENCEPOST_NARROW_FUNCTION unsigned short brain_from_scale(unsigned char bits) {
  return static_cast<unsigned short>(bits == 0 ? 0x40U : bits == 0xff ? kNan : static_cast<unsigned int>(bits) << 7);
}

/// As a double; of what is too long for one, the last digit becomes 1. Rounding it again gives what rounding once
/// gives.
template <class Number>
FENCEPOST_NARROW_FUNCTION double to_odd_double(Number value) {
  if constexpr (sizeof(Number) < 8 || static_cast<Number>(0.5) != 0) {
    return static_cast<double>(value);
  } else {
    if (value == 0) return 0;
    const bool negative = value < 0;
    unsigned long long magnitude =
        negative ? 0 - static_cast<unsigned long long>(value) : static_cast<unsigned long long>(value);
    const int beyond = 11 - __builtin_clzll(magnitude);  // Digits beyond the 53 of a double.
    if (beyond > 0) {
      const unsigned long long lost = magnitude & ((1ULL << beyond) - 1);
      magnitude = (magnitude - lost) | (lost != 0 ? 1ULL << beyond : 0);
    }
    return negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
  }
}

template <class Format, class Integer>
FENCEPOST_NARROW_FUNCTION unsigned short from_integer(Integer value, Rounding rounding) {
  if (value == 0) return 0;
  const bool negative = value < 0;
  const unsigned long long magnitude =
      negative ? 0 - static_cast<unsigned long long>(value) : static_cast<unsigned long long>(value);
  return round_number<Format>(negative, magnitude, 0, rounding);
}

// --- To integers -----------------------------------------------------------------------------------------------------

template <class Integer>
struct IntegerRange {
  static constexpr bool kIsSigned = static_cast<Integer>(-1) < static_cast<Integer>(0);
  static constexpr Integer kGreatest = static_cast<Integer>(~0ULL >> (64 - 8 * sizeof(Integer) + (kIsSigned ? 1 : 0)));
  static constexpr Integer kLeast = kIsSigned ? static_cast<Integer>(-kGreatest - 1) : static_cast<Integer>(0);
};

FENCEPOST_NARROW_FUNCTION float to_integral(float value, Rounding rounding) {
  switch (rounding) {
    case Rounding::kNearestEven:
      return __builtin_nearbyintf(value);
    case Rounding::kZero:
      return __builtin_truncf(value);
    case Rounding::kUp:
      return __builtin_ceilf(value);
    case Rounding::kDown:
      return __builtin_floorf(value);
  }
  return value;
}

/// Saturates; NaN becomes 0, as 64 bits the sign bit alone.
template <class Integer>
FENCEPOST_NARROW_FUNCTION Integer to_integer(float value, Rounding rounding) {
  using Range = IntegerRange<Integer>;
  if (value != value) return sizeof(Integer) == 8 ? static_cast<Integer>(1ULL << 63) : static_cast<Integer>(0);
  const float integral = to_integral(value, rounding);
  // The first value beyond the range is a power of two; the greatest integer itself may not be a float.
  if (integral >= static_cast<float>(Range::kGreatest / 2 + 1) * 2) return Range::kGreatest;
  if (integral < static_cast<float>(Range::kLeast)) return Range::kLeast;
  return static_cast<Integer>(integral);
}

// --- Arithmetic ------------------------------------------------------------------------------------------------------

/// `bits` are of a double, rounded to odd: rounding it to nearest afterwards cannot mistake it for a number halfway
/// between two of the format (S. Boldo, G. Melquiond: Emulation of a FMA and correctly rounded sums, 2008).
template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short from_odd_double(unsigned long long bits) {
  const auto field = static_cast<unsigned int>(bits >> 52 & 0x7ff);
  if (__builtin_expect(field - 897 < 254, true)) {  // A normal number of float, too: the fast way.
    const unsigned int lost = (bits & 0x1fffffffU) != 0 ? 1 : 0;
    const unsigned int sign = static_cast<unsigned int>(bits >> 32) & 0x80000000U;
    const unsigned int magnitude = (field - 896) << 23 | (static_cast<unsigned int>(bits >> 29) & 0x7fffffU) | lost;
    return from_float<Format>(bits_as<float>(sign | magnitude));
  }
  return from_double<Format>(bits_as<double>(bits), Rounding::kNearestEven);
}

/// a * b + c, rounded once. The product is exact in double. The sum may not be; of half, whose products have 22 digits,
/// what it loses is too small to matter.
template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short multiply_add(float a, float b, float c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const double sum = product + static_cast<double>(c);
  unsigned long long bits = bits_as<unsigned long long>(sum);
  if constexpr (Format::kFraction == BrainFormat::kFraction) {
    const double of_c = sum - product;
    const double error = (product - (sum - of_c)) + (static_cast<double>(c) - of_c);
    // Of infinity and NaN the error is NaN.
    if ((error < 0 || error > 0) && (bits & 1) == 0) bits = (error > 0) == (sum > 0) ? bits + 1 : bits - 1;
  }
  return from_odd_double<Format>(bits);
}

/// Of NaN and a number, the number; +0 is greater than -0.
template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short greater(unsigned short a, unsigned short b) {
  const float x = to_float<Format>(a);
  const float y = to_float<Format>(b);
  if (x != x && y != y) return kNan;
  if (x != x || y > x) return b;
  if (y != y || x > y) return a;
  return a & b;  // Equal, but perhaps for the sign.
}
template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short less(unsigned short a, unsigned short b) {
  const float x = to_float<Format>(a);
  const float y = to_float<Format>(b);
  if (x != x && y != y) return kNan;
  if (x != x || y < x) return b;
  if (y != y || x < y) return a;
  return a | b;
}
template <class Format>
FENCEPOST_NARROW_FUNCTION bool is_nan(unsigned short bits) {
  return (bits & 0x7fffU) > Format::kInfinity;
}

/// Between 0 and 1; NaN becomes 0.
template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short saturated(unsigned short bits) {
  const float value = to_float<Format>(bits);
  if (!(value > 0)) return 0;
  return value > 1 ? from_float<Format>(1) : bits;
}
/// Not less than 0; NaN stays NaN.
template <class Format>
FENCEPOST_NARROW_FUNCTION unsigned short rectified(unsigned short bits) {
  if (is_nan<Format>(bits)) return kNan;
  return (bits & 0x8000U) != 0 ? 0 : bits;
}

}  // namespace fencepost_rt::narrow
