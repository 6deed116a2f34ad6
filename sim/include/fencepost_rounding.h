// Arithmetic and conversions with a fixed rounding mode: _rn to nearest even, _rz towards zero, _ru up, _rd down.
// Defined in sim/device/rounding.cpp, where the floating-point environment can be changed safely.
// Conversions to integers saturate, and turn NaN into 0 (32 bits) or the sign bit alone (64 bits), as the device does.
#pragma once

extern "C" {

#define FENCEPOST_ROUNDED(result, name, parameters) \
  result name##_rn parameters;                      \
  result name##_rz parameters;                      \
  result name##_ru parameters;                      \
  result name##_rd parameters

FENCEPOST_ROUNDED(float, __fadd, (float a, float b));
FENCEPOST_ROUNDED(float, __fsub, (float a, float b));
FENCEPOST_ROUNDED(float, __fmul, (float a, float b));
FENCEPOST_ROUNDED(float, __fdiv, (float a, float b));
FENCEPOST_ROUNDED(float, __fmaf, (float a, float b, float c));
FENCEPOST_ROUNDED(float, __fsqrt, (float a));
FENCEPOST_ROUNDED(float, __frcp, (float a));
float __frsqrt_rn(float a);
FENCEPOST_ROUNDED(double, __dadd, (double a, double b));
FENCEPOST_ROUNDED(double, __dsub, (double a, double b));
FENCEPOST_ROUNDED(double, __dmul, (double a, double b));
FENCEPOST_ROUNDED(double, __ddiv, (double a, double b));
FENCEPOST_ROUNDED(double, __fma, (double a, double b, double c));
FENCEPOST_ROUNDED(double, __dsqrt, (double a));
FENCEPOST_ROUNDED(double, __drcp, (double a));

FENCEPOST_ROUNDED(int, __float2int, (float a));
FENCEPOST_ROUNDED(unsigned int, __float2uint, (float a));
FENCEPOST_ROUNDED(long long, __float2ll, (float a));
FENCEPOST_ROUNDED(unsigned long long, __float2ull, (float a));
FENCEPOST_ROUNDED(int, __double2int, (double a));
FENCEPOST_ROUNDED(unsigned int, __double2uint, (double a));
FENCEPOST_ROUNDED(long long, __double2ll, (double a));
FENCEPOST_ROUNDED(unsigned long long, __double2ull, (double a));
FENCEPOST_ROUNDED(float, __double2float, (double a));
FENCEPOST_ROUNDED(float, __int2float, (int a));
FENCEPOST_ROUNDED(float, __uint2float, (unsigned int a));
FENCEPOST_ROUNDED(float, __ll2float, (long long a));
FENCEPOST_ROUNDED(float, __ull2float, (unsigned long long a));
FENCEPOST_ROUNDED(double, __ll2double, (long long a));
FENCEPOST_ROUNDED(double, __ull2double, (unsigned long long a));
double __int2double_rn(int a);
double __uint2double_rn(unsigned int a);

#undef FENCEPOST_ROUNDED

// As __fmaf_rn and kin: those, too, keep subnormal numbers here.
inline float __fmaf_ieee_rn(float a, float b, float c) { return __fmaf_rn(a, b, c); }
inline float __fmaf_ieee_rz(float a, float b, float c) { return __fmaf_rz(a, b, c); }
inline float __fmaf_ieee_ru(float a, float b, float c) { return __fmaf_ru(a, b, c); }
inline float __fmaf_ieee_rd(float a, float b, float c) { return __fmaf_rd(a, b, c); }

}  // extern "C"
