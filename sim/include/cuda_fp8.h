// Numbers of 8 bits, <cuda_fp8.h> (CUDA Math API, FP8 Intrinsics): E4M3 and E5M2, alone, in pairs and in fours, and
// their conversions, on the host and in kernels. E8M0 is not there.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "vector_types.h"

#define __CUDA_FP8_H__
#define __CUDA_FP8_HPP__
#define __CUDA_FP8_TYPES_EXIST__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#ifdef __cplusplus

// --- Functions: nearest even; what is too great becomes infinity (E4M3: NaN) or the greatest finite number -----------

FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double a, const __nv_saturation_t saturation,
                                                                    const __nv_fp8_interpretation_t format) {
  using namespace fencepost_rt::narrow;
  const bool is_e4m3 = format == __NV_E4M3;
  const unsigned int bits =
      is_e4m3 ? from_double<E4M3Format>(a, Rounding::kNearestEven) : from_double<E5M2Format>(a, Rounding::kNearestEven);
  const unsigned int beyond = is_e4m3 ? E4M3Format::kInfinity : E5M2Format::kInfinity;
  const bool too_great = (bits & 0x7fU) == beyond && a == a;
  return static_cast<__nv_fp8_storage_t>(too_great && saturation == __NV_SATFINITE ? bits - 1 : bits);
}
FENCEPOST_NARROW_FUNCTION __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float a, const __nv_saturation_t saturation,
                                                                   const __nv_fp8_interpretation_t format) {
  return __nv_cvt_double_to_fp8(static_cast<double>(a), saturation, format);
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

// --- Classes ---------------------------------------------------------------------------------------------------------

#define FENCEPOST_MEMBER __attribute__((always_inline)) inline
#define FENCEPOST_FP8_FROM_NUMBER(name, type, format) \
  FENCEPOST_MEMBER explicit name(const type value)    \
      : __x(__nv_cvt_double_to_fp8(static_cast<double>(value), __NV_SATFINITE, format)) {}
#define FENCEPOST_FP8_TO_INTEGER(type)                                                                               \
  FENCEPOST_MEMBER explicit operator type() const {                                                                  \
    return fencepost_rt::narrow::to_integer<type>(static_cast<float>(*this), fencepost_rt::narrow::Rounding::kZero); \
  }

#define FENCEPOST_FP8(one, pair, four, format)                                                                         \
  struct __attribute__((aligned(1))) one {                                                                             \
    __nv_fp8_storage_t __x;                                                                                            \
    one() = default;                                                                                                   \
    FENCEPOST_MEMBER explicit one(const __half value) : __x(__nv_cvt_halfraw_to_fp8(value, __NV_SATFINITE, format)) {} \
    FENCEPOST_MEMBER explicit one(const __nv_bfloat16 value)                                                           \
        : __x(__nv_cvt_bfloat16raw_to_fp8(value, __NV_SATFINITE, format)) {}                                           \
    FENCEPOST_FP8_FROM_NUMBER(one, float, format)                                                                      \
    FENCEPOST_FP8_FROM_NUMBER(one, double, format)                                                                     \
    FENCEPOST_FP8_FROM_NUMBER(one, short, format)                                                                      \
    FENCEPOST_FP8_FROM_NUMBER(one, unsigned short, format)                                                             \
    FENCEPOST_FP8_FROM_NUMBER(one, int, format)                                                                        \
    FENCEPOST_FP8_FROM_NUMBER(one, unsigned int, format)                                                               \
    FENCEPOST_FP8_FROM_NUMBER(one, long, format)                                                                       \
    FENCEPOST_FP8_FROM_NUMBER(one, unsigned long, format)                                                              \
    FENCEPOST_FP8_FROM_NUMBER(one, long long, format)                                                                  \
    FENCEPOST_FP8_FROM_NUMBER(one, unsigned long long, format)                                                         \
    FENCEPOST_MEMBER explicit operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, format); }                 \
    FENCEPOST_MEMBER explicit operator float() const {                                                                 \
      return __half2float(__half(__nv_cvt_fp8_to_halfraw(__x, format)));                                               \
    }                                                                                                                  \
    FENCEPOST_MEMBER explicit operator __nv_bfloat16() const { return __float2bfloat16(static_cast<float>(*this)); }   \
    FENCEPOST_MEMBER explicit operator double() const { return static_cast<double>(static_cast<float>(*this)); }       \
    FENCEPOST_FP8_TO_INTEGER(char)                                                                                     \
    FENCEPOST_FP8_TO_INTEGER(signed char)                                                                              \
    FENCEPOST_FP8_TO_INTEGER(unsigned char)                                                                            \
    FENCEPOST_FP8_TO_INTEGER(short)                                                                                    \
    FENCEPOST_FP8_TO_INTEGER(unsigned short)                                                                           \
    FENCEPOST_FP8_TO_INTEGER(int)                                                                                      \
    FENCEPOST_FP8_TO_INTEGER(unsigned int)                                                                             \
    FENCEPOST_FP8_TO_INTEGER(long)                                                                                     \
    FENCEPOST_FP8_TO_INTEGER(unsigned long)                                                                            \
    FENCEPOST_FP8_TO_INTEGER(long long)                                                                                \
    FENCEPOST_FP8_TO_INTEGER(unsigned long long)                                                                       \
    FENCEPOST_MEMBER explicit operator bool() const { return (__x & 0x7fU) != 0; }                                     \
  };                                                                                                                   \
  struct __attribute__((aligned(2))) pair {                                                                            \
    __nv_fp8x2_storage_t __x;                                                                                          \
    pair() = default;                                                                                                  \
    FENCEPOST_MEMBER explicit pair(const __half2 value)                                                                \
        : __x(__nv_cvt_halfraw2_to_fp8x2(value, __NV_SATFINITE, format)) {}                                            \
    FENCEPOST_MEMBER explicit pair(const __nv_bfloat162 value)                                                         \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(value, __NV_SATFINITE, format)) {}                                        \
    FENCEPOST_MEMBER explicit pair(const float2 value)                                                                 \
        : __x(__nv_cvt_float2_to_fp8x2(value, __NV_SATFINITE, format)) {}                                              \
    FENCEPOST_MEMBER explicit pair(const double2 value)                                                                \
        : __x(__nv_cvt_double2_to_fp8x2(value, __NV_SATFINITE, format)) {}                                             \
    FENCEPOST_MEMBER explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, format); }             \
    FENCEPOST_MEMBER explicit operator float2() const {                                                                \
      return __half22float2(__half2(__nv_cvt_fp8x2_to_halfraw2(__x, format)));                                         \
    }                                                                                                                  \
  };                                                                                                                   \
  struct __attribute__((aligned(4))) four {                                                                            \
    __nv_fp8x4_storage_t __x;                                                                                          \
    four() = default;                                                                                                  \
    FENCEPOST_MEMBER explicit four(const __half2 low, const __half2 high)                                              \
        : __x(pair(low).__x | static_cast<unsigned int>(pair(high).__x) << 16) {}                                      \
    FENCEPOST_MEMBER explicit four(const __nv_bfloat162 low, const __nv_bfloat162 high)                                \
        : __x(pair(low).__x | static_cast<unsigned int>(pair(high).__x) << 16) {}                                      \
    FENCEPOST_MEMBER explicit four(const float4 value)                                                                 \
        : __x(pair(make_float2(value.x, value.y)).__x |                                                                \
              static_cast<unsigned int>(pair(make_float2(value.z, value.w)).__x) << 16) {}                             \
    FENCEPOST_MEMBER explicit four(const double4 value)                                                                \
        : __x(pair(make_double2(value.x, value.y)).__x |                                                               \
              static_cast<unsigned int>(pair(make_double2(value.z, value.w)).__x) << 16) {}                            \
    FENCEPOST_MEMBER explicit operator float4() const {                                                                \
      const __half2 low = __nv_cvt_fp8x2_to_halfraw2(static_cast<__nv_fp8x2_storage_t>(__x & 0xffffU), format);        \
      const __half2 high = __nv_cvt_fp8x2_to_halfraw2(static_cast<__nv_fp8x2_storage_t>(__x >> 16), format);           \
      return make_float4(__low2float(low), __high2float(low), __low2float(high), __high2float(high));                  \
    }                                                                                                                  \
  };
FENCEPOST_FP8(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
FENCEPOST_FP8(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)

#undef FENCEPOST_MEMBER
#undef FENCEPOST_FP8
#undef FENCEPOST_FP8_FROM_NUMBER
#undef FENCEPOST_FP8_TO_INTEGER

#endif  // __cplusplus
