// half and bfloat16 of cuda_fp16.h and cuda_bf16.h against exact arithmetic: all numbers for functions of one, all
// pairs of special ones and random ones for functions of more.
#define __CUDACC__ 1
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "sim/include/cuda_bf16.h"
#include "tests/oracle/exact_rounding.h"

namespace {

using fencepost::oracle::Direction;
using fencepost::oracle::ExactSum;
using fencepost::oracle::NarrowFormat;

constexpr unsigned kNan = 0x7fff;
constexpr Direction kDirections[] = {Direction::kNearestEven, Direction::kZero, Direction::kUp, Direction::kDown};

/// The functions whose names tell the format.
struct Half {
  using T = __half;
  using T2 = __half2;
  static constexpr NarrowFormat kFormat{10};
  static T of_bits(unsigned bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
  static unsigned bits(T a) { return __half_as_ushort(a); }
  static float to_float(T a) { return __half2float(a); }
  static T from_double(double a) { return __double2half(a); }
  static constexpr T (*kFromFloat[])(float) = {__float2half_rn, __float2half_rz, __float2half_ru, __float2half_rd};
#define FENCEPOST_TEST_INTEGER(type, name)                                                                  \
  static constexpr T (*kFrom_##name[])(type) = {__##name##2half_rn, __##name##2half_rz, __##name##2half_ru, \
                                                __##name##2half_rd};                                        \
  static constexpr type (*kTo_##name[])(T) = {__half2##name##_rn, __half2##name##_rz, __half2##name##_ru,   \
                                              __half2##name##_rd};
  FENCEPOST_TEST_INTEGER(short, short)
  FENCEPOST_TEST_INTEGER(unsigned short, ushort)
  FENCEPOST_TEST_INTEGER(int, int)
  FENCEPOST_TEST_INTEGER(unsigned, uint)
  FENCEPOST_TEST_INTEGER(long long, ll)
  FENCEPOST_TEST_INTEGER(unsigned long long, ull)
#undef FENCEPOST_TEST_INTEGER
};
struct Brain {
  using T = __nv_bfloat16;
  using T2 = __nv_bfloat162;
  static constexpr NarrowFormat kFormat{7};
  static T of_bits(unsigned bits) { return __ushort_as_bfloat16(static_cast<unsigned short>(bits)); }
  static unsigned bits(T a) { return __bfloat16_as_ushort(a); }
  static float to_float(T a) { return __bfloat162float(a); }
  static T from_double(double a) { return __double2bfloat16(a); }
  static constexpr T (*kFromFloat[])(float) = {__float2bfloat16_rn, __float2bfloat16_rz, __float2bfloat16_ru,
                                               __float2bfloat16_rd};
#define FENCEPOST_TEST_INTEGER(type, name)                                                                            \
  static constexpr T (*kFrom_##name[])(type) = {__##name##2bfloat16_rn, __##name##2bfloat16_rz,                       \
                                                __##name##2bfloat16_ru, __##name##2bfloat16_rd};                      \
  static constexpr type (*kTo_##name[])(T) = {__bfloat162##name##_rn, __bfloat162##name##_rz, __bfloat162##name##_ru, \
                                              __bfloat162##name##_rd};
  FENCEPOST_TEST_INTEGER(short, short)
  FENCEPOST_TEST_INTEGER(unsigned short, ushort)
  FENCEPOST_TEST_INTEGER(int, int)
  FENCEPOST_TEST_INTEGER(unsigned, uint)
  FENCEPOST_TEST_INTEGER(long long, ll)
  FENCEPOST_TEST_INTEGER(unsigned long long, ull)
#undef FENCEPOST_TEST_INTEGER
};

template <class F>
class NarrowNumbers : public testing::Test {
 public:
  static constexpr NarrowFormat kFormat = F::kFormat;

  /// Zeros, the least and greatest numbers, infinities, NaNs, powers of two and their neighbours.
  static std::vector<unsigned> special_numbers() {
    std::vector<unsigned> all = {0, 1, 2, 3, kFormat.infinity() - 1, kFormat.infinity(), kFormat.infinity() + 1, kNan};
    const unsigned step = 1U << kFormat.fraction;
    for (unsigned bits = step; bits < kFormat.infinity(); bits += kFormat.fraction == 7 ? 11 * step : 3 * step) {
      all.insert(all.end(), {bits - 1, bits, bits + 1, bits + step / 2});
    }
    const std::size_t count = all.size();
    for (std::size_t i = 0; i < count; ++i) all.push_back(all[i] | 0x8000U);
    return all;
  }

  static bool is_finite(unsigned bits) { return (bits & 0x7fffU) < kFormat.infinity(); }
  static double value(unsigned bits) {
    if (kFormat.is_nan(bits)) return std::numeric_limits<double>::quiet_NaN();
    if (is_finite(bits)) return kFormat.value(bits);
    return bits == kFormat.infinity() ? INFINITY : -INFINITY;
  }

  /// Of a double, rounded once.
  static unsigned rounded(double a, Direction direction = Direction::kNearestEven) {
    if (std::isnan(a)) return kNan;
    if (std::isinf(a)) return kFormat.infinity() | (a < 0 ? 0x8000U : 0);
    if (a == 0) return std::signbit(a) ? 0x8000U : 0;
    const double magnitude = std::fabs(a);
    return kFormat.round(a < 0, direction, [=](double t) { return magnitude < t ? -1 : magnitude > t ? 1 : 0; });
  }
  /// Of a * b + c.
  static unsigned sum_of_product(double a, double b, double c) {
    const double about = a * b + c;  // Right about NaN, infinity and the sign of 0: the product is exact.
    if (!std::isfinite(about) || about == 0) return rounded(about);
    return kFormat.round(ExactSum().add(a * b).add(c), Direction::kNearestEven);
  }
  static unsigned quotient(double a, double b) {
    if (!std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0) return rounded(a / b);
    return kFormat.round(std::signbit(a) != std::signbit(b), Direction::kNearestEven,
                         [=](double t) { return ExactSum().add(std::fabs(a)).add(-t * std::fabs(b)).sign(); });
  }
};

using Formats = testing::Types<Half, Brain>;
TYPED_TEST_SUITE(NarrowNumbers, Formats);

TYPED_TEST(NarrowNumbers, BecomeFloatsExactly) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float all = TypeParam::to_float(TypeParam::of_bits(bits));
    if (this->kFormat.is_nan(bits)) {
      ASSERT_TRUE(std::isnan(all)) << bits;
    } else {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(all), std::bit_cast<std::uint32_t>(static_cast<float>(this->value(bits))));
    }
  }
}

TYPED_TEST(NarrowNumbers, AreRoundedFromFloatsAndDoublesOnce) {
  const auto check = [&](double a) {
    ASSERT_EQ(TypeParam::bits(TypeParam::from_double(a)), this->rounded(a)) << a;
    const auto narrower = static_cast<float>(a);
    for (int mode = 0; mode < 4; ++mode) {
      ASSERT_EQ(TypeParam::bits(TypeParam::kFromFloat[mode](narrower)), this->rounded(narrower, kDirections[mode]))
          << narrower << " in mode " << mode;
    }
  };
  for (unsigned bits = 0; bits <= this->kFormat.infinity(); ++bits) {
    const double middle =
        bits < this->kFormat.infinity() ? (this->kFormat.value(bits) + this->kFormat.value(bits + 1)) / 2 : INFINITY;
    for (const double a : {this->value(bits), middle, std::nextafter(middle, 0), std::nextafter(middle, INFINITY),
                           static_cast<double>(std::nextafterf(static_cast<float>(middle), 0)),
                           static_cast<double>(std::nextafterf(static_cast<float>(middle), INFINITY))}) {
      check(a);
      check(-a);
    }
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    check(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    check(std::bit_cast<double>(random()));
  }
}

template <class F, class Integer, class From, class To>
void check_integers(const From& from, const To& to) {
  using Fixture = NarrowNumbers<F>;
  using Limits = std::numeric_limits<Integer>;
  std::vector<Integer> values = {0, 1, Limits::max(), Limits::min(), Limits::max() - 1, Limits::max() / 2 + 1};
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) values.push_back(static_cast<Integer>(random() >> random() % 64));
  for (int i = 0; i < 2000; ++i)
    values.push_back(static_cast<Integer>(0 - static_cast<Integer>(random() >> random() % 64)));
  for (const Integer value : values) {
    // In two parts, each of which is a double.
    const auto low = static_cast<__int128>(value) & 0xffffffff;
    const auto high = static_cast<__int128>(value) - low;
    const ExactSum exact = ExactSum().add(static_cast<double>(low)).add(static_cast<double>(high));
    for (int mode = 0; mode < 4; ++mode) {
      const unsigned right = value == 0 ? 0 : F::kFormat.round(exact, kDirections[mode]);
      ASSERT_EQ(F::bits(from[mode](value)), right) << value << " in mode " << mode;
    }
  }
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const double value = Fixture::value(bits);
    for (int mode = 0; mode < 4; ++mode) {
      const double integral = mode == 0   ? std::nearbyint(value)
                              : mode == 1 ? std::trunc(value)
                              : mode == 2 ? std::ceil(value)
                                          : std::floor(value);
      Integer right = 0;
      if (std::isnan(value)) {
        right = sizeof(Integer) == 8 ? static_cast<Integer>(1ULL << 63) : static_cast<Integer>(0);
      } else if (integral >= std::ldexp(1.0, Limits::digits)) {
        right = Limits::max();
      } else {
        right = integral < static_cast<double>(Limits::min()) ? Limits::min() : static_cast<Integer>(integral);
      }
      ASSERT_EQ(to[mode](F::of_bits(bits)), right) << value << " in mode " << mode;
    }
  }
}

TYPED_TEST(NarrowNumbers, AreConvertedFromAndToIntegersInEachDirection) {
  check_integers<TypeParam, short>(TypeParam::kFrom_short, TypeParam::kTo_short);
  check_integers<TypeParam, unsigned short>(TypeParam::kFrom_ushort, TypeParam::kTo_ushort);
  check_integers<TypeParam, int>(TypeParam::kFrom_int, TypeParam::kTo_int);
  check_integers<TypeParam, unsigned>(TypeParam::kFrom_uint, TypeParam::kTo_uint);
  check_integers<TypeParam, long long>(TypeParam::kFrom_ll, TypeParam::kTo_ll);
  check_integers<TypeParam, unsigned long long>(TypeParam::kFrom_ull, TypeParam::kTo_ull);
}

/// All functions of two numbers.
template <class F>
void check_pair(unsigned p, unsigned q) {
  using Fixture = NarrowNumbers<F>;
  using T = typename F::T;
  const T a = F::of_bits(p);
  const T b = F::of_bits(q);
  const double x = Fixture::value(p);
  const double y = Fixture::value(q);
  SCOPED_TRACE(testing::Message() << std::hex << p << " and " << q);
  const unsigned sum = Fixture::sum_of_product(1, x, y);
  const unsigned difference = Fixture::sum_of_product(1, x, -y);
  const unsigned product = x * y == 0 ? Fixture::rounded(x * y) : Fixture::sum_of_product(x, y, 0);
  ASSERT_EQ(F::bits(__hadd(a, b)), sum);
  ASSERT_EQ(F::bits(a - b), difference);
  ASSERT_EQ(F::bits(a * b), product);
  ASSERT_EQ(F::bits(a / b), Fixture::quotient(x, y));
  const auto saturated = [](unsigned bits) {
    const double value = Fixture::value(bits);
    return Fixture::rounded(value > 0 ? std::fmin(value, 1) : 0.0);
  };
  ASSERT_EQ(F::bits(__hadd_sat(a, b)), saturated(sum));
  ASSERT_EQ(F::bits(__hsub_sat(a, b)), saturated(difference));
  ASSERT_EQ(F::bits(__hmul_sat(a, b)), saturated(product));

  const bool unordered = std::isnan(x) || std::isnan(y);
  const auto greater = [](double s, double t) { return s > t || (s == t && !std::signbit(s)) || std::isnan(t); };
  const unsigned max = std::isnan(x) && std::isnan(y) ? kNan : std::isnan(x) || !greater(x, y) ? q : p;
  const unsigned min = std::isnan(x) && std::isnan(y) ? kNan : std::isnan(x) || !greater(-x, -y) ? q : p;
  ASSERT_EQ(F::bits(__hmax(a, b)), max);
  ASSERT_EQ(F::bits(__hmin(a, b)), min);
  ASSERT_EQ(F::bits(__hmax_nan(a, b)), unordered ? kNan : max);
  ASSERT_EQ(F::bits(__hmin_nan(a, b)), unordered ? kNan : min);

  const typename F::T2 first(a, a);
  const typename F::T2 second(b, a);
  const auto compare = [&](bool right, bool with_itself, bool is, bool both, typename F::T2 pair, unsigned mask) {
    ASSERT_EQ(is, right);
    ASSERT_EQ(both, right && with_itself);
    ASSERT_EQ(F::to_float(pair.x), right ? 1 : 0);
    ASSERT_EQ(F::to_float(pair.y), with_itself ? 1 : 0);
    ASSERT_EQ(mask, (right ? 0xffffU : 0) | (with_itself ? 0xffff0000U : 0));
  };
#define FENCEPOST_TEST_COMPARE(name, operation, otherwise)                                                       \
  compare(unordered ? (otherwise) : x operation y, std::isnan(x) ? (otherwise) : x operation x, __h##name(a, b), \
          __hb##name##2(first, second), __h##name##2(first, second), __h##name##2_mask(first, second));
  FENCEPOST_TEST_COMPARE(eq, ==, false)
  FENCEPOST_TEST_COMPARE(ne, !=, false)
  FENCEPOST_TEST_COMPARE(lt, <, false)
  FENCEPOST_TEST_COMPARE(le, <=, false)
  FENCEPOST_TEST_COMPARE(gt, >, false)
  FENCEPOST_TEST_COMPARE(ge, >=, false)
  FENCEPOST_TEST_COMPARE(equ, ==, true)
  FENCEPOST_TEST_COMPARE(neu, !=, true)
  FENCEPOST_TEST_COMPARE(ltu, <, true)
  FENCEPOST_TEST_COMPARE(leu, <=, true)
  FENCEPOST_TEST_COMPARE(gtu, >, true)
  FENCEPOST_TEST_COMPARE(geu, >=, true)
#undef FENCEPOST_TEST_COMPARE
  ASSERT_EQ(a == b, !unordered && x == y);
  ASSERT_EQ(a != b, unordered || x != y);
  ASSERT_EQ(a < b, !unordered && x < y);
  ASSERT_EQ(a >= b, !unordered && x >= y);

  typename F::T2 changed = first;
  changed += second;
  ASSERT_EQ(F::bits(changed.x), sum);
  ASSERT_EQ(F::bits(changed.y), F::bits(__hadd(a, a)));
}

TYPED_TEST(NarrowNumbers, AreAddedMultipliedDividedAndComparedAsExactArithmeticSays) {
  for (const unsigned p : this->special_numbers()) {
    for (const unsigned q : this->special_numbers()) ASSERT_NO_FATAL_FAILURE(check_pair<TypeParam>(p, q));
  }
  std::mt19937 random(3);
  for (int i = 0; i < 50000; ++i) {
    ASSERT_NO_FATAL_FAILURE(check_pair<TypeParam>(random() & 0xffffU, random() & 0xffffU));
  }
}

template <class F>
void check_multiply_add(unsigned p, unsigned q, unsigned r) {
  using Fixture = NarrowNumbers<F>;
  const auto a = F::of_bits(p);
  const auto b = F::of_bits(q);
  const auto c = F::of_bits(r);
  const unsigned right = Fixture::sum_of_product(Fixture::value(p), Fixture::value(q), Fixture::value(r));
  SCOPED_TRACE(testing::Message() << std::hex << p << " times " << q << " plus " << r);
  ASSERT_EQ(F::bits(__hfma(a, b, c)), right);
  const double value = Fixture::value(right);
  ASSERT_EQ(F::bits(__hfma_sat(a, b, c)), Fixture::rounded(value > 0 ? std::fmin(value, 1) : 0.0));
  ASSERT_EQ(F::bits(__hfma_relu(a, b, c)), std::isnan(value) ? kNan : value > 0 ? right : 0);
}

TYPED_TEST(NarrowNumbers, AreMultipliedAndAddedWithOneRounding) {
  const std::vector<unsigned> special = this->special_numbers();
  std::mt19937 random(4);
  for (int i = 0; i < 100000; ++i) {
    const auto any = [&] { return random() % 2 != 0 ? special[random() % special.size()] : random() & 0xffffU; };
    ASSERT_NO_FATAL_FAILURE(check_multiply_add<TypeParam>(any(), any(), any()));
  }
  // A product halfway between two numbers, and a summand that only just decides.
  const unsigned one = TypeParam::bits(TypeParam::from_double(1));
  for (int i = 0; i < 100000; ++i) {
    const unsigned p = one + random() % (1U << this->kFormat.fraction);
    const unsigned q = one + random() % (1U << this->kFormat.fraction);
    ASSERT_NO_FATAL_FAILURE(check_multiply_add<TypeParam>(p, q, 1 + random() % 64 + (random() % 2 << 15)));
  }
}

/// `right(x)` in more digits than the function has.
template <class F, class Function, class Right>
void check_function(Function function, Right right) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const double x = NarrowNumbers<F>::value(bits);
    const long double exact = right(static_cast<long double>(x));
    unsigned expected = 0;
    if (!std::isfinite(exact) || exact == 0) {
      expected = NarrowNumbers<F>::rounded(static_cast<double>(exact));
    } else {
      expected = F::kFormat.round(exact < 0, Direction::kNearestEven, [&](double t) {
        const long double difference = std::fabs(exact) - t;
        return difference < 0 ? -1 : difference > 0 ? 1 : 0;
      });
    }
    ASSERT_EQ(F::bits(function(F::of_bits(bits))), expected) << x;
  }
}

TYPED_TEST(NarrowNumbers, HaveMathematicalFunctionsRoundedToNearest) {
  using T = typename TypeParam::T;
#define FENCEPOST_TEST_FUNCTION(name, expression)                                                       \
  ASSERT_NO_FATAL_FAILURE(                                                                              \
      check_function<TypeParam>([](T a) { return name(a); }, [](long double x) { return expression; })) \
      << #name;
  FENCEPOST_TEST_FUNCTION(hsqrt, std::sqrt(x))
  FENCEPOST_TEST_FUNCTION(hrsqrt, 1 / std::sqrt(x))
  FENCEPOST_TEST_FUNCTION(hrcp, 1 / x)
  FENCEPOST_TEST_FUNCTION(hexp, std::exp(x))
  FENCEPOST_TEST_FUNCTION(hexp2, std::exp2(x))
  FENCEPOST_TEST_FUNCTION(hexp10, exp10l(x))
  FENCEPOST_TEST_FUNCTION(hlog, std::log(x))
  FENCEPOST_TEST_FUNCTION(hlog2, std::log2(x))
  FENCEPOST_TEST_FUNCTION(hlog10, std::log10(x))
  FENCEPOST_TEST_FUNCTION(hsin, std::sin(x))
  FENCEPOST_TEST_FUNCTION(hcos, std::cos(x))
  FENCEPOST_TEST_FUNCTION(htanh, std::tanh(x))
  FENCEPOST_TEST_FUNCTION(htrunc, std::trunc(x))
  FENCEPOST_TEST_FUNCTION(hceil, std::ceil(x))
  FENCEPOST_TEST_FUNCTION(hfloor, std::floor(x))
  FENCEPOST_TEST_FUNCTION(hrint, std::nearbyint(x))
  FENCEPOST_TEST_FUNCTION(__habs, std::fabs(x))
  FENCEPOST_TEST_FUNCTION(__hneg, -x)
#undef FENCEPOST_TEST_FUNCTION
}

}  // namespace
