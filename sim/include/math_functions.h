// The CUDA math library: what the C library does not have, fast approximations, and the overloads that CUDA adds.
// The rest (sinf, pow, fmaf, isnan, …) is the C and C++ library's.
#pragma once

#include <math.h>
#include <stdlib.h>

#include <cmath>
#include <cstdlib>

#define FENCEPOST_MATH inline __attribute__((always_inline))

// Defined in sim/device/math.cpp.
extern "C" {

// The C library's headers declare these names, too (as functions that it does not export).
float __sinf(float x) noexcept;
float __cosf(float x) noexcept;
float __tanf(float x) noexcept;
float __expf(float x) noexcept;
float __exp10f(float x) noexcept;
float __logf(float x) noexcept;
float __log2f(float x) noexcept;
float __log10f(float x) noexcept;
float __powf(float x, float y) noexcept;
void __sincosf(float x, float* sine, float* cosine) noexcept;

float sinpif(float x);
float cospif(float x);
void sincospif(float x, float* sine, float* cosine);
float rcbrtf(float x);
float normcdff(float x);
float normcdfinvf(float x);
float erfinvf(float x);
float erfcinvf(float x);
float erfcxf(float x);
float cyl_bessel_i0f(float x);
float cyl_bessel_i1f(float x);
float rhypotf(float x, float y);
float norm3df(float x, float y, float z);
float rnorm3df(float x, float y, float z);
float norm4df(float x, float y, float z, float w);
float rnorm4df(float x, float y, float z, float w);
float normf(int dimensions, const float* components);
float rnormf(int dimensions, const float* components);

double sinpi(double x);
double cospi(double x);
void sincospi(double x, double* sine, double* cosine);
double rcbrt(double x);
double normcdf(double x);
double normcdfinv(double x);
double erfinv(double x);
double erfcinv(double x);
double erfcx(double x);
double cyl_bessel_i0(double x);
double cyl_bessel_i1(double x);
double rhypot(double x, double y);
double norm3d(double x, double y, double z);
double rnorm3d(double x, double y, double z);
double norm4d(double x, double y, double z, double w);
double rnorm4d(double x, double y, double z, double w);
double norm(int dimensions, const double* components);
double rnorm(int dimensions, const double* components);

}  // extern "C"

FENCEPOST_MATH float rsqrtf(float x) { return 1.0F / ::sqrtf(x); }
FENCEPOST_MATH double rsqrt(double x) { return 1.0 / ::sqrt(x); }
FENCEPOST_MATH float fdividef(float x, float y) { return x / y; }
/// Of a divisor between 2^126 and 2^128 the quotient is 0 (CUDA programming guide, "Intrinsic Functions").
FENCEPOST_MATH float __fdividef(float x, float y) {
  const float divisor = __builtin_fabsf(y);
  return divisor > 0x1p126F && divisor < __builtin_inff() ? x * __builtin_copysignf(0.0F, y) : x / y;
}
FENCEPOST_MATH double fdivide(double x, double y) { return x / y; }
FENCEPOST_MATH float __saturatef(float x) { return x > 0.0F ? (x < 1.0F ? x : 1.0F) : 0.0F; }
FENCEPOST_MATH float saturate(float x) { return __saturatef(x); }

// --- Overloads for float -----------------------------------------------------------------------------------------

#define FENCEPOST_FLOAT_OVERLOAD(name) \
  FENCEPOST_MATH float name(float x) { return name##f(x); }
FENCEPOST_FLOAT_OVERLOAD(rsqrt)
FENCEPOST_FLOAT_OVERLOAD(rcbrt)
FENCEPOST_FLOAT_OVERLOAD(sinpi)
FENCEPOST_FLOAT_OVERLOAD(cospi)
FENCEPOST_FLOAT_OVERLOAD(normcdf)
FENCEPOST_FLOAT_OVERLOAD(normcdfinv)
FENCEPOST_FLOAT_OVERLOAD(erfinv)
FENCEPOST_FLOAT_OVERLOAD(erfcinv)
FENCEPOST_FLOAT_OVERLOAD(erfcx)
FENCEPOST_FLOAT_OVERLOAD(cyl_bessel_i0)
FENCEPOST_FLOAT_OVERLOAD(cyl_bessel_i1)
FENCEPOST_FLOAT_OVERLOAD(exp10)
FENCEPOST_FLOAT_OVERLOAD(j0)
FENCEPOST_FLOAT_OVERLOAD(j1)
FENCEPOST_FLOAT_OVERLOAD(y0)
FENCEPOST_FLOAT_OVERLOAD(y1)
#undef FENCEPOST_FLOAT_OVERLOAD
FENCEPOST_MATH float fdivide(float x, float y) { return x / y; }
FENCEPOST_MATH float rhypot(float x, float y) { return rhypotf(x, y); }
FENCEPOST_MATH void sincos(float x, float* sine, float* cosine) { ::sincosf(x, sine, cosine); }
FENCEPOST_MATH void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
FENCEPOST_MATH float jn(int n, float x) { return ::jnf(n, x); }
FENCEPOST_MATH float yn(int n, float x) { return ::ynf(n, x); }

// --- min, max, abs -----------------------------------------------------------------------------------------------

// The mixtures CUDA provides: the operands are converted as in an expression x + y.
#define FENCEPOST_MIN_MAX(result, left, right)                                                                \
  FENCEPOST_MATH result min(left a, right b) {                                                                \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
  }                                                                                                           \
  FENCEPOST_MATH result max(left a, right b) {                                                                \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(b) : static_cast<result>(a); \
  }
FENCEPOST_MIN_MAX(int, int, int)
FENCEPOST_MIN_MAX(unsigned int, unsigned int, unsigned int)
FENCEPOST_MIN_MAX(unsigned int, int, unsigned int)
FENCEPOST_MIN_MAX(unsigned int, unsigned int, int)
FENCEPOST_MIN_MAX(long, long, long)
FENCEPOST_MIN_MAX(unsigned long, unsigned long, unsigned long)
FENCEPOST_MIN_MAX(unsigned long, long, unsigned long)
FENCEPOST_MIN_MAX(unsigned long, unsigned long, long)
FENCEPOST_MIN_MAX(long long, long long, long long)
FENCEPOST_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
FENCEPOST_MIN_MAX(unsigned long long, long long, unsigned long long)
FENCEPOST_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef FENCEPOST_MIN_MAX
// A NaN operand counts as missing.
FENCEPOST_MATH float min(float a, float b) { return __builtin_fminf(a, b); }
FENCEPOST_MATH float max(float a, float b) { return __builtin_fmaxf(a, b); }
FENCEPOST_MATH double min(double a, double b) { return __builtin_fmin(a, b); }
FENCEPOST_MATH double max(double a, double b) { return __builtin_fmax(a, b); }
FENCEPOST_MATH double min(float a, double b) { return __builtin_fmin(static_cast<double>(a), b); }
FENCEPOST_MATH double max(float a, double b) { return __builtin_fmax(static_cast<double>(a), b); }
FENCEPOST_MATH double min(double a, float b) { return __builtin_fmin(a, static_cast<double>(b)); }
FENCEPOST_MATH double max(double a, float b) { return __builtin_fmax(a, static_cast<double>(b)); }
FENCEPOST_MATH unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
FENCEPOST_MATH unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
FENCEPOST_MATH long long llmin(long long a, long long b) { return min(a, b); }
FENCEPOST_MATH long long llmax(long long a, long long b) { return max(a, b); }
FENCEPOST_MATH unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
FENCEPOST_MATH unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

#undef FENCEPOST_MATH

#include "fencepost_rounding.h"
