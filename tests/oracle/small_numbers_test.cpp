// The numbers of 6 and 4 bits of cuda_fp6.h and cuda_fp4.h and the scale factors of cuda_fp8.h: all of them, and what
// all numbers of 16 bits and their neighbours are rounded to, against a search among all numbers of the format.
#define __CUDACC__ 1
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "sim/include/cuda_fp4.h"

namespace {

struct E2M3 {
  using One = __nv_fp6_e2m3;
  using Two = __nv_fp6x2_e2m3;
  using Four = __nv_fp6x4_e2m3;
  static constexpr int kBits = 6, kPacked = 8, kFraction = 3, kBias = 1;
  static unsigned from(double a, cudaRoundMode mode) { return __nv_cvt_double_to_fp6(a, __NV_E2M3, mode); }
  static unsigned from(float a, cudaRoundMode mode) { return __nv_cvt_float_to_fp6(a, __NV_E2M3, mode); }
  static unsigned from(__half_raw a, cudaRoundMode mode) { return __nv_cvt_halfraw_to_fp6(a, __NV_E2M3, mode); }
  static unsigned from(__nv_bfloat16_raw a, cudaRoundMode mode) {
    return __nv_cvt_bfloat16raw_to_fp6(a, __NV_E2M3, mode);
  }
  static unsigned from(double2 a, cudaRoundMode mode) { return __nv_cvt_double2_to_fp6x2(a, __NV_E2M3, mode); }
  static unsigned from(float2 a, cudaRoundMode mode) { return __nv_cvt_float2_to_fp6x2(a, __NV_E2M3, mode); }
  static __half_raw to(unsigned bits) { return __nv_cvt_fp6_to_halfraw(static_cast<unsigned char>(bits), __NV_E2M3); }
  static __half2_raw to_two(unsigned bits) {
    return __nv_cvt_fp6x2_to_halfraw2(static_cast<unsigned short>(bits), __NV_E2M3);
  }
};
struct E3M2 {
  using One = __nv_fp6_e3m2;
  using Two = __nv_fp6x2_e3m2;
  using Four = __nv_fp6x4_e3m2;
  static constexpr int kBits = 6, kPacked = 8, kFraction = 2, kBias = 3;
  static unsigned from(double a, cudaRoundMode mode) { return __nv_cvt_double_to_fp6(a, __NV_E3M2, mode); }
  static unsigned from(float a, cudaRoundMode mode) { return __nv_cvt_float_to_fp6(a, __NV_E3M2, mode); }
  static unsigned from(__half_raw a, cudaRoundMode mode) { return __nv_cvt_halfraw_to_fp6(a, __NV_E3M2, mode); }
  static unsigned from(__nv_bfloat16_raw a, cudaRoundMode mode) {
    return __nv_cvt_bfloat16raw_to_fp6(a, __NV_E3M2, mode);
  }
  static unsigned from(double2 a, cudaRoundMode mode) { return __nv_cvt_double2_to_fp6x2(a, __NV_E3M2, mode); }
  static unsigned from(float2 a, cudaRoundMode mode) { return __nv_cvt_float2_to_fp6x2(a, __NV_E3M2, mode); }
  static __half_raw to(unsigned bits) { return __nv_cvt_fp6_to_halfraw(static_cast<unsigned char>(bits), __NV_E3M2); }
  static __half2_raw to_two(unsigned bits) {
    return __nv_cvt_fp6x2_to_halfraw2(static_cast<unsigned short>(bits), __NV_E3M2);
  }
};
struct E2M1 {
  using One = __nv_fp4_e2m1;
  using Two = __nv_fp4x2_e2m1;
  using Four = __nv_fp4x4_e2m1;
  static constexpr int kBits = 4, kPacked = 4, kFraction = 1, kBias = 1;
  static unsigned from(double a, cudaRoundMode mode) { return __nv_cvt_double_to_fp4(a, __NV_E2M1, mode); }
  static unsigned from(float a, cudaRoundMode mode) { return __nv_cvt_float_to_fp4(a, __NV_E2M1, mode); }
  static unsigned from(__half_raw a, cudaRoundMode mode) { return __nv_cvt_halfraw_to_fp4(a, __NV_E2M1, mode); }
  static unsigned from(__nv_bfloat16_raw a, cudaRoundMode mode) {
    return __nv_cvt_bfloat16raw_to_fp4(a, __NV_E2M1, mode);
  }
  static unsigned from(double2 a, cudaRoundMode mode) { return __nv_cvt_double2_to_fp4x2(a, __NV_E2M1, mode); }
  static unsigned from(float2 a, cudaRoundMode mode) { return __nv_cvt_float2_to_fp4x2(a, __NV_E2M1, mode); }
  static __half_raw to(unsigned bits) { return __nv_cvt_fp4_to_halfraw(static_cast<unsigned char>(bits), __NV_E2M1); }
  static __half2_raw to_two(unsigned bits) {
    return __nv_cvt_fp4x2_to_halfraw2(static_cast<unsigned char>(bits), __NV_E2M1);
  }
};

template <class F>
class SmallNumbers : public testing::Test {
 public:
  static constexpr unsigned kSign = 1U << (F::kBits - 1);
  static constexpr unsigned kGreatest = kSign - 1;

  static double value(unsigned bits) {
    const int field = static_cast<int>(bits & kGreatest) >> F::kFraction;
    const int digits = static_cast<int>(bits) & ((1 << F::kFraction) - 1);
    const double magnitude = field == 0 ? std::ldexp(digits, 1 - F::kBias - F::kFraction)
                                        : std::ldexp((1 << F::kFraction) + digits, field - F::kBias - F::kFraction);
    return (bits & kSign) != 0 ? -magnitude : magnitude;
  }
  static unsigned rounded(double a, cudaRoundMode mode) {
    if (std::isnan(a)) return kGreatest;
    const double magnitude = std::fmin(std::fabs(a), 1e9);  // Of infinity there are no distances.
    unsigned best = 0;
    for (unsigned bits = 1; bits <= kGreatest; ++bits) {
      const double distance = std::fabs(value(bits) - magnitude);
      const double least = std::fabs(value(best) - magnitude);
      const bool nearer = distance < least || (distance == least && (bits & 1) == 0);
      if (mode == cudaRoundZero ? value(bits) <= magnitude : nearer) best = bits;
    }
    return best | (std::signbit(a) ? kSign : 0);
  }
  // What a format's numbers and the places between them are close to.
  static std::vector<double> interesting() {
    std::vector<double> numbers = {0,
                                   std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN(),
                                   std::numeric_limits<double>::denorm_min(),
                                   std::numeric_limits<float>::denorm_min(),
                                   std::numeric_limits<float>::max(),
                                   std::numeric_limits<double>::max()};
    for (unsigned bits = 0; bits <= kGreatest; ++bits) {
      const double here = value(bits);
      const double next = bits < kGreatest ? value(bits + 1) : 2 * here - value(bits - 1);
      for (const double a : {here, (here + next) / 2, here + (next - here) / 4}) {
        const auto single = static_cast<float>(a);
        for (const double b :
             {a, std::nextafter(a, -1.0), std::nextafter(a, 1e9), static_cast<double>(std::nextafter(single, -1.0F)),
              static_cast<double>(std::nextafter(single, 1e9F))}) {
          numbers.push_back(b);
        }
      }
    }
    const std::size_t count = numbers.size();
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(-numbers[i]);
    return numbers;
  }
};

using Formats = testing::Types<E2M3, E3M2, E2M1>;
TYPED_TEST_SUITE(SmallNumbers, Formats);

TYPED_TEST(SmallNumbers, BecomeWiderNumbersExactly) {
  for (unsigned bits = 0; bits < 2 * this->kSign; ++bits) {
    const double right = this->value(bits);
    typename TypeParam::One one;
    one.__x = static_cast<unsigned char>(bits);
    typename TypeParam::Two two;
    two.__x = static_cast<decltype(two.__x)>(bits << TypeParam::kPacked | 1);
    typename TypeParam::Four four;
    four.__x = static_cast<decltype(four.__x)>(bits << 3 * TypeParam::kPacked | 1);
    ASSERT_EQ(static_cast<float>(one), right);
    ASSERT_EQ(std::signbit(static_cast<float>(one)), std::signbit(right));
    ASSERT_EQ(static_cast<double>(one), right);
    ASSERT_EQ(static_cast<float>(static_cast<__half>(one)), right);
    ASSERT_EQ(static_cast<float>(static_cast<__nv_bfloat16>(one)), right);
    ASSERT_EQ(__half2float(TypeParam::to(bits)), right);
    ASSERT_EQ(std::signbit(__half2float(TypeParam::to(bits))), std::signbit(right));
    ASSERT_EQ(static_cast<float2>(two).x, this->value(1));
    ASSERT_EQ(static_cast<float2>(two).y, right);
    ASSERT_EQ(__high2float(static_cast<__half2>(two)), right);
    ASSERT_EQ(__high2float(TypeParam::to_two(two.__x)), right);
    ASSERT_EQ(__low2float(TypeParam::to_two(two.__x)), this->value(1));
    ASSERT_EQ(static_cast<float4>(four).x, this->value(1));
    ASSERT_EQ(static_cast<float4>(four).y, 0);
    ASSERT_EQ(static_cast<float4>(four).w, right);
    ASSERT_EQ(static_cast<int>(one), static_cast<int>(right));
    ASSERT_EQ(static_cast<unsigned char>(one), right < 0 ? 0 : static_cast<int>(right));
    ASSERT_EQ(static_cast<bool>(one), right != 0);
  }
}

TYPED_TEST(SmallNumbers, AreRoundedAndSaturate) {
  for (const auto mode : {cudaRoundNearest, cudaRoundZero}) {
    for (const double a : this->interesting()) {
      ASSERT_EQ(TypeParam::from(a, mode), this->rounded(a, mode)) << a;
      const auto single = static_cast<float>(a);
      ASSERT_EQ(TypeParam::from(single, mode), this->rounded(single, mode)) << single;
      const double2 two = {a, 1};
      const float2 singles = {1, single};
      const unsigned unit = this->rounded(1, mode);
      ASSERT_EQ(TypeParam::from(two, mode), this->rounded(a, mode) | unit << TypeParam::kPacked) << a;
      ASSERT_EQ(TypeParam::from(singles, mode), this->rounded(single, mode) << TypeParam::kPacked | unit) << a;
    }
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
      const __half half = __ushort_as_half(static_cast<unsigned short>(bits));
      const __nv_bfloat16 brain = __ushort_as_bfloat16(static_cast<unsigned short>(bits));
      ASSERT_EQ(TypeParam::from(static_cast<__half_raw>(half), mode), this->rounded(static_cast<float>(half), mode));
      ASSERT_EQ(TypeParam::from(static_cast<__nv_bfloat16_raw>(brain), mode),
                this->rounded(static_cast<float>(brain), mode));
    }
  }
}

TYPED_TEST(SmallNumbers, AreMadeOfEveryType) {
  using One = typename TypeParam::One;
  using Two = typename TypeParam::Two;
  using Four = typename TypeParam::Four;
  const auto nearest = [this](double a) { return this->rounded(a, cudaRoundNearest); };
  for (const int a : {0, 1, -1, 3, 5, -6, 7, 27, -100, 30000}) {
    ASSERT_EQ(One(a).__x, nearest(a));
    ASSERT_EQ(One(static_cast<short>(a)).__x, nearest(a));
    ASSERT_EQ(One(static_cast<long>(a)).__x, nearest(a));
    ASSERT_EQ(One(static_cast<long long>(a)).__x, nearest(a));
    ASSERT_EQ(One(static_cast<unsigned>(a)).__x, nearest(static_cast<unsigned>(a)));
    ASSERT_EQ(One(static_cast<unsigned long long>(a)).__x, nearest(static_cast<double>(static_cast<unsigned>(a))));
    ASSERT_EQ(One(static_cast<float>(a)).__x, nearest(a));
    ASSERT_EQ(One(static_cast<double>(a)).__x, nearest(a));
    ASSERT_EQ(One(__half(static_cast<float>(a))).__x, nearest(a));
    ASSERT_EQ(One(__nv_bfloat16(static_cast<float>(a))).__x, nearest(a));
  }
  const unsigned right[] = {nearest(1), nearest(-2), nearest(3), nearest(0.5)};
  const unsigned low = right[0] | right[1] << TypeParam::kPacked;
  const unsigned high = right[2] | right[3] << TypeParam::kPacked;
  ASSERT_EQ(Two(make_float2(1, -2)).__x, low);
  ASSERT_EQ(Two(make_double2(1, -2)).__x, low);
  ASSERT_EQ(Two(__floats2half2_rn(1, -2)).__x, low);
  ASSERT_EQ(Two(__floats2bfloat162_rn(1, -2)).__x, low);
  const unsigned four = low | high << 2 * TypeParam::kPacked;
  ASSERT_EQ(Four(make_float4(1, -2, 3, 0.5F)).__x, four);
  ASSERT_EQ(Four(make_double4(1, -2, 3, 0.5)).__x, four);
  ASSERT_EQ(Four(__floats2half2_rn(1, -2), __floats2half2_rn(3, 0.5F)).__x, four);
  ASSERT_EQ(Four(__floats2bfloat162_rn(1, -2), __floats2bfloat162_rn(3, 0.5F)).__x, four);
}

// --- E8M0 ------------------------------------------------------------------------------------------------------------

double scale(unsigned bits) { return std::ldexp(1.0, static_cast<int>(bits) - 127); }

unsigned rounded_scale(double a, bool up, bool saturates) {
  if (std::isnan(a)) return 0xff;
  const double magnitude = std::fabs(a);
  unsigned bits = 0;
  if (up) {
    while (bits < 0xff && scale(bits) < magnitude) ++bits;
  } else {
    while (bits < 0xff && scale(bits + 1) <= magnitude) ++bits;
  }
  return bits == 0xff && (saturates || (!up && std::isfinite(a))) ? 0xfe : bits;
}

TEST(ScaleFactors, BecomeWiderNumbers) {
  for (unsigned bits = 0; bits < 0x100; ++bits) {
    __nv_fp8_e8m0 one;
    one.__x = static_cast<unsigned char>(bits);
    __nv_fp8x2_e8m0 two;
    two.__x = static_cast<unsigned short>(bits << 8 | 127);
    __nv_fp8x4_e8m0 four;
    four.__x = bits << 24 | 127;
    ASSERT_TRUE(static_cast<bool>(one));
    ASSERT_EQ(static_cast<float4>(four).x, 1);
    ASSERT_EQ(static_cast<float2>(two).x, 1);
    const float wide = __bfloat162float(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(static_cast<unsigned char>(bits))));
    if (bits == 0xff) {
      ASSERT_TRUE(std::isnan(wide));
      ASSERT_TRUE(std::isnan(static_cast<float>(one)));
      ASSERT_TRUE(std::isnan(static_cast<float2>(two).y));
      ASSERT_EQ(static_cast<int>(one), 0);
      continue;
    }
    ASSERT_EQ(wide, scale(bits));
    ASSERT_EQ(__high2float(__nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(two.__x))), scale(bits));
    ASSERT_EQ(static_cast<float>(one), scale(bits));
    ASSERT_EQ(static_cast<double>(one), scale(bits));
    ASSERT_EQ(static_cast<float>(static_cast<__nv_bfloat16>(one)), scale(bits));
    ASSERT_EQ(static_cast<float2>(two).y, scale(bits));
    ASSERT_EQ(__high2float(static_cast<__nv_bfloat162>(two)), scale(bits));
    ASSERT_EQ(static_cast<float4>(four).w, scale(bits));
    ASSERT_EQ(static_cast<unsigned char>(one), scale(bits) > 255 ? 255 : static_cast<int>(scale(bits)));
  }
}

TEST(ScaleFactors, AreRoundedToPowersOfTwo) {
  std::vector<double> numbers = {0, INFINITY, NAN, 5e-324, 1e300};
  for (unsigned bits = 0; bits < 0x100; ++bits) {
    const double here = scale(bits);
    for (const double a : {here, std::nextafter(here, 0), std::nextafter(here, INFINITY), here * 1.5}) {
      numbers.push_back(a);
      numbers.push_back(-a);
    }
  }
  for (const auto saturation : {__NV_NOSAT, __NV_SATFINITE}) {
    for (const auto mode : {cudaRoundZero, cudaRoundPosInf}) {
      const auto right = [&](double a) {
        return rounded_scale(a, mode == cudaRoundPosInf, saturation == __NV_SATFINITE);
      };
      for (const double a : numbers) {
        ASSERT_EQ(__nv_cvt_double_to_e8m0(a, saturation, mode), right(a)) << a;
        ASSERT_EQ(__nv_cvt_double2_to_e8m0x2(make_double2(1, a), saturation, mode), right(a) << 8 | 127) << a;
        const auto single = static_cast<float>(a);
        ASSERT_EQ(__nv_cvt_float_to_e8m0(single, saturation, mode), right(single)) << a;
        ASSERT_EQ(__nv_cvt_float2_to_e8m0x2(make_float2(single, 2), saturation, mode), right(single) | 128 << 8) << a;
      }
      for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const __nv_bfloat16 brain = __ushort_as_bfloat16(static_cast<unsigned short>(bits));
        const unsigned one = right(static_cast<float>(brain));
        ASSERT_EQ(__nv_cvt_bfloat16raw_to_e8m0(brain, saturation, mode), one) << bits;
        ASSERT_EQ(__nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162(brain, brain), saturation, mode), one | one << 8);
      }
    }
  }
}

TEST(ScaleFactors, OfNumbersAreRoundedUp) {
  EXPECT_EQ(__nv_fp8_e8m0(3.0F).__x, 129);
  EXPECT_EQ(__nv_fp8_e8m0(INFINITY).__x, 0xfe);
  EXPECT_EQ(__nv_fp8_e8m0(__half(3.0F)).__x, 129);
  EXPECT_EQ(__nv_fp8_e8m0(-4).__x, 129);
  EXPECT_EQ(__nv_fp8_e8m0(0U).__x, 0);
  for (int power = 0; power < 64; ++power) {
    const unsigned long long number = 1ULL << power;
    ASSERT_EQ(__nv_fp8_e8m0(number).__x, 127 + power);
    if (power > 0) {
      ASSERT_EQ(__nv_fp8_e8m0(number + 1).__x, 127 + power + 1);
    }
    if (power > 1) {
      ASSERT_EQ(__nv_fp8_e8m0(number - 1).__x, 127 + power);
      ASSERT_EQ(__nv_fp8_e8m0(static_cast<long long>(1 - number)).__x, 127 + power);
    }
  }
}

}  // namespace
