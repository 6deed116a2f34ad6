// Numbers of 8 bits by HIP's names: those of CUDA, and AMD's older formats FNUZ, which have neither infinities nor a
// negative zero: 0x80 is NaN. E4M3 FNUZ ends at 240, E5M2 FNUZ at 57344.
#pragma once

#include <cuda_fp8.h>

#include "hip_bf16.h"
#include "hip_fp16.h"

#define HIP_FP8_TYPE_OCP 1
#define HIP_FP8_TYPE_FNUZ 1

typedef __nv_fp8_storage_t __hip_fp8_storage_t;
typedef __nv_fp8x2_storage_t __hip_fp8x2_storage_t;
typedef __nv_fp8x4_storage_t __hip_fp8x4_storage_t;
typedef enum __hip_saturation_t { __HIP_NOSAT, __HIP_SATFINITE } __hip_saturation_t;
typedef enum __hip_fp8_interpretation_t {
  __HIP_E4M3,
  __HIP_E5M2,
  __HIP_E4M3_FNUZ,
  __HIP_E5M2_FNUZ
} __hip_fp8_interpretation_t;

namespace fencepost_rt {
namespace narrow {

/// Nearest even. What is too great becomes the greatest number or NaN; infinity becomes NaN.
FENCEPOST_NARROW_FUNCTION unsigned int fnuz_of(double a, int mantissa_bits, int bias, bool saturates) {
  constexpr unsigned int kNotANumber = 0x80;
  const unsigned long long bits = bits_as<unsigned long long>(a);
  const int own = static_cast<int>(bits >> 52 & 0x7ffU) - 1023;
  if (own == 1024) return kNotANumber;
  if (own == -1023) return 0;
  const int exponent = own < 1 - bias ? 1 - bias : own;
  const int shift = 52 - mantissa_bits + exponent - own;
  if (shift > 54) return 0;
  const unsigned long long significand = (bits & 0xfffffffffffffULL) | 1ULL << 52;
  const unsigned long long half = 1ULL << (shift - 1), rest = significand & ((half << 1) - 1);
  unsigned int quanta = static_cast<unsigned int>(significand >> shift);
  if (rest > half || (rest == half && (quanta & 1U) != 0)) ++quanta;
  // A carry of the rounding goes on into the exponent.
  const unsigned int code = (static_cast<unsigned int>(exponent + bias - 1) << mantissa_bits) + quanta;
  if (code == 0) return 0;
  if (code > 0x7f && !saturates) return kNotANumber;
  return (code > 0x7f ? 0x7fU : code) | static_cast<unsigned int>(bits >> 63) << 7;
}
FENCEPOST_NARROW_FUNCTION float of_fnuz(unsigned int code, int mantissa_bits, int bias) {
  if (code == 0x80) return bits_as<float>(0x7fc00000U);
  const int exponent = static_cast<int>((code & 0x7fU) >> mantissa_bits);
  const unsigned int mantissa = code & ((1U << mantissa_bits) - 1);
  const unsigned int quanta = exponent == 0 ? mantissa : mantissa | 1U << mantissa_bits;
  const int scale = (exponent == 0 ? 1 : exponent) - bias - mantissa_bits;
  const float magnitude = static_cast<float>(quanta) * bits_as<float>(static_cast<unsigned int>(scale + 127) << 23);
  return (code & 0x80U) != 0 ? -magnitude : magnitude;
}

}  // namespace narrow
}  // namespace fencepost_rt

/// Saturation leaves infinity alone, as on AMD's GPUs.
FENCEPOST_NARROW_FUNCTION __hip_fp8_storage_t __hip_cvt_double_to_fp8(double a, __hip_saturation_t saturation,
                                                                      __hip_fp8_interpretation_t format) {
  const bool saturates = saturation == __HIP_SATFINITE;
  switch (format) {
    case __HIP_E4M3_FNUZ:
      return static_cast<__hip_fp8_storage_t>(fencepost_rt::narrow::fnuz_of(a, 3, 8, saturates));
    case __HIP_E5M2_FNUZ:
      return static_cast<__hip_fp8_storage_t>(fencepost_rt::narrow::fnuz_of(a, 2, 16, saturates));
    default:
      return __nv_cvt_double_to_fp8(a, saturates && !__builtin_isinf(a) ? __NV_SATFINITE : __NV_NOSAT,
                                    format == __HIP_E4M3 ? __NV_E4M3 : __NV_E5M2);
  }
}
FENCEPOST_NARROW_FUNCTION __hip_fp8_storage_t __hip_cvt_float_to_fp8(float a, __hip_saturation_t saturation,
                                                                     __hip_fp8_interpretation_t format) {
  return __hip_cvt_double_to_fp8(static_cast<double>(a), saturation, format);
}
FENCEPOST_NARROW_FUNCTION __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(__half_raw a, __hip_saturation_t saturation,
                                                                       __hip_fp8_interpretation_t format) {
  return __hip_cvt_float_to_fp8(__half2float(__half(a)), saturation, format);
}
FENCEPOST_NARROW_FUNCTION __hip_fp8_storage_t __hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw a,
                                                                           __hip_saturation_t saturation,
                                                                           __hip_fp8_interpretation_t format) {
  return __hip_cvt_float_to_fp8(__bfloat162float(__hip_bfloat16(a)), saturation, format);
}
FENCEPOST_NARROW_FUNCTION __hip_fp8x2_storage_t __hip_cvt_float2_to_fp8x2(float2 a, __hip_saturation_t saturation,
                                                                          __hip_fp8_interpretation_t format) {
  return static_cast<__hip_fp8x2_storage_t>(__hip_cvt_float_to_fp8(a.x, saturation, format) |
                                            __hip_cvt_float_to_fp8(a.y, saturation, format) << 8);
}
FENCEPOST_NARROW_FUNCTION __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t a,
                                                              __hip_fp8_interpretation_t format) {
  switch (format) {
    case __HIP_E4M3_FNUZ:
      return __float2half(fencepost_rt::narrow::of_fnuz(a, 3, 8));
    case __HIP_E5M2_FNUZ:
      return __float2half(fencepost_rt::narrow::of_fnuz(a, 2, 16));
    default:
      return __nv_cvt_fp8_to_halfraw(a, format == __HIP_E4M3 ? __NV_E4M3 : __NV_E5M2);
  }
}

#define FENCEPOST_ONE __hip_fp8_e4m3
#define FENCEPOST_TWO __hip_fp8x2_e4m3
#define FENCEPOST_FOUR __hip_fp8x4_e4m3
#define FENCEPOST_ONE_BITS __hip_fp8_storage_t
#define FENCEPOST_TWO_BITS __hip_fp8x2_storage_t
#define FENCEPOST_FOUR_BITS __hip_fp8x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) (((bits)&0x7fU) == 0)
#define FENCEPOST_ENCODE(number) __hip_cvt_double_to_fp8(number, __HIP_SATFINITE, __HIP_E4M3)
#define FENCEPOST_DECODE(bits) __half2float(__half(__hip_cvt_fp8_to_halfraw(bits, __HIP_E4M3)))
#define FENCEPOST_TWO_TO_BRAIN 0
#define FENCEPOST_ONE_CONSTANTS                                               \
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE; \
  static constexpr __hip_fp8_interpretation_t __default_interpret = __HIP_E4M3;
#include <fencepost_small_types.inc>

#define FENCEPOST_ONE __hip_fp8_e5m2
#define FENCEPOST_TWO __hip_fp8x2_e5m2
#define FENCEPOST_FOUR __hip_fp8x4_e5m2
#define FENCEPOST_ONE_BITS __hip_fp8_storage_t
#define FENCEPOST_TWO_BITS __hip_fp8x2_storage_t
#define FENCEPOST_FOUR_BITS __hip_fp8x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) (((bits)&0x7fU) == 0)
#define FENCEPOST_ENCODE(number) __hip_cvt_double_to_fp8(number, __HIP_SATFINITE, __HIP_E5M2)
#define FENCEPOST_DECODE(bits) __half2float(__half(__hip_cvt_fp8_to_halfraw(bits, __HIP_E5M2)))
#define FENCEPOST_TWO_TO_BRAIN 0
#define FENCEPOST_ONE_CONSTANTS                                               \
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE; \
  static constexpr __hip_fp8_interpretation_t __default_interpret = __HIP_E5M2;
#include <fencepost_small_types.inc>

#define FENCEPOST_ONE __hip_fp8_e4m3_fnuz
#define FENCEPOST_TWO __hip_fp8x2_e4m3_fnuz
#define FENCEPOST_FOUR __hip_fp8x4_e4m3_fnuz
#define FENCEPOST_ONE_BITS __hip_fp8_storage_t
#define FENCEPOST_TWO_BITS __hip_fp8x2_storage_t
#define FENCEPOST_FOUR_BITS __hip_fp8x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) ((bits) == 0)
#define FENCEPOST_ENCODE(number) __hip_cvt_double_to_fp8(number, __HIP_SATFINITE, __HIP_E4M3_FNUZ)
#define FENCEPOST_DECODE(bits) fencepost_rt::narrow::of_fnuz(bits, 3, 8)
#define FENCEPOST_TWO_TO_BRAIN 0
#define FENCEPOST_ONE_CONSTANTS                                               \
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE; \
  static constexpr __hip_fp8_interpretation_t __default_interpret = __HIP_E4M3_FNUZ;
#include <fencepost_small_types.inc>

#define FENCEPOST_ONE __hip_fp8_e5m2_fnuz
#define FENCEPOST_TWO __hip_fp8x2_e5m2_fnuz
#define FENCEPOST_FOUR __hip_fp8x4_e5m2_fnuz
#define FENCEPOST_ONE_BITS __hip_fp8_storage_t
#define FENCEPOST_TWO_BITS __hip_fp8x2_storage_t
#define FENCEPOST_FOUR_BITS __hip_fp8x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) ((bits) == 0)
#define FENCEPOST_ENCODE(number) __hip_cvt_double_to_fp8(number, __HIP_SATFINITE, __HIP_E5M2_FNUZ)
#define FENCEPOST_DECODE(bits) fencepost_rt::narrow::of_fnuz(bits, 2, 16)
#define FENCEPOST_TWO_TO_BRAIN 0
#define FENCEPOST_ONE_CONSTANTS                                               \
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE; \
  static constexpr __hip_fp8_interpretation_t __default_interpret = __HIP_E5M2_FNUZ;
#include <fencepost_small_types.inc>
