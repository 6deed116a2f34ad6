// The CUDA math library and intrinsics against known values and slow definitions.
#define __CUDACC__ 1
#include "sim/include/fencepost_intrinsics.h"
#include "sim/include/math_functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const std::vector<unsigned> kWords = {0,          1,          2,          0x7fffffff, 0x80000000,
                                      0xffffffff, 0x12345678, 0xdeadbeef, 0x00ff00ff, 0x0000ffff};

TEST(IntegerIntrinsics, CountAndFindBits) {
  EXPECT_EQ(__popc(0xf0f0U), 8);
  EXPECT_EQ(__popcll(~0ULL), 64);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clz(-1), 0);
  EXPECT_EQ(__clzll(0), 64);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffsll(1LL << 40), 41);
  EXPECT_EQ(__brev(1), 0x80000000U);
  EXPECT_EQ(__brev(0x12345678U), 0x1e6a2c48U);
  EXPECT_EQ(__brevll(1), 1ULL << 63);
  EXPECT_EQ(__fns(0b10110, 0, 1), 1U);
  EXPECT_EQ(__fns(0b10110, 0, 3), 4U);
  EXPECT_EQ(__fns(0b10110, 4, -2), 2U);
  EXPECT_EQ(__fns(0b10110, 0, 4), ~0U);
}

TEST(IntegerIntrinsics, PermuteBytes) {
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x3210), 0x33221100U);
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x0123), 0x00112233U);
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x7531), 0x77553311U);
  EXPECT_EQ(__byte_perm(0x000000f0, 0, 0x8888), 0xf0f0f0f0U) << "3 bits of each 4 count";
}

TEST(IntegerIntrinsics, MultiplyHighAndNarrow) {
  for (const unsigned a : kWords) {
    for (const unsigned b : kWords) {
      EXPECT_EQ(__umulhi(a, b), static_cast<unsigned>(std::uint64_t{a} * b >> 32));
      const auto x = static_cast<int>(a);
      const auto y = static_cast<int>(b);
      EXPECT_EQ(__mulhi(x, y), static_cast<int>(std::int64_t{x} * y >> 32));
      EXPECT_EQ(__umul24(a, b), (a & 0xffffff) * (b & 0xffffff));
      EXPECT_EQ(__uhadd(a, b), static_cast<unsigned>((std::uint64_t{a} + b) / 2));
      EXPECT_EQ(__usad(a, b, 5), (a > b ? a - b : b - a) + 5);
    }
  }
  EXPECT_EQ(__mul24(-3, 5), -15);
  EXPECT_EQ(__umul64hi(~0ULL, ~0ULL), ~0ULL - 1);
  EXPECT_EQ(__mul64hi(-1, 1), -1);
  EXPECT_EQ(__hadd(-3, -2), -3);
  EXPECT_EQ(__rhadd(-3, -2), -2);
  EXPECT_EQ(__sad(-5, 7, 1), 13U);
}

TEST(IntegerIntrinsics, FunnelShift) {
  EXPECT_EQ(__funnelshift_l(0x80000000, 1, 1), 3U);
  EXPECT_EQ(__funnelshift_l(7, 9, 32), 9U);
  EXPECT_EQ(__funnelshift_lc(7, 9, 32), 7U);
  EXPECT_EQ(__funnelshift_r(2, 1, 1), 0x80000001U);
  EXPECT_EQ(__funnelshift_r(7, 9, 32), 7U);
  EXPECT_EQ(__funnelshift_rc(7, 9, 40), 9U);
}

TEST(IntegerIntrinsics, DotProducts) {
  EXPECT_EQ(__dp4a(0x01020304, 0x01010101, 10), 20);
  EXPECT_EQ(__dp4a(static_cast<int>(0xff000000), 0x02000000, 0), -2);
  EXPECT_EQ(__dp4a(0xff000000U, 0x02000000U, 0U), 510U);
  EXPECT_EQ(__dp2a_lo(0x00020001, 0x04030201, 0), 1 * 1 + 2 * 2);
  EXPECT_EQ(__dp2a_hi(0x00020001, 0x04030201, 0), 1 * 3 + 2 * 4);
}

TEST(VideoIntrinsics, WorkOnEachLane) {
  EXPECT_EQ(__vadd2(0xffff0001, 0x00010001), 0x00000002U);
  EXPECT_EQ(__vadd4(0xff01ff01, 0x01010101), 0x00020002U);
  EXPECT_EQ(__vaddus4(0xff01ff01, 0x01010101), 0xff02ff02U);
  EXPECT_EQ(__vaddss2(0x7fff8000, 0x0001ffff), 0x7fff8000U);
  EXPECT_EQ(__vmaxs2(0xffff0001, 0x00010000), 0x00010001U);
  EXPECT_EQ(__vmaxu2(0xffff0001, 0x00010000), 0xffff0001U);
  EXPECT_EQ(__vcmpgtu4(0x01020304, 0x02020202), 0x0000ffffU);
  EXPECT_EQ(__vseteq4(0x01020304, 0x01000300), 0x01000100U);
  EXPECT_EQ(__vsadu4(0x01020304, 0x00000000), 10U);
  EXPECT_EQ(__vavgs2(0xffff0001, 0x00000002), 0xffff0002U) << "-0.5 rounds to -1, 1.5 to 2";
  EXPECT_EQ(__vabsss2(0x8000ffff), 0x7fff0001U);
}

TEST(Reinterpretation, KeepsTheBits) {
  EXPECT_EQ(__float_as_int(1.0F), 0x3f800000);
  EXPECT_EQ(__int_as_float(0x40490fdb), 3.14159274F);
  EXPECT_EQ(__double2hiint(1.0), 0x3ff00000);
  EXPECT_EQ(__hiloint2double(__double2hiint(-2.5e-9), __double2loint(-2.5e-9)), -2.5e-9);
  EXPECT_EQ(__longlong_as_double(__double_as_longlong(0.1)), 0.1);
}

/// Every directed result is the exact one or its neighbour on the right side. Products of floats are exact in double.
TEST(Rounding, DirectedProductsEncloseTheExactOne) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> values(-3, 3);
  int inexact = 0;
  for (int i = 0; i < 10000; ++i) {
    const float a = values(random);
    const float b = values(random);
    const double exact = static_cast<double>(a) * b;
    const float up = __fmul_ru(a, b);
    const float down = __fmul_rd(a, b);
    ASSERT_GE(static_cast<double>(up), exact);
    ASSERT_LE(static_cast<double>(down), exact);
    ASSERT_TRUE(up == down || std::nextafter(down, kInfinity) == up);
    ASSERT_EQ(__fmul_rz(a, b), exact > 0 ? down : up);
    ASSERT_EQ(__fmul_rn(a, b), a * b);
    if (up != down) ++inexact;
  }
  EXPECT_GT(inexact, 9000);
}

TEST(Rounding, FollowsTheModeInEveryOperation) {
  const float tiny = 1e-10F;
  EXPECT_GT(__fadd_ru(1, tiny), 1);
  EXPECT_EQ(__fadd_rn(1, tiny), 1);
  EXPECT_EQ(__fadd_rd(1, tiny), 1);
  EXPECT_LT(__fsub_rz(1, tiny), 1);
  EXPECT_LT(__fdiv_rd(1, 3), __fdiv_ru(1, 3));
  EXPECT_LT(__frcp_rd(3), __frcp_ru(3));
  EXPECT_LT(__fsqrt_rd(2), __fsqrt_ru(2));
  EXPECT_LT(__fmaf_rd(1, 1, tiny), __fmaf_ru(1, 1, tiny));
  EXPECT_LT(__dadd_rd(1, 1e-30), __dadd_ru(1, 1e-30));
  EXPECT_LT(__ddiv_rz(1, 3), __ddiv_ru(1, 3));
  EXPECT_LT(__dsqrt_rd(2), __dsqrt_ru(2));
  EXPECT_LT(__drcp_rd(3), __drcp_ru(3));
  EXPECT_LT(__fma_rd(0.1, 0.1, 1), __fma_ru(0.1, 0.1, 1));
  EXPECT_LT(__double2float_rd(0.1), __double2float_ru(0.1));
  EXPECT_LT(__int2float_rd(16777217), __int2float_ru(16777217));
  EXPECT_LT(__ull2float_rz(~0ULL), __ull2float_rn(~0ULL));
  EXPECT_LT(__ll2double_rd((1LL << 53) + 1), __ll2double_ru((1LL << 53) + 1));
  EXPECT_EQ(1.0F + tiny, 1) << "the mode was restored";
  EXPECT_EQ(__frsqrt_rn(4), 0.5F);
}

TEST(Rounding, ToIntegersSaturates) {
  EXPECT_EQ(__float2int_rn(2.5F), 2);
  EXPECT_EQ(__float2int_rz(-2.7F), -2);
  EXPECT_EQ(__float2int_ru(2.1F), 3);
  EXPECT_EQ(__float2int_rd(-2.1F), -3);
  EXPECT_EQ(__float2int_rz(1e20F), std::numeric_limits<int>::max());
  EXPECT_EQ(__float2int_rz(-kInfinity), std::numeric_limits<int>::min());
  EXPECT_EQ(__float2int_rz(NAN), 0);
  EXPECT_EQ(__float2uint_rz(-1.5F), 0U);
  EXPECT_EQ(__float2uint_rz(4e9F), 4000000000U);
  EXPECT_EQ(__double2ll_rn(9.3e18), std::numeric_limits<long long>::max());
  EXPECT_EQ(__double2ull_rz(1.5e19), 15000000000000000000ULL);
  EXPECT_EQ(__double2ull_rz(1e30), ~0ULL);
}

TEST(Math, FunctionsTheCLibraryLacks) {
  EXPECT_FLOAT_EQ(rsqrtf(16), 0.25F);
  EXPECT_EQ(sinpi(1.0), 0);
  EXPECT_EQ(cospi(0.5), 0);
  EXPECT_EQ(cospi(1.0), -1);
  EXPECT_EQ(sinpi(-2.5), -1);
  EXPECT_EQ(sinpi(1e15 + 0.5), 1);
  EXPECT_DOUBLE_EQ(sinpi(0.25), std::sqrt(0.5));
  EXPECT_TRUE(std::isnan(sinpi(HUGE_VAL)));
  for (double x = -5; x < 5; x += 0.01) {
    ASSERT_NEAR(sinpi(x), std::sin(M_PI * x), 1e-14) << x;
    ASSERT_NEAR(cospi(x), std::cos(M_PI * x), 1e-14) << x;
  }
  EXPECT_DOUBLE_EQ(rcbrt(27.0), 1.0 / 3);
  EXPECT_DOUBLE_EQ(normcdf(0.0), 0.5);
  EXPECT_NEAR(normcdf(1.959963984540054), 0.975, 1e-15);
  EXPECT_NEAR(normcdfinv(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(erfinv(0.5), 0.4769362762044699, 1e-15);
  EXPECT_NEAR(erfcinv(1e-20), 6.601580622355143, 1e-13);
  EXPECT_NEAR(erfcinv(1.5), -0.4769362762044699, 1e-15);
  EXPECT_EQ(erfinv(1.0), HUGE_VAL);
  EXPECT_TRUE(std::isnan(erfinv(1.5)));
  EXPECT_NEAR(erfcx(1.0), 0.427583576155807, 1e-15);
  EXPECT_NEAR(erfcx(30.0) * 30, 0.563877, 1e-5);
  EXPECT_NEAR(erfcx(49.999999) / erfcx(50.000001), 1, 1e-7);
  EXPECT_NEAR(cyl_bessel_i0(1.0), 1.2660658777520084, 1e-14);
  EXPECT_NEAR(cyl_bessel_i1(-1.0), -0.5651591039924851, 1e-14);
  EXPECT_DOUBLE_EQ(norm3d(2.0, 3.0, 6.0), 7);
  EXPECT_DOUBLE_EQ(norm3d(2e300, 3e300, 6e300), 7e300);
  EXPECT_DOUBLE_EQ(rnorm4d(1.0, 1.0, 1.0, 1.0), 0.5);
  EXPECT_FLOAT_EQ(norm4df(1e30F, 1e30F, 1e30F, 1e30F), 2e30F);
  EXPECT_EQ(norm3d(NAN, HUGE_VAL, 0), HUGE_VAL);
  EXPECT_DOUBLE_EQ(rhypot(3.0, 4.0), 0.2);
}

TEST(Math, InversesInvert) {
  for (double y = -0.999; y < 1; y += 0.001) ASSERT_NEAR(std::erf(erfinv(y)), y, 1e-15) << y;
  for (double y = 1e-300; y < 2; y *= 3) ASSERT_NEAR(std::erfc(erfcinv(y)) / y, 1, 1e-12) << y;
}

TEST(Math, FastFunctionsApproximate) {
  EXPECT_NEAR(__sinf(1), std::sin(1.0), 1e-6);
  EXPECT_NEAR(__powf(2, 0.5F), std::sqrt(2.0), 1e-6);
  EXPECT_NEAR(__exp10f(2), 100, 1e-4);
  EXPECT_FLOAT_EQ(__fdividef(1, 4), 0.25F);
  float sine = 0;
  float cosine = 0;
  __sincosf(1, &sine, &cosine);
  EXPECT_NEAR(sine * sine + cosine * cosine, 1, 1e-6);
  EXPECT_EQ(__saturatef(2), 1);
  EXPECT_EQ(__saturatef(-2), 0);
  EXPECT_EQ(__saturatef(NAN), 0);
  EXPECT_EQ(__saturatef(0.5F), 0.5F);
}

TEST(Math, MinAndMaxConvertLikeOperators) {
  EXPECT_EQ(min(-1, 1U), 1U) << "-1 becomes the greatest unsigned";
  EXPECT_EQ(max(3, 5), 5);
  EXPECT_EQ(max(2.5F, 1.0), 2.5);
  EXPECT_EQ(min(std::size_t{3}, std::size_t{4}), 3U);
  EXPECT_EQ(max(NAN, 1.0F), 1.0F) << "a NaN counts as missing";
  static_assert(std::is_same_v<decltype(min(1, 2)), int>);
  static_assert(std::is_same_v<decltype(min(1, 2U)), unsigned>);
  static_assert(std::is_same_v<decltype(max(1.0F, 2.0F)), float>);
}

}  // namespace
