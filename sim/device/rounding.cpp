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
// Rounding to an integer needs no change of mode.
#define FENCEPOST_TO_INTEGER(result, name, type)                            \
  result name##_rn(type x) { return saturated<result>(std::nearbyint(x)); } \
  result name##_rz(type x) { return saturated<result>(std::trunc(x)); }     \
  result name##_ru(type x) { return saturated<result>(std::ceil(x)); }      \
  result name##_rd(type x) { return saturated<result>(std::floor(x)); }

FENCEPOST_ROUNDED(float, __fadd, (float a, float b), a + b, a, b)
FENCEPOST_ROUNDED(float, __fsub, (float a, float b), a - b, a, b)
FENCEPOST_ROUNDED(float, __fmul, (float a, float b), a* b, a, b)
FENCEPOST_ROUNDED(float, __fdiv, (float a, float b), a / b, a, b)
FENCEPOST_ROUNDED_BY(LibraryRounding, float, __fmaf, (float a, float b, float c), std::fma(a, b, c), a, b, c)
FENCEPOST_ROUNDED(float, __fsqrt, (float a), std::sqrt(a), a)
FENCEPOST_ROUNDED(float, __frcp, (float a), 1.0F / a, a)
float __frsqrt_rn(float a) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))); }
FENCEPOST_ROUNDED(double, __dadd, (double a, double b), a + b, a, b)
FENCEPOST_ROUNDED(double, __dsub, (double a, double b), a - b, a, b)
FENCEPOST_ROUNDED(double, __dmul, (double a, double b), a* b, a, b)
FENCEPOST_ROUNDED(double, __ddiv, (double a, double b), a / b, a, b)
FENCEPOST_ROUNDED_BY(LibraryRounding, double, __fma, (double a, double b, double c), std::fma(a, b, c), a, b, c)
FENCEPOST_ROUNDED(double, __dsqrt, (double a), std::sqrt(a), a)
FENCEPOST_ROUNDED(double, __drcp, (double a), 1.0 / a, a)

FENCEPOST_TO_INTEGER(int, __float2int, float)
FENCEPOST_TO_INTEGER(unsigned int, __float2uint, float)
FENCEPOST_TO_INTEGER(long long, __float2ll, float)
FENCEPOST_TO_INTEGER(unsigned long long, __float2ull, float)
FENCEPOST_TO_INTEGER(int, __double2int, double)
FENCEPOST_TO_INTEGER(unsigned int, __double2uint, double)
FENCEPOST_TO_INTEGER(long long, __double2ll, double)
FENCEPOST_TO_INTEGER(unsigned long long, __double2ull, double)
FENCEPOST_ROUNDED(float, __double2float, (double a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(float, __int2float, (int a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(float, __uint2float, (unsigned int a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(float, __ll2float, (long long a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(float, __ull2float, (unsigned long long a), static_cast<float>(a), a)
FENCEPOST_ROUNDED(double, __ll2double, (long long a), static_cast<double>(a), a)
FENCEPOST_ROUNDED(double, __ull2double, (unsigned long long a), static_cast<double>(a), a)
double __int2double_rn(int a) { return a; }
double __uint2double_rn(unsigned int a) { return a; }

}  // extern "C"
