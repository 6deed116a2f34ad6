// The numbers of 8 bits of cuda_fp8.h: all of them, and what all numbers of 16 bits and their neighbours are rounded
// to, against a search among all 256.
#define __CUDACC__ 1
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/include/cuda_fp8.h"

namespace {

struct E4M3 {
  using One = __nv_fp8_e4m3;
  using Pair = __nv_fp8x2_e4m3;
  using Four = __nv_fp8x4_e4m3;
  static constexpr __nv_fp8_interpretation_t kInterpretation = __NV_E4M3;
  static constexpr int kFraction = 3, kBias = 7;
  static constexpr unsigned kGreatest = 0x7e, kBeyond = 0x7f;  // Infinity is not a number of this format: NaN.
};
struct E5M2 {
  using One = __nv_fp8_e5m2;
  using Pair = __nv_fp8x2_e5m2;
  using Four = __nv_fp8x4_e5m2;
  static constexpr __nv_fp8_interpretation_t kInterpretation = __NV_E5M2;
  static constexpr int kFraction = 2, kBias = 15;
  static constexpr unsigned kGreatest = 0x7b, kBeyond = 0x7c;
};

template <class F>
class Fp8Numbers : public testing::Test {
 public:
  static bool is_finite(unsigned bits) { return (bits & 0x7f) <= F::kGreatest; }
  static double value(unsigned bits) {
    const int field = static_cast<int>(bits & 0x7f) >> F::kFraction;
    const int digits = static_cast<int>(bits) & ((1 << F::kFraction) - 1);
    const double magnitude = field == 0 ? std::ldexp(digits, 1 - F::kBias - F::kFraction)
                                        : std::ldexp((1 << F::kFraction) + digits, field - F::kBias - F::kFraction);
    return (bits & 0x80) != 0 ? -magnitude : magnitude;
  }
  static unsigned rounded(double a, bool saturates) {
    if (std::isnan(a)) return 0x7f;
    const unsigned sign = std::signbit(a) ? 0x80 : 0;
    const double magnitude = std::fabs(a);
    // Halfway between the greatest number and the one that would follow, it is even: 1.110 of E4M3, not 1.11 of E5M2.
    const double end = (value(F::kGreatest) + value(F::kGreatest + 1)) / 2;
    if (magnitude > end || (magnitude == end && (F::kGreatest & 1) != 0)) {
      return sign | (saturates ? F::kGreatest : F::kBeyond);
    }
    unsigned best = 0;
    for (unsigned bits = 1; bits <= F::kGreatest; ++bits) {
      const double distance = std::fabs(value(bits) - magnitude);
      const double least = std::fabs(value(best) - magnitude);
      if (distance < least || (distance == least && (bits & 1) == 0)) best = bits;
    }
    return sign | best;
  }
};

using Formats = testing::Types<E4M3, E5M2>;
TYPED_TEST_SUITE(Fp8Numbers, Formats);

TYPED_TEST(Fp8Numbers, BecomeWiderNumbersExactly) {
  for (unsigned bits = 0; bits < 0x100; ++bits) {
    typename TypeParam::One one;
    one.__x = static_cast<unsigned char>(bits);
    typename TypeParam::Pair pair;
    pair.__x = static_cast<unsigned short>(bits << 8);
    typename TypeParam::Four four;
    four.__x = bits << 24;
    if (this->is_finite(bits)) {
      const double right = this->value(bits);
      ASSERT_EQ(static_cast<float>(one), right);
      ASSERT_EQ(std::signbit(static_cast<float>(one)), std::signbit(right));
      ASSERT_EQ(static_cast<float>(static_cast<__half>(one)), right);
      ASSERT_EQ(static_cast<float2>(pair).y, right);
      ASSERT_EQ(static_cast<float4>(four).w, right);
      ASSERT_EQ(static_cast<int>(one), static_cast<int>(right));
      ASSERT_EQ(static_cast<unsigned char>(one), right < 0 ? 0 : right > 255 ? 255 : static_cast<int>(right));
    } else if (TypeParam::kBeyond == 0x7c && (bits & 0x7f) == 0x7c) {
      ASSERT_EQ(static_cast<float>(one), bits == 0x7c ? INFINITY : -INFINITY);
    } else {
      ASSERT_TRUE(std::isnan(static_cast<float>(one)));
    }
  }
}

TYPED_TEST(Fp8Numbers, AreRoundedToNearestAndSaturateOrNot) {
  const auto check = [&](double a) {
    for (const auto saturation : {__NV_NOSAT, __NV_SATFINITE}) {
      // Of a double NVIDIA's header makes another NaN than hardware of a float.
      const bool other_nan = std::isnan(a) && TypeParam::kInterpretation == __NV_E5M2;
      ASSERT_EQ(__nv_cvt_double_to_fp8(a, saturation, TypeParam::kInterpretation),
                other_nan ? 0x7e : this->rounded(a, saturation == __NV_SATFINITE))
          << a;
    }
  };
  for (unsigned bits = 0; bits <= TypeParam::kGreatest; ++bits) {
    const double middle = (this->value(bits) + this->value(bits + 1)) / 2;
    for (const double a : {this->value(bits), middle, std::nextafter(middle, 0), std::nextafter(middle, INFINITY)}) {
      check(a);
      check(-a);
    }
  }
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const __half half = __ushort_as_half(static_cast<unsigned short>(bits));
    const __nv_bfloat16 brain = __ushort_as_bfloat16(static_cast<unsigned short>(bits));
    ASSERT_EQ(typename TypeParam::One(half).__x, this->rounded(static_cast<float>(half), true)) << bits;
    ASSERT_EQ(typename TypeParam::One(brain).__x, this->rounded(static_cast<float>(brain), true)) << bits;
    check(static_cast<float>(brain));
  }
}

}  // namespace
