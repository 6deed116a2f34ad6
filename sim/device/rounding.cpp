// Definitions of sim/include/fencepost_rounding.h.
#include "sim/include/fencepost_rounding.h"

#include <xmmintrin.h>

#include <cfenv>
#include <cmath>
#include <limits>

namespace {

/// `value`, which the compiler cannot know. A volatile access cannot be moved past the call that changes the mode.
template <class T>
T opaque(T value) {
  volatile T copy = value;
  return copy;
}

/// The rounding mode of SSE arithmetic, while it lives. std::fesetround() also changes that of the x87 unit, which
/// takes a hundred times as long.
class SseRounding {
 public:
  explicit SseRounding(int mode) : before_(_mm_getcsr()) {
    const unsigned int bits = mode == FE_UPWARD     ? _MM_ROUND_UP
                              : mode == FE_DOWNWARD ? _MM_ROUND_DOWN
                                                    : _MM_ROUND_TOWARD_ZERO;
    _mm_setcsr((before_ & ~_MM_ROUND_MASK) | bits);
  }
  ~SseRounding() { _mm_setcsr(before_); }
  SseRounding(const SseRounding&) = delete;
  SseRounding& operator=(const SseRounding&) = delete;

 private:
  unsigned int before_;
};

/// The rounding mode of the C library, too: on a CPU without fused multiply-add its fma() uses x87 arithmetic.
class LibraryRounding {
 public:
  explicit LibraryRounding(int mode) { std::fesetround(mode); }
  ~LibraryRounding() { std::fesetround(FE_TONEAREST); }
  LibraryRounding(const LibraryRounding&) = delete;
  LibraryRounding& operator=(const LibraryRounding&) = delete;
};

/// Runs `operation` under a rounding mode, which a `Rounding` sets.
template <class Rounding, int Mode, class Result, class Operation, class... Operands>
Result rounded(Operation operation, Operands... operands) {
  if constexpr (Mode == FE_TONEAREST) {
    return operation(operands...);
  } else {
    const Rounding rounding(Mode);
    return opaque(operation(opaque(operands)...));
  }
}

/// A result, rounded to nearest or to a neighbour of that, and a number with the sign of what is left of the exact one;
/// unless that is known, the rest says nothing.
template <class T>
struct Near {
  T value, rest;
  bool is_known;
};

// Error-free transformations (Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed., chapter 4): no mode is
// changed. Not of zeros, whose sign depends on the mode, of infinities, nor where the rest would underflow.

constexpr bool is_between(double value, double least, double greatest) {
  return (value >= least && value <= greatest) || (value <= -least && value >= -greatest);
}
bool is_ordinary(double value) { return is_between(value, 0x1p-900, 0x1p+1000); }
bool is_ordinary(float value) {
  return is_between(value, std::numeric_limits<float>::min(), std::numeric_limits<float>::max());
}

Near<double> near_sum(double a, double b) {  // TwoSum.
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b), is_ordinary(sum)};
}
Near<double> near_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product), is_ordinary(product)};
}
Near<double> near_quotient(double a, double b) {
  const double quotient = a / b, rest = std::fma(-quotient, b, a);
  return {quotient, b < 0 ? -rest : rest, is_ordinary(quotient) && is_ordinary(a) && is_ordinary(b)};
}
Near<double> near_root(double a) {
  const double root = std::sqrt(a);
  return {root, std::fma(-root, root, a), a > 0 && is_ordinary(a)};
}

/// Of the exact `value + further`, of which the second is less than half of a unit of the first.
Near<float> near_float(double value, double further = 0) {
  const auto rounded = static_cast<float>(value);
  const double rest = value - static_cast<double>(rounded);
  const double sign = rest != 0 ? rest : further;
  return {rounded, sign > 0 ? 1.0F : sign < 0 ? -1.0F : 0.0F, is_ordinary(rounded)};
}
Near<float> near_sum(float a, float b) {
  const Near<double> sum = near_sum(double{a}, double{b});
  Near<float> result = near_float(sum.value, sum.rest);
  result.is_known = result.is_known && sum.is_known;
  return result;
}
Near<float> near_product(float a, float b) { return near_float(double{a} * double{b}); }
/// Products of two numbers of 24 bits, and what they differ by from one of 24 bits nearby, are numbers of 53.
Near<float> near_quotient(float a, float b) {
  const auto quotient = static_cast<float>(double{a} / double{b});
  const double rest = double{a} - double{quotient} * double{b};
  const double sign = b < 0 ? -rest : rest;
  return {quotient, sign > 0 ? 1.0F : sign < 0 ? -1.0F : 0.0F, is_ordinary(quotient) && std::isfinite(b)};
}
Near<float> near_root(float a) {
  const auto root = static_cast<float>(std::sqrt(double{a}));
  const double rest = double{a} - double{root} * double{root};
  return {root, rest > 0 ? 1.0F : rest < 0 ? -1.0F : 0.0F, a > 0 && is_ordinary(a)};
}

template <int Mode, class T>
T directed(const Near<T>& near) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  const bool up = Mode == FE_UPWARD || (Mode == FE_TOWARDZERO && near.value < 0);
  if (near.rest > 0 && up) return std::nextafter(near.value, kInfinity);
  const bool down = Mode == FE_DOWNWARD || (Mode == FE_TOWARDZERO && near.value > 0);
  if (near.rest < 0 && down) return std::nextafter(near.value, -kInfinity);
  return near.value;
}

/// The same as rounded(), mostly without a change of mode: `near` is what the operation comes near to.
template <int Mode, class Result, class Operation, class Nearby, class... Operands>
Result rounded_nearby(Operation operation, Nearby near, Operands... operands) {
  if constexpr (Mode != FE_TONEAREST) {
    if (const Near<Result> result = near(operands...); result.is_known) return directed<Mode>(result);
  }
  return rounded<SseRounding, Mode, Result>(operation, operands...);
}

/// `value`, which is integral or NaN, as an integer: saturated. NaN becomes 0, but the sign bit alone if there are 64
/// bits on either side.
template <class Integer, class Float>
Integer saturated(Float value) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(value)) {
    constexpr bool kSignBit = sizeof(Integer) == 8 || sizeof(Float) == 8;
    return kSignBit ? static_cast<Integer>(1ULL << (8 * sizeof(Integer) - 1)) : 0;
  }
  // 2^digits, the first value beyond the range, is exact in either floating-point type; the greatest integer may not
  // be.
  if (value >= std::ldexp(Float{1}, Limits::digits)) return Limits::max();
  if (value < static_cast<Float>(Limits::min())) return Limits::min();
  return static_cast<Integer>(value);
}

}  // namespace

extern "C" {

#define FENCEPOST_ROUNDED_BY(rounding, result, name, parameters, expression, ...)                                 \
  result name##_rn parameters {                                                                                   \
    return rounded<rounding, FE_TONEAREST, result>([] parameters -> result { return expression; }, __VA_ARGS__);  \
  }                                                                                                               \
  result name##_rz parameters {                                                                                   \
    return rounded<rounding, FE_TOWARDZERO, result>([] parameters -> result { return expression; }, __VA_ARGS__); \
  }                                                                                                               \
  result name##_ru parameters {                                                                                   \
    return rounded<rounding, FE_UPWARD, result>([] parameters -> result { return expression; }, __VA_ARGS__);     \
  }                                                                                                               \
  result name##_rd parameters {                                                                                   \
    return rounded<rounding, FE_DOWNWARD, result>([] parameters -> result { return expression; }, __VA_ARGS__);   \
  }
#define FENCEPOST_ROUNDED(...) FENCEPOST_ROUNDED_BY(SseRounding, __VA_ARGS__)
#define FENCEPOST_NEARBY_IN(suffix, mode, result, name, parameters, expression, near, ...)            \
  result name##_##suffix parameters {                                                                 \
    return rounded_nearby<mode, result>([] parameters -> result { return expression; },               \
                                        [] parameters -> Near<result> { return near; }, __VA_ARGS__); \
  }
#define FENCEPOST_NEARBY(...)                         \
  FENCEPOST_NEARBY_IN(rn, FE_TONEAREST, __VA_ARGS__)  \
  FENCEPOST_NEARBY_IN(rz, FE_TOWARDZERO, __VA_ARGS__) \
  FENCEPOST_NEARBY_IN(ru, FE_UPWARD, __VA_ARGS__)     \
  FENCEPOST_NEARBY_IN(rd, FE_DOWNWARD, __VA_ARGS__)
// Rounding to an integer needs no change of mode.
#define FENCEPOST_TO_INTEGER(result, name, type)                            \
  result name##_rn(type x) { return saturated<result>(std::nearbyint(x)); } \
  result name##_rz(type x) { return saturated<result>(std::trunc(x)); }     \
  result name##_ru(type x) { return saturated<result>(std::ceil(x)); }      \
  result name##_rd(type x) { return saturated<result>(std::floor(x)); }

FENCEPOST_NEARBY(float, __fadd, (float a, float b), a + b, near_sum(a, b), a, b)
FENCEPOST_NEARBY(float, __fsub, (float a, float b), a - b, near_sum(a, -b), a, b)
FENCEPOST_NEARBY(float, __fmul, (float a, float b), a* b, near_product(a, b), a, b)
FENCEPOST_NEARBY(float, __fdiv, (float a, float b), a / b, near_quotient(a, b), a, b)
FENCEPOST_ROUNDED_BY(LibraryRounding, float, __fmaf, (float a, float b, float c), std::fma(a, b, c), a, b, c)
FENCEPOST_NEARBY(float, __fsqrt, (float a), std::sqrt(a), near_root(a), a)
FENCEPOST_NEARBY(float, __frcp, (float a), 1.0F / a, near_quotient(1.0F, a), a)
float __frsqrt_rn(float a) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))); }
FENCEPOST_NEARBY(double, __dadd, (double a, double b), a + b, near_sum(a, b), a, b)
FENCEPOST_NEARBY(double, __dsub, (double a, double b), a - b, near_sum(a, -b), a, b)
FENCEPOST_NEARBY(double, __dmul, (double a, double b), a* b, near_product(a, b), a, b)
FENCEPOST_NEARBY(double, __ddiv, (double a, double b), a / b, near_quotient(a, b), a, b)
FENCEPOST_ROUNDED_BY(LibraryRounding, double, __fma, (double a, double b, double c), std::fma(a, b, c), a, b, c)
FENCEPOST_NEARBY(double, __dsqrt, (double a), std::sqrt(a), near_root(a), a)
FENCEPOST_NEARBY(double, __drcp, (double a), 1.0 / a, near_quotient(1.0, a), a)

FENCEPOST_TO_INTEGER(int, __float2int, float)
FENCEPOST_TO_INTEGER(unsigned int, __float2uint, float)
FENCEPOST_TO_INTEGER(long long, __float2ll, float)
FENCEPOST_TO_INTEGER(unsigned long long, __float2ull, float)
FENCEPOST_TO_INTEGER(int, __double2int, double)
FENCEPOST_TO_INTEGER(unsigned int, __double2uint, double)
FENCEPOST_TO_INTEGER(long long, __double2ll, double)
FENCEPOST_TO_INTEGER(unsigned long long, __double2ull, double)
FENCEPOST_NEARBY(float, __double2float, (double a), static_cast<float>(a), near_float(a), a)
FENCEPOST_ROUNDED(float, __int2float, (int a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(float, __uint2float, (unsigned int a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(float, __ll2float, (long long a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(float, __ull2float, (unsigned long long a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(double, __ll2double, (long long a), static_cast<double>(a), a)
FENCEPOST_ROUNDED(double, __ull2double, (unsigned long long a), static_cast<double>(a), a)
double __int2double_rn(int a) { return a; }
double __uint2double_rn(unsigned int a) { return a; }

}  // extern "C"
