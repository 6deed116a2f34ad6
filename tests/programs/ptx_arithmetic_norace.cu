// Arithmetic in inline PTX, with results that the PTX ISA gives: floats and their modifiers, half and bfloat16,
// comparisons, conversions, integers with carry, bits, reductions of warps.
// CLEAN
// STDOUT: ^0 wrong of 126$
#include <cstdio>

struct Tally {
  int wrong, all;
};

__device__ void count(Tally* tally, bool right, int line) {
  ++tally->all;
  if (right) return;
  ++tally->wrong;
  printf("line %d\n", line);
}
#define EXPECT(condition) count(tally, condition, __LINE__)

#define F1(text, a) ([](float x) { float r; asm volatile(text " %0, %1;" : "=f"(r) : "f"(x)); return r; }(a))
#define F2(text, a, b) \
  ([](float x, float y) { float r; asm volatile(text " %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); return r; }(a, b))
#define F3(text, a, b, c)                                                             \
  ([](float x, float y, float z) {                                                    \
    float r;                                                                          \
    asm volatile(text " %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));         \
    return r;                                                                         \
  }(a, b, c))
#define D2(text, a, b) \
  ([](double x, double y) { double r; asm volatile(text " %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y)); return r; }(a, b))
#define I1(text, a) \
  ([](unsigned x) { unsigned r; asm volatile(text " %0, %1;" : "=r"(r) : "r"(x)); return r; }(a))
#define I2(text, a, b)                                                     \
  ([](unsigned x, unsigned y) {                                            \
    unsigned r;                                                            \
    asm volatile(text " %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));          \
    return r;                                                              \
  }(a, b))
#define I3(text, a, b, c)                                                          \
  ([](unsigned x, unsigned y, unsigned z) {                                        \
    unsigned r;                                                                    \
    asm volatile(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));      \
    return r;                                                                      \
  }(a, b, c))
#define CVT_IF(text, a) ([](float x) { int r; asm volatile(text " %0, %1;" : "=r"(r) : "f"(x)); return r; }(a))
#define CVT_FI(text, a) ([](int x) { float r; asm volatile(text " %0, %1;" : "=f"(r) : "r"(x)); return r; }(a))
#define H1(text, a) \
  ([](unsigned short x) { unsigned short r; asm volatile(text " %0, %1;" : "=h"(r) : "h"(x)); return r; }(a))
#define H2(text, a, b)                                                   \
  ([](unsigned short x, unsigned short y) {                              \
    unsigned short r;                                                    \
    asm volatile(text " %0, %1, %2;" : "=h"(r) : "h"(x), "h"(y));        \
    return r;                                                            \
  }(a, b))

__device__ void floats(Tally* tally) {
  const float tiny = __int_as_float(3), nan = __int_as_float(0x7fc00000), one = 1.0F;
  EXPECT(F2("add.f32", 1.5F, 2.25F) == 3.75F);
  EXPECT(F2("add.rz.f32", one, 0x1.8p-24F) == one);
  EXPECT(F2("add.rp.f32", one, 0x1p-30F) == 0x1.000002p0F);
  EXPECT(F2("add.ftz.f32", tiny, tiny) == 0);
  EXPECT(F2("add.f32", tiny, tiny) == __int_as_float(6));
  EXPECT(F2("add.sat.f32", 0.75F, 0.5F) == 1);
  EXPECT(F2("sub.sat.f32", 0.25F, 0.5F) == 0);
  EXPECT(F2("sub.rm.f32", one, 0x1p-30F) == 0x1.fffffep-1F);
  EXPECT(F2("mul.ftz.f32", 0x1p-100F, 0x1p-40F) == 0);
  EXPECT(F2("mul.rz.f32", 0x1.000002p0F, 0x1.000002p0F) == 0x1.000004p0F);
  EXPECT(F3("fma.rn.f32", 3.0F, 5.0F, 0.5F) == 15.5F);
  EXPECT(F3("fma.rz.f32", 0x1.000002p0F, 0x1.000002p0F, 0.0F) == 0x1.000004p0F);
  EXPECT(F3("fma.rn.ftz.sat.f32", 3.0F, 5.0F, 0.5F) == 1);
  EXPECT(F3("mad.rn.f32", 3.0F, 5.0F, 0.5F) == 15.5F);
  EXPECT(F2("div.rn.f32", 1.0F, 3.0F) == 1.0F / 3);
  EXPECT(F2("div.approx.f32", 6.0F, 3.0F) == 2);
  EXPECT(F2("div.full.ftz.f32", 6.0F, 3.0F) == 2);
  EXPECT(F1("rcp.approx.ftz.f32", 4.0F) == 0.25F);
  EXPECT(F1("rcp.rn.f32", 3.0F) == 1.0F / 3);
  EXPECT(F1("sqrt.approx.f32", 9.0F) == 3);
  EXPECT(F1("sqrt.rn.f32", 2.0F) == 0x1.6a09e6p0F);
  EXPECT(F1("rsqrt.approx.f32", 16.0F) == 0.25F);
  EXPECT(F1("ex2.approx.ftz.f32", 5.0F) == 32);
  EXPECT(F1("lg2.approx.f32", 1024.0F) == 10);
  EXPECT(F1("sin.approx.f32", 0.0F) == 0);
  EXPECT(F1("cos.approx.f32", 0.0F) == 1);
  EXPECT(F1("tanh.approx.f32", 0.0F) == 0);
  EXPECT(F1("abs.f32", -2.0F) == 2);
  EXPECT(F1("neg.ftz.f32", 2.0F) == -2);
  EXPECT(F2("min.f32", 2.0F, nan) == 2);
  EXPECT(isnan(F2("min.NaN.f32", 2.0F, nan)));
  EXPECT(F2("max.f32", 2.0F, 3.0F) == 3);
  EXPECT(__float_as_int(F2("max.f32", -0.0F, 0.0F)) == 0);
  EXPECT(F2("max.xorsign.abs.f32", -2.0F, 3.0F) == -3);
  EXPECT(F2("copysign.f32", -2.0F, 3.0F) == -3);
  EXPECT(D2("add.rp.f64", 1.0, 0x1p-80) == 0x1.0000000000001p0);
  EXPECT(D2("mul.rn.f64", 1.5, 3.0) == 4.5);
  EXPECT(D2("div.rn.f64", 1.0, 3.0) == 1.0 / 3);
  EXPECT(D2("max.f64", 1.0, 3.0) == 3);
}

__device__ bool predicate_of(float a, float b, int which) {
  int r = 0;
  if (which == 0) asm("{.reg .pred p; setp.ltu.f32 p, %1, %2; selp.s32 %0, 1, 0, p;}" : "=r"(r) : "f"(a), "f"(b));
  if (which == 1) asm("{.reg .pred p; setp.neu.f32 p, %1, %2; selp.s32 %0, 1, 0, p;}" : "=r"(r) : "f"(a), "f"(b));
  if (which == 2) asm("{.reg .pred p; setp.ne.f32 p, %1, %2; selp.s32 %0, 1, 0, p;}" : "=r"(r) : "f"(a), "f"(b));
  if (which == 3) asm("{.reg .pred p; setp.num.f32 p, %1, %2; selp.s32 %0, 1, 0, p;}" : "=r"(r) : "f"(a), "f"(b));
  if (which == 4)
    asm("{.reg .pred p, q; setp.lt.f32 p|q, %1, %2; selp.s32 %0, 1, 0, q;}" : "=r"(r) : "f"(a), "f"(b));
  if (which == 5)
    asm("{.reg .pred p, q; setp.lt.f32 q, %1, %2; setp.eq.or.f32 p, %1, %2, !q; selp.s32 %0, 1, 0, p;}"
        : "=r"(r)
        : "f"(a), "f"(b));
  if (which == 6) asm("{.reg .pred p; testp.infinite.f32 p, %1; selp.s32 %0, 1, 0, p;}" : "=r"(r) : "f"(a));
  return r != 0;
}

__device__ void comparisons(Tally* tally) {
  const float nan = __int_as_float(0x7fc00000), infinity = __int_as_float(0x7f800000);
  EXPECT(predicate_of(nan, 1, 0));
  EXPECT(!predicate_of(2, 1, 0));
  EXPECT(predicate_of(nan, 1, 1));
  EXPECT(!predicate_of(nan, 1, 2));
  EXPECT(predicate_of(2, 1, 2));
  EXPECT(predicate_of(2, 1, 3));
  EXPECT(!predicate_of(2, nan, 3));
  EXPECT(predicate_of(2, 1, 4));
  EXPECT(!predicate_of(1, 2, 4));
  EXPECT(predicate_of(2, 1, 5));
  EXPECT(!predicate_of(1, 2, 5));
  EXPECT(predicate_of(infinity, 0, 6));
  EXPECT(I2("set.lt.u32.u32", 1, 2) == ~0U);
  EXPECT(I2("set.hs.u32.u32", 1, 2) == 0);
  EXPECT(I3("slct.s32.s32", 5, 6, ~0U) == 6);
}

__device__ void conversions(Tally* tally) {
  const float nan = __int_as_float(0x7fc00000);
  EXPECT(CVT_IF("cvt.rni.s32.f32", 2.5F) == 2);
  EXPECT(CVT_IF("cvt.rpi.s32.f32", 2.1F) == 3);
  EXPECT(CVT_IF("cvt.rmi.s32.f32", -2.1F) == -3);
  EXPECT(CVT_IF("cvt.rzi.s32.f32", -2.9F) == -2);
  EXPECT(CVT_IF("cvt.rzi.s32.f32", 1e20F) == 0x7fffffff);
  EXPECT(CVT_IF("cvt.rzi.u32.f32", -5.0F) == 0);
  EXPECT(CVT_IF("cvt.rzi.s32.f32", nan) == 0);
  EXPECT(CVT_IF("cvt.rzi.u8.f32", 300.0F) == 255);
  EXPECT(CVT_FI("cvt.rn.f32.s32", -7) == -7);
  EXPECT(CVT_FI("cvt.rz.f32.u32", -1) == 0x1.fffffep31F);
  EXPECT(CVT_FI("cvt.rp.f32.s32", 0x7fffffff) == 0x1p31F);
  EXPECT(F1("cvt.rmi.f32.f32", -2.1F) == -3);
  EXPECT(F1("cvt.sat.f32.f32", 7.0F) == 1);
  EXPECT(__int_as_float(CVT_IF("cvt.rna.tf32.f32", 0x1.001p0F)) == 1);
  EXPECT(__int_as_float(CVT_IF("cvt.rna.tf32.f32", 0x1.002p0F)) == 0x1.004p0F);
  EXPECT(I1("cvt.s32.s8", 0xff) == ~0U);
  EXPECT(I1("cvt.sat.s8.s32", 300) == 127);
  EXPECT(I1("cvt.sat.u8.s32", ~0U) == 0);
  unsigned pair = 0;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(2.0F), "f"(1.0F));
  EXPECT(pair == 0x40003c00U);
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(2.0F), "f"(1.0F));
  EXPECT(pair == 0x40003f80U);
  asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(-2.0F), "f"(1.0F));
  EXPECT(pair == 0x00003c00U);
  unsigned short small = 0;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(small) : "f"(1000.0F), "f"(-1.0F));
  EXPECT(small == 0x7eb8);
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(pair) : "h"(small));
  EXPECT(pair == 0x5f00bc00U);
  float wide = 0;
  asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"((unsigned short)0xc000));
  EXPECT(wide == -2);
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(small) : "f"(0x1.fffffep0F));
  EXPECT(small == 0x3fff);
  asm("cvt.rni.s32.f16 %0, %1;" : "=r"(pair) : "h"((unsigned short)0x4100));
  EXPECT(pair == 2);
  EXPECT(I3("cvt.pack.sat.u8.s32.b32", 300, ~0U, 0x1234) == 0x1234ff00U);
}

__device__ void halves(Tally* tally) {
  EXPECT(H2("add.f16", 0x3c00, 0x3c00) == 0x4000);
  EXPECT(H2("sub.bf16", 0x3f80, 0x4000) == 0xbf80);
  EXPECT(H2("mul.f16", 0x4200, 0xc000) == 0xc600);
  EXPECT(H2("min.f16", 0x4200, 0x7e00) == 0x4200);
  EXPECT(H2("max.NaN.f16", 0x4200, 0x7e00) == 0x7fff);
  EXPECT(H1("neg.f16", 0x4200) == 0xc200);
  EXPECT(H1("abs.bf16", 0xc000) == 0x4000);
  EXPECT(H1("ex2.approx.f16", 0x4000) == 0x4400);
  EXPECT(I2("add.f16x2", 0x3c004000, 0x3c003c00) == 0x40004200);
  EXPECT(I2("mul.bf16x2", 0x40004000, 0x3f80c000) == 0x4000c080);
  EXPECT(I3("fma.rn.f16x2", 0x40004000, 0x40003c00, 0x3c00bc00) == 0x45003c00);
  EXPECT(I3("fma.rn.relu.f16x2", 0x4000c000, 0x40003c00, 0x3c00bc00) == 0x45000000);
}

__device__ void integers(Tally* tally) {
  EXPECT(I2("add.sat.s32", 0x7fffffff, 5) == 0x7fffffff);
  EXPECT(I2("mul.hi.u32", 0x80000000, 6) == 3);
  EXPECT(I2("mul.hi.s32", ~0U, 2) == ~0U);
  EXPECT(I3("mad.hi.u32", 0x80000000, 6, 4) == 7);
  EXPECT(I3("mad.lo.s32", 3, 4, 5) == 17);
  unsigned long long wide = 0;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(~0U), "r"(2));
  EXPECT(wide == 0x1fffffffeULL);
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(wide) : "r"(-3), "r"(2), "l"(10LL));
  EXPECT(wide == 4);
  EXPECT(I2("mul24.lo.s32", 0xffffff, 5) == (unsigned)-5);
  EXPECT(I2("div.s32", (unsigned)-7, 2) == (unsigned)-3);
  EXPECT(I2("rem.s32", (unsigned)-7, 2) == (unsigned)-1);
  EXPECT(I1("abs.s32", (unsigned)-7) == 7);
  EXPECT(I3("sad.s32", (unsigned)-7, 2, 1) == 10);
  EXPECT(I2("min.s32", (unsigned)-7, 2) == (unsigned)-7);
  EXPECT(I3("dp4a.s32.s32", 0xff02fe03, 0x01020304, 100) == 100 - 1 + 4 - 6 + 12);
  EXPECT(I3("dp4a.u32.u32", 0xff02fe03, 0x01020304, 100) == 100 + 255 + 4 + 762 + 12);
  EXPECT(I3("dp2a.lo.s32.s32", 0xffff0002, 0x01020304, 100) == 100 + 8 - 3);
  EXPECT(I3("prmt.b32.rc16", 0x44332211, 0x88776655, 1) == 0x44334433);
  EXPECT(I3("shf.l.wrap.b32", 0x80000001, 0x00000001, 4) == 0x18);
  EXPECT(I3("shf.r.clamp.b32", 0x80000001, 0x00000001, 40) == 1);
  EXPECT(I1("cnot.b32", 0) == 1);
  EXPECT(I2("bmsk.clamp.b32", 4, 8) == 0xff0);
  EXPECT(I2("szext.wrap.s32", 0xff, 8) == ~0U);
  EXPECT(I1("bfind.shiftamt.u32", 0x100) == 23);
  unsigned low = 0, high = 0;
  asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;" : "=r"(low), "=r"(high) : "r"(~0U), "r"(2), "r"(3), "r"(4));
  EXPECT(low == 1 && high == 8);
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(low) : "r"(1), "r"(2));
  asm volatile("subc.u32 %0, %1, %2;" : "=r"(high) : "r"(9), "r"(4));
  EXPECT(low == ~0U && high == 4);
  asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, 0;"
      : "=r"(low), "=r"(high)
      : "r"(~0U), "r"(~0U), "r"(~0U));
  EXPECT(low == 0 && high == ~0U);
}

__device__ void warps(Tally* tally) {
  const unsigned lane = threadIdx.x % 32;
  EXPECT(I2("redux.sync.add.u32", lane, ~0U) == 496);
  EXPECT(I2("redux.sync.max.s32", lane - 10, ~0U) == 21);
  EXPECT(I2("redux.sync.xor.b32", 1U << lane, ~0U) == ~0U);
  int leader = 0;
  asm volatile("{.reg .pred p; elect.sync _|p, %1; selp.s32 %0, 1, 0, p;}" : "=r"(leader) : "r"(~0U));
  EXPECT(leader == (lane == 0));
  unsigned alike = 0;
  asm volatile("{.reg .pred p; match.all.sync.b32 %0|p, %1, %2;}" : "=r"(alike) : "r"(7), "r"(~0U));
  EXPECT(alike == ~0U);
  unsigned active = 0;
  asm volatile("activemask.b32 %0;" : "=r"(active));
  EXPECT((active >> lane & 1) == 1);
  unsigned ones = 0;
  asm volatile("{.reg .pred p; setp.lt.u32 p, %1, 7; bar.red.popc.u32 %0, 0, p;}" : "=r"(ones) : "r"(lane));
  EXPECT(ones == 7);
}

__global__ void k(Tally* tallies) {
  Tally own{};
  floats(&own);
  comparisons(&own);
  conversions(&own);
  halves(&own);
  integers(&own);
  warps(&own);
  tallies[threadIdx.x] = own;
}

int main() {
  Tally* tallies;
  cudaMallocManaged(&tallies, 32 * sizeof(Tally));
  k<<<1, 32>>>(tallies);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 32; ++i) wrong += tallies[i].wrong;
  printf("%d wrong of %d\n", wrong, tallies[0].all);
}
