// Definitions of sim/include/math_functions.h. Single-precision functions are computed in double precision and rounded
// once, which is at least as exact as what the device promises.
#include "sim/include/math_functions.h"

#include <numbers>

#include "sim/device/told_result.h"

namespace {

constexpr double kSqrt2 = std::numbers::sqrt2;

/// sin and cos of pi x. The reduction is exact, so that integers and halves give exact results.
struct SinCos {
  double sine, cosine;
};
SinCos sin_cos_pi(double x) {
  if (!std::isfinite(x)) return {std::nan(""), std::nan("")};
  const double turn = std::fmod(x, 2);
  const double quarter = std::nearbyint(2 * turn);
  // Within [-1/4, 1/4]; exact: the subtrahend is the nearest multiple of 1/2.
  const double rest = std::numbers::pi * (turn - quarter / 2);
  const double s = std::sin(rest);
  const double c = std::cos(rest);
  SinCos result{};
  switch (static_cast<int>(std::fmod(quarter + 4, 4))) {
    case 0:
      result = {s, c};
      break;
    case 1:
      result = {c, -s};
      break;
    case 2:
      result = {-s, -c};
      break;
    default:
      result = {-c, s};
  }
  // No negative zero from cos; sin of an integer takes the sign of x.
  if (result.cosine == 0) result.cosine = 0;
  if (result.sine == 0) result.sine = std::copysign(0.0, x);
  return result;
}

/// The x with erfc(x) = y, 0 < y < 2. An approximation to three digits (Abramowitz and Stegun 26.2.23), then Halley's
/// method, which triples the number of digits in each step. In long double, in which no tail of a double underflows.
double inverse_erfc(double y) {
  if (std::isnan(y) || y < 0 || y > 2) return std::nan("");
  if (y == 0) return HUGE_VAL;
  if (y == 2) return -HUGE_VAL;
  if (y == 1) return 0;
  const long double tail = y < 1 ? y : 2 - y;
  const auto t = static_cast<double>(std::sqrt(-2 * std::log(tail / 2)));
  long double x =
      (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) / kSqrt2;
  for (int step = 0; step < 4; ++step) {
    const long double slope = -2 * std::numbers::inv_sqrtpi_v<long double> * std::exp(-x * x);
    const long double newton = (std::erfc(x) - tail) / slope;
    const long double next = x - newton / (1 + x * newton);
    if (next == x) break;
    x = next;
  }
  return static_cast<double>(y < 1 ? x : -x);
}

double inverse_erf(double y) {
  if (std::isnan(y) || y < -1 || y > 1) return std::nan("");
  if (std::fabs(y) == 1) return std::copysign(HUGE_VAL, y);
  if (std::fabs(y) > 0.5) return std::copysign(inverse_erfc(1 - std::fabs(y)), y);
  // Near 0 erfc has no digits left: Halley's method on erf itself.
  double x = y / (2 * std::numbers::inv_sqrtpi);
  for (int step = 0; step < 6; ++step) {
    const double newton = (std::erf(x) - y) / (2 * std::numbers::inv_sqrtpi * std::exp(-x * x));
    const double next = x - newton / (1 + x * newton);
    if (next == x) break;
    x = next;
  }
  return x;
}

/// exp(x^2) erfc(x).
double scaled_erfc(double x) {
  if (x < -26.7) return HUGE_VAL;
  if (x < 100) {
    const long double wide = x;
    return static_cast<double>(std::exp(wide * wide) * std::erfc(wide));
  }
  const double r = 1 / (2 * x * x);
  return std::numbers::inv_sqrtpi / x * (1 - r * (1 - 3 * r * (1 - 5 * r * (1 - 7 * r))));
}

/// The modified Bessel function of order 0 or 1, of x >= 0. Beyond 720 it exceeds a double (and what the library sums
/// up); near 0 it is the first term of its series, where the library's have underflowed.
double bessel_i(int order, double x) {
  if (x < 1e-8) return order == 0 ? 1 : x / 2;
  return x > 720 ? HUGE_VAL : std::cyl_bessel_i(static_cast<double>(order), x);
}

/// A number, root * 2^scale, which may be no double.
struct Scaled {
  double root;
  int scale = 0;
};
Scaled scaled_length(const double* components, int count) {
  double greatest = 0;
  for (int i = 0; i < count; ++i) {
    if (std::isinf(components[i])) return {HUGE_VAL};
    greatest = std::fmax(greatest, std::fabs(components[i]));
  }
  for (int i = 0; i < count; ++i) {
    if (std::isnan(components[i])) return {components[i]};
  }
  if (greatest == 0) return {0};
  // Scaled by a power of two, which loses no digits, so that no square overflows or underflows.
  const int scale = std::ilogb(greatest);
  long double sum = 0;
  for (int i = 0; i < count; ++i) {
    const long double scaled = std::scalbn(components[i], -scale);
    sum += scaled * scaled;
  }
  return {static_cast<double>(std::sqrt(sum)), scale};
}
double length(const double* components, int count) {
  const Scaled length = scaled_length(components, count);
  return std::scalbn(length.root, length.scale);
}
double inverse_length(const double* components, int count) {
  const Scaled length = scaled_length(components, count);
  return std::scalbn(1 / length.root, -length.scale);
}

double length(const float* components, int count) {
  double sum = 0;  // Squares of floats neither overflow nor underflow in double precision.
  for (int i = 0; i < count; ++i) {
    if (std::isinf(components[i])) return HUGE_VAL;
    sum += static_cast<double>(components[i]) * components[i];
  }
  return std::sqrt(sum);
}

}  // namespace

using fencepost::sim::told;

#define FENCEPOST_CALLER __builtin_return_address(0)

extern "C" {

float __sinf(float x) noexcept { return std::sin(x); }
float __cosf(float x) noexcept { return std::cos(x); }
float __tanf(float x) noexcept { return std::tan(x); }
float __expf(float x) noexcept { return std::exp(x); }
float __exp10f(float x) noexcept { return ::exp10f(x); }
float __logf(float x) noexcept { return std::log(x); }
float __log2f(float x) noexcept { return std::log2(x); }
float __log10f(float x) noexcept { return std::log10(x); }
/// By definition by the logarithm: of a negative number there is none.
float __powf(float x, float y) noexcept {
  return static_cast<float>(std::exp2(static_cast<double>(y) * std::log2(static_cast<double>(x))));
}
void __sincosf(float x, float* sine, float* cosine) noexcept {
  *told(sine, FENCEPOST_CALLER) = std::sin(x);
  *told(cosine, FENCEPOST_CALLER) = std::cos(x);
}

double sinpi(double x) { return sin_cos_pi(x).sine; }
double cospi(double x) { return sin_cos_pi(x).cosine; }
void sincospi(double x, double* sine, double* cosine) {
  const SinCos both = sin_cos_pi(x);
  *told(sine, FENCEPOST_CALLER) = both.sine;
  *told(cosine, FENCEPOST_CALLER) = both.cosine;
}
float sinpif(float x) { return static_cast<float>(sin_cos_pi(x).sine); }
float cospif(float x) { return static_cast<float>(sin_cos_pi(x).cosine); }
void sincospif(float x, float* sine, float* cosine) {
  const SinCos both = sin_cos_pi(x);
  *told(sine, FENCEPOST_CALLER) = static_cast<float>(both.sine);
  *told(cosine, FENCEPOST_CALLER) = static_cast<float>(both.cosine);
}

double rcbrt(double x) { return 1 / std::cbrt(x); }
float rcbrtf(float x) { return static_cast<float>(1 / std::cbrt(static_cast<double>(x))); }
double normcdf(double x) { return static_cast<double>(std::erfc(-x / std::numbers::sqrt2_v<long double>) / 2); }
float normcdff(float x) { return static_cast<float>(normcdf(static_cast<double>(x))); }
double normcdfinv(double x) { return -kSqrt2 * inverse_erfc(2 * x); }
float normcdfinvf(float x) { return static_cast<float>(normcdfinv(static_cast<double>(x))); }
double erfinv(double x) { return inverse_erf(x); }
float erfinvf(float x) { return static_cast<float>(inverse_erf(x)); }
double erfcinv(double x) { return inverse_erfc(x); }
float erfcinvf(float x) { return static_cast<float>(inverse_erfc(x)); }
double erfcx(double x) { return scaled_erfc(x); }
float erfcxf(float x) { return static_cast<float>(scaled_erfc(x)); }
double cyl_bessel_i0(double x) { return bessel_i(0, std::fabs(x)); }
float cyl_bessel_i0f(float x) { return static_cast<float>(cyl_bessel_i0(static_cast<double>(x))); }
double cyl_bessel_i1(double x) { return std::copysign(bessel_i(1, std::fabs(x)), x); }
float cyl_bessel_i1f(float x) { return static_cast<float>(cyl_bessel_i1(static_cast<double>(x))); }

double rhypot(double x, double y) { return 1 / std::hypot(x, y); }
float rhypotf(float x, float y) {
  return static_cast<float>(1 / std::hypot(static_cast<double>(x), static_cast<double>(y)));
}
double norm(int dimensions, const double* components) { return length(components, dimensions); }
double rnorm(int dimensions, const double* components) { return inverse_length(components, dimensions); }
float normf(int dimensions, const float* components) { return static_cast<float>(length(components, dimensions)); }
float rnormf(int dimensions, const float* components) { return static_cast<float>(1 / length(components, dimensions)); }
double norm3d(double x, double y, double z) {
  const double components[] = {x, y, z};
  return length(components, 3);
}
double rnorm3d(double x, double y, double z) {
  const double components[] = {x, y, z};
  return inverse_length(components, 3);
}
float norm3df(float x, float y, float z) {
  const float components[] = {x, y, z};
  return static_cast<float>(length(components, 3));
}
float rnorm3df(float x, float y, float z) {
  const float components[] = {x, y, z};
  return static_cast<float>(1 / length(components, 3));
}
double norm4d(double x, double y, double z, double w) {
  const double components[] = {x, y, z, w};
  return length(components, 4);
}
double rnorm4d(double x, double y, double z, double w) {
  const double components[] = {x, y, z, w};
  return inverse_length(components, 4);
}
float norm4df(float x, float y, float z, float w) {
  const float components[] = {x, y, z, w};
  return static_cast<float>(length(components, 4));
}
float rnorm4df(float x, float y, float z, float w) {
  const float components[] = {x, y, z, w};
  return static_cast<float>(1 / length(components, 4));
}

}  // extern "C"
