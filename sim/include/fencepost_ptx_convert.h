// Conversions in asm statements (PTX ISA, "Data Movement: cvt"). Included by fencepost_ptx.h.
#pragma once

#include "fencepost_ptx_float.h"

namespace fencepost_ptx {

template <class Form>
inline constexpr narrow::Rounding kRounding = Form::has(modifiers::rz | modifiers::rzi)   ? narrow::Rounding::kZero
                                              : Form::has(modifiers::rm | modifiers::rmi) ? narrow::Rounding::kDown
                                              : Form::has(modifiers::rp | modifiers::rpi)
                                                  ? narrow::Rounding::kUp
                                                  : narrow::Rounding::kNearestEven;

template <class T>
FENCEPOST_PTX T integral(T value, narrow::Rounding rounding) {
  switch (rounding) {
    case narrow::Rounding::kZero:
      return static_cast<T>(__builtin_trunc(value));
    case narrow::Rounding::kDown:
      return static_cast<T>(__builtin_floor(value));
    case narrow::Rounding::kUp:
      return static_cast<T>(__builtin_ceil(value));
    case narrow::Rounding::kNearestEven:
      break;
  }
  return static_cast<T>(__builtin_rint(value));
}
/// Ends at the bounds of the type; NaN becomes 0, but the sign bit alone if there are 64 bits on either side.
template <class Integer, class T>
FENCEPOST_PTX Integer integer_from(T value, narrow::Rounding rounding) {
  using Range = narrow::IntegerRange<Integer>;
  if (value != value) {
    constexpr bool kSignBit = sizeof(Integer) == 8 || sizeof(T) == 8;
    return kSignBit ? static_cast<Integer>(1ULL << (8 * sizeof(Integer) - 1)) : Integer(0);
  }
  const T whole = integral(value, rounding);
  if (whole >= static_cast<T>(Range::kGreatest / 2 + 1) * 2) return Range::kGreatest;
  if (whole < static_cast<T>(Range::kLeast)) return Range::kLeast;
  return static_cast<Integer>(whole);
}
/// Within the finite numbers of a narrow format, for .satfinite; NaN stays.
template <class Format>
FENCEPOST_PTX float within_finite(float value) {
  const float greatest = [] {
    if constexpr (Format::kFraction == 3) {
      return 448.0F;  // E4M3 has no infinity.
    } else if constexpr (Format::kFraction == 2) {
      return 57344.0F;
    } else {
      return narrow::to_float<Format>(Format::kInfinity - 1);
    }
  }();
  return value > greatest ? greatest : value < -greatest ? -greatest : value;
}
template <class Form, class Format, class T>
FENCEPOST_PTX unsigned short narrow_from(T value) {
  double x = static_cast<double>(value);
  if constexpr (Form::has(modifiers::relu)) x = x != x ? x : x > 0 ? x : 0.0;
  if constexpr (Form::has(modifiers::sat)) x = x > 0 ? (x < 1 ? x : 1.0) : 0.0;
  if constexpr (Form::has(modifiers::satfinite)) x = static_cast<double>(within_finite<Format>(static_cast<float>(x)));
  return narrow::from_double<Format>(x, kRounding<Form>);
}

template <class Form, class Target, class Source>
FENCEPOST_PTX Target from_integer(Source from) {
  constexpr bool kSigned = Source(-1) < Source(0);
  if constexpr (kRoundsToNearest<Form>) {
    return static_cast<Target>(from);
  } else if constexpr (sizeof(Target) == 4 && kSigned) {
    return FENCEPOST_PTX_ROUND(__ll2float, from);
  } else if constexpr (sizeof(Target) == 4) {
    return FENCEPOST_PTX_ROUND(__ull2float, from);
  } else if constexpr (kSigned) {
    return FENCEPOST_PTX_ROUND(__ll2double, from);
  } else {
    return FENCEPOST_PTX_ROUND(__ull2double, from);
  }
}

template <class Form, class Target, class Source>
FENCEPOST_PTX Target converted(Source from) {
  constexpr narrow::Rounding kMode = kRounding<Form>;
  if constexpr (kIsInteger<Target> && kIsInteger<Source>) {
    if constexpr (Form::has(modifiers::sat)) {
      using Range = narrow::IntegerRange<Target>;
      if (from > Source(0) && static_cast<u64>(from) > static_cast<u64>(Range::kGreatest)) return Range::kGreatest;
      if (from < Source(0) && static_cast<s64>(from) < static_cast<s64>(Range::kLeast)) return Range::kLeast;
    }
    return static_cast<Target>(from);
  } else if constexpr (kIsInteger<Target>) {
    return integer_from<Target>(operand_of<Form>(wide(from)), kMode);
  } else if constexpr (kIsNarrow<Target> && kIsInteger<Source>) {
    return {narrow::from_integer<format<Target>>(from, kMode)};
  } else if constexpr (kIsNarrow<Target>) {
    auto value = wide(from);
    if constexpr (Form::has(modifiers::rni | modifiers::rzi | modifiers::rmi | modifiers::rpi)) {
      value = integral(value, kMode);
    }
    return {narrow_from<Form, format<Target>>(value)};
  } else if constexpr (kIsInteger<Source>) {
    return result_of<Form>(from_integer<Form, Target>(from));
  } else {
    auto value = operand_of<Form>(wide(from));
    if constexpr (Form::has(modifiers::rni | modifiers::rzi | modifiers::rmi | modifiers::rpi)) {
      value = integral(value, kMode);
    }
    if constexpr (sizeof(Target) == 4 && sizeof(value) == 8) {
      return result_of<Form>(FENCEPOST_PTX_ROUND(__double2float, value));
    } else {
      return result_of<Form>(static_cast<Target>(value));
    }
  }
}

/// Of the 23 bits of a fraction 10 are kept: to nearest, .rna: of two equally near ones the greater magnitude. NaN
/// stays one, as it does on an H200: .rna keeps its upper bits, the others set all.
template <class Form>
FENCEPOST_PTX float tf32_from(float value) {
  constexpr u32 kKept = 0xffffe000U;
  if constexpr (Form::has(modifiers::relu)) value = value != value ? value : value > 0 ? value : 0.0F;
  const u32 bits = get<u32>(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U)
    return get<float>(Form::has(modifiers::rna) ? bits & kKept : 0x7fffffffU & kKept);
  const u32 half = Form::has(modifiers::rz) || (bits & 0x7f800000U) == 0x7f800000U ? 0U
                   : Form::has(modifiers::rna)                                     ? 0x1000U
                                                                                   : 0xfffU + (bits >> 13 & 1U);
  const u32 kept = (bits + half) & kKept;
  const bool infinite = (kept & 0x7fffffffU) == 0x7f800000U;
  return get<float>(infinite && Form::has(modifiers::satfinite) ? kept - ~kKept - 1 : kept);
}

/// A number of 8 bits: E5M2 is the upper half of a half, E4M3 one with an exponent smaller by 8.
template <class Pair>
FENCEPOST_PTX float quarter(unsigned char bits) {
  const unsigned magnitude = bits & 0x7fU;
  const unsigned sign = (bits & 0x80U) << 8;
  if constexpr (__is_same(Pair, e5m2x2)) {
    return narrow::to_float<narrow::HalfFormat>(static_cast<unsigned short>(sign | magnitude << 8));
  } else {
    if (magnitude == 0x7fU) return __builtin_nanf("");
    return narrow::to_float<narrow::HalfFormat>(static_cast<unsigned short>(sign | magnitude << 7)) * 256;
  }
}

template <class T>
inline constexpr bool kIsQuarterPair = __is_same(T, e4m3x2) || __is_same(T, e5m2x2);
/// Without infinity and NaN: `.satfinite`, and NaN becomes the greatest number.
template <class T>
inline constexpr bool kIsSmallPair = __is_same(T, e2m3x2) || __is_same(T, e3m2x2) || __is_same(T, e2m1x2);

template <class Form, class Pair, class T>
FENCEPOST_PTX Pair small_pair(T low, T high) {
  const auto one = [](T number) {
    double x = static_cast<double>(number);
    if constexpr (Form::has(modifiers::relu)) x = x != x ? x : x > 0 ? x : 0.0;
    return static_cast<unsigned char>(narrow::saturated_from_double<format<Pair>>(x, narrow::Rounding::kNearestEven));
  };
  if constexpr (sizeof(Pair) == 1) {
    return {static_cast<unsigned char>(one(low) | one(high) << 4)};
  } else {
    return {one(low), one(high)};
  }
}
template <class Form, class Pair>
FENCEPOST_PTX f16x2 halves_of(Pair pair) {
  const auto one = [](unsigned bits) {
    const float value = narrow::small_to_float<format<Pair>>(static_cast<unsigned char>(bits));
    return result_of<Form>(f16{narrow::from_float<narrow::HalfFormat>(value)});
  };
  if constexpr (sizeof(Pair) == 1) {
    return {one(pair.both & 0xfU), one(pair.both >> 4)};
  } else {
    return {one(pair.low & 0x3fU), one(pair.high & 0x3fU)};
  }
}
template <class Form>
FENCEPOST_PTX ue8m0x2 scales(float low, float high) {
  const auto one = [](float number) {
    return narrow::scale_from_double(static_cast<double>(number), Form::has(modifiers::rp),
                                     Form::has(modifiers::satfinite));
  };
  return {one(low), one(high)};
}

template <class Form, class To, class From>
FENCEPOST_PTX void cvt(Form, To&& to, const From& from) {
  using Target = typename Form::type;
  using Source = typename Form::second_type;
  if constexpr (__is_same(Target, tf32)) {
    put(to, tf32_from<Form>(get<float>(from)));
  } else if constexpr (kIsQuarterPair<Source> && __is_same(Target, f16x2)) {
    const Source pair = get<Source>(from);
    const auto one = [](unsigned char bits) {
      return result_of<Form>(f16{narrow::from_float<narrow::HalfFormat>(quarter<Source>(bits))});
    };
    put(to, Target{one(pair.low), one(pair.high)});
  } else if constexpr (kIsQuarterPair<Target> && kIsPair<Source>) {
    const Source pair = get<Source>(from);
    const auto one = [](auto number) {
      return static_cast<unsigned char>(narrow_from<Form, format<Target>>(wide(number)));
    };
    put(to, Target{one(pair.low), one(pair.high)});
  } else if constexpr (kIsSmallPair<Source> && __is_same(Target, f16x2)) {
    put(to, halves_of<Form>(get<Source>(from)));
  } else if constexpr (__is_same(Source, ue8m0x2) && __is_same(Target, bf16x2)) {
    const Source pair = get<Source>(from);
    put(to, Target{{narrow::brain_from_scale(pair.low)}, {narrow::brain_from_scale(pair.high)}});
  } else if constexpr (__is_same(Target, ue8m0x2) && __is_same(Source, bf16x2)) {
    const Source pair = get<Source>(from);
    put(to, scales<Form>(wide(pair.low), wide(pair.high)));
  } else if constexpr (kIsInteger<Target> || kIsNarrow<Target> || __is_same(Target, float) ||
                       __is_same(Target, double)) {
    if constexpr (kIsInteger<Source> || kIsNarrow<Source> || __is_same(Source, float) || __is_same(Source, double)) {
      put(to, converted<Form, Target>(get<Source>(from)));
    } else {
      unsupported("inline PTX (this form of cvt)");
    }
  } else {
    unsupported("inline PTX (this form of cvt)");
  }
}
/// Two floats to a pair; the first to its upper half.
template <class Form, class To, class High, class Low>
FENCEPOST_PTX void cvt(Form, To&& to, const High& high, const Low& low) {
  using Target = typename Form::type;
  if constexpr (!__is_same(typename Form::second_type, float)) {
    unsupported("inline PTX (this form of cvt)");
  } else if constexpr (__is_same(Target, f16x2)) {
    put(to, Target{{narrow_from<Form, narrow::HalfFormat>(get<float>(low))},
                   {narrow_from<Form, narrow::HalfFormat>(get<float>(high))}});
  } else if constexpr (__is_same(Target, bf16x2)) {
    put(to, Target{{narrow_from<Form, narrow::BrainFormat>(get<float>(low))},
                   {narrow_from<Form, narrow::BrainFormat>(get<float>(high))}});
  } else if constexpr (kIsQuarterPair<Target>) {
    put(to, Target{static_cast<unsigned char>(narrow_from<Form, format<Target>>(get<float>(low))),
                   static_cast<unsigned char>(narrow_from<Form, format<Target>>(get<float>(high)))});
  } else if constexpr (kIsSmallPair<Target>) {
    put(to, small_pair<Form, Target>(get<float>(low), get<float>(high)));
  } else if constexpr (__is_same(Target, ue8m0x2)) {
    put(to, scales<Form>(get<float>(low), get<float>(high)));
  } else {
    unsupported("inline PTX (this form of cvt)");
  }
}

// --- Stochastic rounding: cvt.rs -------------------------------------------------------------------------------------

/// Four numbers, the lowest first: of 8 bits each, of those with 6 the upper two are 0, and of 4 bits.
template <class Pair>
struct alignas(4) quadruple {
  using pair = Pair;
  unsigned char number[4];
};
using e4m3x4 = quadruple<e4m3x2>;
using e5m2x4 = quadruple<e5m2x2>;
using e2m3x4 = quadruple<e2m3x2>;
using e3m2x4 = quadruple<e3m2x2>;
struct e2m1x4 {
  using pair = e2m1x2;
  unsigned short all;
};

/// `value` as a number of the format, or the one next to it, away from zero: that if the upper `Bits` bits of what the
/// lower one lacks, plus `random`, carry. Beyond the format's numbers it stays what it is. NaN and infinity, too.
template <class Format, int Bits>
FENCEPOST_PTX double stochastically(float value, u32 random) {
  const double magnitude = __builtin_fabs(static_cast<double>(value));
  if (!(magnitude <= static_cast<double>(float_of(0x7f7fffffU))) || magnitude == 0) return static_cast<double>(value);
  const int exponent = static_cast<int>(get<u64>(magnitude) >> 52) - 1023;
  const int last = (exponent < Format::kLeast ? Format::kLeast : exponent) - Format::kFraction;
  const auto power = [](int of) { return double_of(static_cast<u64>(of + 1023) << 52); };
  const u64 steps = (static_cast<u64>(magnitude * power(Bits - last)) + (random & ((1U << Bits) - 1))) >> Bits;
  return __builtin_copysign(static_cast<double>(steps) * power(last), static_cast<double>(value));
}
/// The number with `.relu` and `.satfinite`; of finite formats as with `.satfinite`.
template <class Form, class Format, int Bits>
FENCEPOST_PTX unsigned short stochastic_number(float value, u32 random) {
  if constexpr (Form::has(modifiers::relu)) value = value != value ? value : value > 0 ? value : 0.0F;
  const double rounded = stochastically<Format, Bits>(value, random);
  if constexpr (Format::kInfinity == Format::kSign) {
    return narrow::saturated_from_double<Format>(rounded, narrow::Rounding::kNearestEven);
  } else {
    return narrow_from<Form, Format>(rounded);
  }
}

/// Two floats to a pair; the first to its upper half, with the upper half of the random bits.
template <class Form, class To, class High, class Low, class Random>
FENCEPOST_PTX void cvt_rs(Form, To&& to, const High& high, const Low& low, const Random& bits) {
  using Target = typename Form::type;
  const u32 random = get<u32>(bits);
  if constexpr (__is_same(Target, f16x2) && __is_same(typename Form::second_type, float)) {
    put(to, Target{{stochastic_number<Form, narrow::HalfFormat, 13>(get<float>(low), random)},
                   {stochastic_number<Form, narrow::HalfFormat, 13>(get<float>(high), random >> 16)}});
  } else if constexpr (__is_same(Target, bf16x2) && __is_same(typename Form::second_type, float)) {
    put(to, Target{{stochastic_number<Form, narrow::BrainFormat, 16>(get<float>(low), random)},
                   {stochastic_number<Form, narrow::BrainFormat, 16>(get<float>(high), random >> 16)}});
  } else {
    unsupported("inline PTX (this form of cvt.rs)");
  }
}
/// Four floats, the first to the highest place, each with 8 random bits. Which of the two bytes that the ISA names for
/// two numbers is whose it leaves open: here, of numbers of 4 bits, as on sm_103a, of others as on sm_100a.
template <class Form, class To, class First, class Second, class Third, class Fourth, class Random>
FENCEPOST_PTX void cvt_rs(Form, To&& to, const First& a, const Second& b, const Third& e, const Fourth& f,
                          const Random& bits) {
  using Target = typename Form::type;
  const u32 random = get<u32>(bits);
  if constexpr (!Form::has(modifiers::satfinite) || !__is_same(typename Form::second_type, float)) {
    unsupported("inline PTX (this form of cvt.rs)");
  } else if constexpr (__is_same(Target, e2m1x4)) {
    const auto one = [](float value, u32 byte) { return stochastic_number<Form, narrow::E2M1Format, 8>(value, byte); };
    put(to, Target{static_cast<unsigned short>(one(get<float>(f), random >> 16) | one(get<float>(e), random) << 4 |
                                               one(get<float>(b), random >> 24) << 8 |
                                               one(get<float>(a), random >> 8) << 12)});
  } else if constexpr (sizeof(Target) == 4 && !kIsPair<Target> && !kIsInteger<Target> && !__is_same(Target, float)) {
    const auto one = [](float value, u32 byte) {
      return static_cast<unsigned char>(stochastic_number<Form, format<typename Target::pair>, 8>(value, byte));
    };
    put(to, Target{{one(get<float>(f), random), one(get<float>(e), random >> 8), one(get<float>(b), random >> 16),
                    one(get<float>(a), random >> 24)}});
  } else {
    unsupported("inline PTX (this form of cvt.rs)");
  }
}

}  // namespace fencepost_ptx
