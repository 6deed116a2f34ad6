// Arithmetic in directed modes, mostly by error-free transformations, is what the processor does in that mode.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#include "sim/include/fencepost_rounding.h"

namespace {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// What the processor makes of it in a mode; nothing is moved past the changes of the mode.
template <class T, class Operation>
T in_mode(int mode, Operation operation, T a, T b) {
  volatile T x = a, y = b;
  std::fesetround(mode);
  volatile T result = operation(x, y);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T>
bool are_alike(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<Bits<T>>(a) == std::bit_cast<Bits<T>>(b);
}

/// Of all exponents and of a few, with few bits and many, special values among them.
template <class T>
class Numbers {
 public:
  T next() {
    using Limits = std::numeric_limits<T>;
    switch (random_() % 8) {
      case 0:
        return std::bit_cast<T>(static_cast<Bits<T>>(random_()));
      case 1: {
        const T special[] = {0,
                             -T{0},
                             1,
                             -1,
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::max(),
                             Limits::lowest(),
                             Limits::min(),
                             Limits::denorm_min(),
                             -Limits::denorm_min(),
                             Limits::quiet_NaN()};
        return special[random_() % std::size(special)];
      }
      case 2:
        return static_cast<T>(static_cast<int>(random_() % 2001) - 1000);
      case 3:
        return std::ldexp(static_cast<T>(static_cast<int>(random_() % 64) - 32),
                          static_cast<int>(random_() % 2 == 0 ? random_() % 40 : random_() % 2100) - 1050);
      default:
        return (static_cast<T>(random_() % 2 == 0 ? 1 : -1)) *
               std::ldexp(T{1} + static_cast<T>(random_() >> 11) * static_cast<T>(0x1p-53),
                          static_cast<int>(random_() % 64) - 32);
    }
  }

 private:
  std::mt19937_64 random_{20};
};

#define EXPECT_DIRECTED(T, name, expression, ...)                                                           \
  {                                                                                                         \
    const auto operation = [](T x, [[maybe_unused]] T y) -> T { return expression; };                       \
    EXPECT_TRUE(are_alike(in_mode(FE_TONEAREST, operation, a, b), static_cast<T>(name##_rn(__VA_ARGS__))))  \
        << #name << a << ' ' << b;                                                                          \
    EXPECT_TRUE(are_alike(in_mode(FE_TOWARDZERO, operation, a, b), static_cast<T>(name##_rz(__VA_ARGS__)))) \
        << #name "_rz " << a << ' ' << b;                                                                   \
    EXPECT_TRUE(are_alike(in_mode(FE_UPWARD, operation, a, b), static_cast<T>(name##_ru(__VA_ARGS__))))     \
        << #name "_ru " << a << ' ' << b;                                                                   \
    EXPECT_TRUE(are_alike(in_mode(FE_DOWNWARD, operation, a, b), static_cast<T>(name##_rd(__VA_ARGS__))))   \
        << #name "_rd " << a << ' ' << b;                                                                   \
  }

constexpr int kRuns = 100'000;

TEST(DirectedRounding, OfFloatIsTheProcessors) {
  Numbers<float> numbers;
  for (int run = 0; run < kRuns && !HasFailure(); ++run) {
    const float a = numbers.next(), b = numbers.next();
    EXPECT_DIRECTED(float, __fadd, x + y, a, b)
    EXPECT_DIRECTED(float, __fsub, x - y, a, b)
    EXPECT_DIRECTED(float, __fmul, x* y, a, b)
    EXPECT_DIRECTED(float, __fdiv, x / y, a, b)
    EXPECT_DIRECTED(float, __fsqrt, std::sqrt(x), a)
    EXPECT_DIRECTED(float, __frcp, 1.0F / x, a)
  }
}

TEST(DirectedRounding, OfDoubleIsTheProcessors) {
  Numbers<double> numbers;
  for (int run = 0; run < kRuns && !HasFailure(); ++run) {
    const double a = numbers.next(), b = numbers.next();
    EXPECT_DIRECTED(double, __dadd, x + y, a, b)
    EXPECT_DIRECTED(double, __dsub, x - y, a, b)
    EXPECT_DIRECTED(double, __dmul, x* y, a, b)
    EXPECT_DIRECTED(double, __ddiv, x / y, a, b)
    EXPECT_DIRECTED(double, __dsqrt, std::sqrt(x), a)
    EXPECT_DIRECTED(double, __drcp, 1.0 / x, a)
    EXPECT_DIRECTED(double, __double2float, static_cast<double>(static_cast<float>(x)), a)
  }
}

}  // namespace
