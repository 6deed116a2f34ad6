// Numbers of 8 bits, <cuda_fp8.h> (CUDA Math API, FP8 Intrinsics): E4M3, E5M2 and the scale factors E8M0, alone, in
// pairs and in fours, and their conversions, on the host and in kernels.
#pragma once

#include <assert.h>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_types.h"
#include "vector_types.h"

#define __CUDA_FP8_H__
#define __CUDA_FP8_HPP__
#define __CUDA_FP8_TYPES_EXIST__

// NVIDIA's header leaves it defined, and programs align their own vectors by it.
#ifndef __CUDA_ALIGN__
#ifdef __CUDACC__
#define __CUDA_ALIGN__(align) __align__(align)
#else
#define __CUDA_ALIGN__(align) __attribute__((aligned(align)))
#endif
#endif

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#ifdef __cplusplus

// --- Functions: nearest even; what is too great becomes infinity (E4M3: NaN) or the greatest finite number -----------

namespace fencepost_rt {
namespace narrow {
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t fp8_of(const double a, const __nv_saturation_t saturation,
                                                    const __nv_fp8_interpretation_t format) {
  const bool is_e4m3 = format == __NV_E4M3;
  const unsigned int bits =
      is_e4m3 ? from_double<E4M3Format>(a, Rounding::kNearestEven) : from_double<E5M2Format>(a, Rounding::kNearestEven);
  const unsigned int beyond = is_e4m3 ? E4M3Format::kInfinity : E5M2Format::kInfinity;
  const bool too_great = (bits & 0x7fU) == beyond && a == a;
  return static_cast<__nv_fp8_storage_t>(too_great && saturation == __NV_SATFINITE ? bits - 1 : bits);
}
}  // namespace narrow
}  // namespace fencepost_rt

/// Of NaN in E5M2 another one than that of a float.
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double a, const __nv_saturation_t saturation,
                                                                    const __nv_fp8_interpretation_t format) {
  if (a != a && format == __NV_E5M2) return 0x7e;
  return fencepost_rt::narrow::fp8_of(a, saturation, format);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float a, const __nv_saturation_t saturation,
                                                                   const __nv_fp8_interpretation_t format) {
  return fencepost_rt::narrow::fp8_of(static_cast<double>(a), saturation, format);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw a,
                                                                     const __nv_saturation_t saturation,
                                                                     const __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__half2float(__half(a)), saturation, format);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw a,
                                                                         const __nv_saturation_t saturation,
                                                                         const __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(a)), saturation, format);
}

#define FENCEPOST_FP8_PAIR(name, type, of_one, first, second)                                                       \
  FENCEPOST_NARROW_FUNCTION __nv_fp8x2_storage_t name(const type a, const __nv_saturation_t saturation,             \
                                                      const __nv_fp8_interpretation_t format) {                     \
    return static_cast<__nv_fp8x2_storage_t>(of_one(first, saturation, format) | of_one(second, saturation, format) \
                                                                                     << 8);                         \
  }
FENCEPOST_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8, a.x, a.y)
FENCEPOST_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8, a.x, a.y)
FENCEPOST_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8, __half_raw{a.x}, __half_raw{a.y})
FENCEPOST_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8,
                   __nv_bfloat16_raw{a.x}, __nv_bfloat16_raw{a.y})
#undef FENCEPOST_FP8_PAIR

/// Exact: every number of 8 bits is a half.
FENCEPOST_NARROW_FUNCTION __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t a,
                                                             const __nv_fp8_interpretation_t format) {
  const unsigned int sign = (a & 0x80U) << 8;
  const unsigned int magnitude = a & 0x7fU;
  if (magnitude > (format == __NV_E4M3 ? 0x7eU : 0x7cU)) return __half_raw{fencepost_rt::narrow::kNan};
  if (format == __NV_E5M2) return __half_raw{static_cast<unsigned short>(sign | magnitude << 8)};
  // Among the bits of a half, the number of 8 bits is one with an exponent smaller by 8.
  const float small = fencepost_rt::narrow::to_float<fencepost_rt::narrow::HalfFormat>(
      static_cast<unsigned short>(sign | magnitude << 7));
  return __float2half(small * 256);
}
FENCEPOST_NARROW_FUNCTION __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t a,
                                                                 const __nv_fp8_interpretation_t format) {
  return __half2_raw{__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(a & 0xff), format).x,
                     __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(a >> 8), format).x};
}

/// Of NVIDIA's own making, and called by name in public code.
FENCEPOST_NARROW_FUNCTION float2 __internal_halfraw2_to_float2(const __half2_raw a) {
  return __half22float2(__half2(a));
}

// --- Scale factors: powers of two, from 2^-127 to 2^127, and NaN
// ---------------------------------------------------------

/// Of the absolute value, rounded to a power of two with cudaRoundZero or cudaRoundPosInf; other modes are not defined,
/// and stop the program by assert. Zero and what is too small become 2^-127; what is too great, infinity too, becomes
/// NaN or 2^127, which a finite number that is rounded to zero always becomes. NaN stays NaN, 0xff.
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double a, const __nv_saturation_t saturation,
                                                                     const enum cudaRoundMode rounding) {
  assert(rounding == cudaRoundZero || rounding == cudaRoundPosInf);
  return fencepost_rt::narrow::scale_from_double(a, rounding == cudaRoundPosInf, saturation == __NV_SATFINITE);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float a, const __nv_saturation_t saturation,
                                                                    const enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0(static_cast<double>(a), saturation, rounding);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw a,
                                                                          const __nv_saturation_t saturation,
                                                                          const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_e8m0(__bfloat162float(__nv_bfloat16(a)), saturation, rounding);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(const double2 a,
                                                                          const __nv_saturation_t saturation,
                                                                          const enum cudaRoundMode rounding) {
  return static_cast<__nv_fp8x2_storage_t>(__nv_cvt_double_to_e8m0(a.x, saturation, rounding) |
                                           __nv_cvt_double_to_e8m0(a.y, saturation, rounding) << 8);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(const float2 a,
                                                                         const __nv_saturation_t saturation,
                                                                         const enum cudaRoundMode rounding) {
  return static_cast<__nv_fp8x2_storage_t>(__nv_cvt_float_to_e8m0(a.x, saturation, rounding) |
                                           __nv_cvt_float_to_e8m0(a.y, saturation, rounding) << 8);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(const __nv_bfloat162_raw a,
                                                                               const __nv_saturation_t saturation,
                                                                               const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_e8m0x2(__bfloat1622float2(__nv_bfloat162(a)), saturation, rounding);
}
/// Exact: 2^-127 is a subnormal bfloat16.
FENCEPOST_NARROW_FUNCTION __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t a) {
  return __nv_bfloat16_raw{fencepost_rt::narrow::brain_from_scale(a)};
}
FENCEPOST_NARROW_FUNCTION __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t a) {
  return __nv_bfloat162_raw{__nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(a & 0xff)).x,
                            __nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(a >> 8)).x};
}

// --- Classes ---------------------------------------------------------------------------------------------------------

#define FENCEPOST_ONE __nv_fp8_e4m3
#define FENCEPOST_TWO __nv_fp8x2_e4m3
#define FENCEPOST_FOUR __nv_fp8x4_e4m3
#define FENCEPOST_ONE_BITS __nv_fp8_storage_t
#define FENCEPOST_TWO_BITS __nv_fp8x2_storage_t
#define FENCEPOST_FOUR_BITS __nv_fp8x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) ((bits)&0x7fU) == 0
#define FENCEPOST_ENCODE(number) fencepost_rt::narrow::fp8_of(number, __NV_SATFINITE, __NV_E4M3)
#define FENCEPOST_DECODE(bits) __half2float(__half(__nv_cvt_fp8_to_halfraw(bits, __NV_E4M3)))
#define FENCEPOST_TWO_TO_BRAIN 0
#include "fencepost_small_types.inc"

#define FENCEPOST_ONE __nv_fp8_e5m2
#define FENCEPOST_TWO __nv_fp8x2_e5m2
#define FENCEPOST_FOUR __nv_fp8x4_e5m2
#define FENCEPOST_ONE_BITS __nv_fp8_storage_t
#define FENCEPOST_TWO_BITS __nv_fp8x2_storage_t
#define FENCEPOST_FOUR_BITS __nv_fp8x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) ((bits)&0x7fU) == 0
#define FENCEPOST_ENCODE(number) fencepost_rt::narrow::fp8_of(number, __NV_SATFINITE, __NV_E5M2)
#define FENCEPOST_DECODE(bits) __half2float(__half(__nv_cvt_fp8_to_halfraw(bits, __NV_E5M2)))
#define FENCEPOST_TWO_TO_BRAIN 0
#include "fencepost_small_types.inc"

#define FENCEPOST_ONE __nv_fp8_e8m0
#define FENCEPOST_TWO __nv_fp8x2_e8m0
#define FENCEPOST_FOUR __nv_fp8x4_e8m0
#define FENCEPOST_ONE_BITS __nv_fp8_storage_t
#define FENCEPOST_TWO_BITS __nv_fp8x2_storage_t
#define FENCEPOST_FOUR_BITS __nv_fp8x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) (static_cast<void>(bits), false)
#define FENCEPOST_ENCODE(number) __nv_cvt_double_to_e8m0(number, __NV_SATFINITE, cudaRoundPosInf)
#define FENCEPOST_DECODE(bits) __bfloat162float(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(bits)))
#define FENCEPOST_TWO_TO_BRAIN 1
#include "fencepost_small_types.inc"

#endif  // __cplusplus
