// Integer intrinsics, and reinterpretations between integers and floating point (CUDA Math API, Integer Intrinsics and
// Type Casting Intrinsics).
#pragma once

#include "vector_types.h"

#define FENCEPOST_INTRINSIC static inline __attribute__((always_inline, unused))

// --- Bits ------------------------------------------------------------------------------------------------------------

FENCEPOST_INTRINSIC int __popc(unsigned int x) { return __builtin_popcount(x); }
FENCEPOST_INTRINSIC int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
FENCEPOST_INTRINSIC int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x)); }
FENCEPOST_INTRINSIC int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
FENCEPOST_INTRINSIC int __ffs(int x) { return __builtin_ffs(x); }
FENCEPOST_INTRINSIC int __ffsll(long long x) { return __builtin_ffsll(x); }
FENCEPOST_INTRINSIC unsigned int __brev(unsigned int x) {
  x = (x >> 1 & 0x55555555U) | (x & 0x55555555U) << 1;
  x = (x >> 2 & 0x33333333U) | (x & 0x33333333U) << 2;
  x = (x >> 4 & 0x0f0f0f0fU) | (x & 0x0f0f0f0fU) << 4;
  return __builtin_bswap32(x);
}
FENCEPOST_INTRINSIC unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(x))) << 32 |
         __brev(static_cast<unsigned int>(x >> 32));
}
/// The position of the n-th set bit of `mask`, counted from bit `base`: upwards for offset n > 0, downwards for n < 0;
/// `base` itself for 0 if it is set. All ones if there is none.
FENCEPOST_INTRINSIC unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return (mask >> (base & 31) & 1) != 0 ? base : 0xffffffffU;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step) {
    if ((mask >> i & 1) != 0 && --left == 0) return static_cast<unsigned int>(i);
  }
  return 0xffffffffU;
}
FENCEPOST_INTRINSIC unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
FENCEPOST_INTRINSIC unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
FENCEPOST_INTRINSIC unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }
/// Of each 4 bits of the selector the lowest 3 count, other than of PTX's prmt.
FENCEPOST_INTRINSIC unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned int result = 0;
  for (unsigned int i = 0; i < 4; ++i) {
    result |= static_cast<unsigned int>(bytes >> (8 * (selector >> (4 * i) & 7)) & 0xff) << (8 * i);
  }
  return result;
}
FENCEPOST_INTRINSIC unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift) {
  return static_cast<unsigned int>(((static_cast<unsigned long long>(hi) << 32 | lo) << (shift & 31)) >> 32);
}
FENCEPOST_INTRINSIC unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift) {
  return static_cast<unsigned int>(((static_cast<unsigned long long>(hi) << 32 | lo) << (shift < 32 ? shift : 32)) >>
                                   32);
}
FENCEPOST_INTRINSIC unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(hi) << 32 | lo) >> (shift & 31));
}
FENCEPOST_INTRINSIC unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(hi) << 32 | lo) >> (shift < 32 ? shift : 32));
}

// --- Arithmetic ------------------------------------------------------------------------------------------------------

FENCEPOST_INTRINSIC int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
FENCEPOST_INTRINSIC unsigned int __umulhi(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>(static_cast<unsigned long long>(x) * y >> 32);
}
FENCEPOST_INTRINSIC long long __mul64hi(long long x, long long y) {
  __extension__ typedef __int128 Wide;
  return static_cast<long long>(static_cast<Wide>(x) * y >> 64);
}
FENCEPOST_INTRINSIC unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<unsigned long long>(static_cast<Wide>(x) * y >> 64);
}
/// The low 32 bits of the product of the low 24 bits.
FENCEPOST_INTRINSIC int __mul24(int x, int y) {
  const int a = static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8;
  const int b = static_cast<int>(static_cast<unsigned int>(y) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned int>(a) * static_cast<unsigned int>(b));
}
FENCEPOST_INTRINSIC unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffU) * (y & 0xffffffU); }
FENCEPOST_INTRINSIC int mul24(int x, int y) { return __mul24(x, y); }
FENCEPOST_INTRINSIC unsigned int umul24(unsigned int x, unsigned int y) { return __umul24(x, y); }
FENCEPOST_INTRINSIC int mulhi(int x, int y) { return __mulhi(x, y); }
FENCEPOST_INTRINSIC unsigned int umulhi(unsigned int x, unsigned int y) { return __umulhi(x, y); }
FENCEPOST_INTRINSIC long long mul64hi(long long x, long long y) { return __mul64hi(x, y); }
FENCEPOST_INTRINSIC unsigned long long umul64hi(unsigned long long x, unsigned long long y) { return __umul64hi(x, y); }
/// |x - y| + z.
FENCEPOST_INTRINSIC unsigned int __sad(int x, int y, unsigned int z) {
  return (x > y ? static_cast<unsigned int>(x) - static_cast<unsigned int>(y)
                : static_cast<unsigned int>(y) - static_cast<unsigned int>(x)) +
         z;
}
FENCEPOST_INTRINSIC unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return (x > y ? x - y : y - x) + z;
}
FENCEPOST_INTRINSIC int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
FENCEPOST_INTRINSIC int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
FENCEPOST_INTRINSIC unsigned int __uhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}
FENCEPOST_INTRINSIC unsigned int __urhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

namespace fencepost_rt {
/// Sum of products of the `Lanes` elements of a and the elements of b that start at `first_of_b`, plus c.
template <class TypeA, class TypeB, class TypeC>
FENCEPOST_INTRINSIC TypeC dot(unsigned int a, unsigned int b, TypeC c, unsigned int lanes, unsigned int first_of_b) {
  unsigned int sum = static_cast<unsigned int>(c);
  for (unsigned int i = 0; i < lanes; ++i) {
    const int x = static_cast<TypeA>(a >> (8 * sizeof(TypeA) * i));
    const int y = static_cast<TypeB>(b >> (8 * sizeof(TypeB) * (i + first_of_b)));
    sum += static_cast<unsigned int>(x * y);
  }
  return static_cast<TypeC>(sum);
}
}  // namespace fencepost_rt

FENCEPOST_INTRINSIC int __dp4a(int a, int b, int c) {
  return fencepost_rt::dot<signed char, signed char>(static_cast<unsigned int>(a), static_cast<unsigned int>(b), c, 4,
                                                     0);
}
FENCEPOST_INTRINSIC unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  return fencepost_rt::dot<unsigned char, unsigned char>(a, b, c, 4, 0);
}
FENCEPOST_INTRINSIC int __dp2a_lo(int a, int b, int c) {
  return fencepost_rt::dot<short, signed char>(static_cast<unsigned int>(a), static_cast<unsigned int>(b), c, 2, 0);
}
FENCEPOST_INTRINSIC unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  return fencepost_rt::dot<unsigned short, unsigned char>(a, b, c, 2, 0);
}
FENCEPOST_INTRINSIC int __dp2a_hi(int a, int b, int c) {
  return fencepost_rt::dot<short, signed char>(static_cast<unsigned int>(a), static_cast<unsigned int>(b), c, 2, 2);
}
FENCEPOST_INTRINSIC unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  return fencepost_rt::dot<unsigned short, unsigned char>(a, b, c, 2, 2);
}

// --- Reinterpretation ------------------------------------------------------------------------------------------------

namespace fencepost_rt {
template <class To, class From>
FENCEPOST_INTRINSIC To reinterpret(From from) {
  static_assert(sizeof(To) == sizeof(From), "reinterpretation keeps the size");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
}  // namespace fencepost_rt

FENCEPOST_INTRINSIC int __float_as_int(float x) { return fencepost_rt::reinterpret<int>(x); }
FENCEPOST_INTRINSIC unsigned int __float_as_uint(float x) { return fencepost_rt::reinterpret<unsigned int>(x); }
FENCEPOST_INTRINSIC float __int_as_float(int x) { return fencepost_rt::reinterpret<float>(x); }
FENCEPOST_INTRINSIC float __uint_as_float(unsigned int x) { return fencepost_rt::reinterpret<float>(x); }
FENCEPOST_INTRINSIC long long __double_as_longlong(double x) { return fencepost_rt::reinterpret<long long>(x); }
FENCEPOST_INTRINSIC double __longlong_as_double(long long x) { return fencepost_rt::reinterpret<double>(x); }
FENCEPOST_INTRINSIC int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
FENCEPOST_INTRINSIC int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x) & 0xffffffffLL); }
FENCEPOST_INTRINSIC double __hiloint2double(int hi, int lo) {
  return __longlong_as_double(static_cast<long long>(
      static_cast<unsigned long long>(static_cast<unsigned int>(hi)) << 32 | static_cast<unsigned int>(lo)));
}

// The products of vectors.
FENCEPOST_INTRINSIC int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(fencepost_rt::reinterpret<int>(a), fencepost_rt::reinterpret<int>(b), c);
}
FENCEPOST_INTRINSIC unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return __dp4a(fencepost_rt::reinterpret<unsigned int>(a), fencepost_rt::reinterpret<unsigned int>(b), c);
}
FENCEPOST_INTRINSIC int __dp2a_lo(short2 a, char4 b, int c) {
  return __dp2a_lo(fencepost_rt::reinterpret<int>(a), fencepost_rt::reinterpret<int>(b), c);
}
FENCEPOST_INTRINSIC unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
  return __dp2a_lo(fencepost_rt::reinterpret<unsigned int>(a), fencepost_rt::reinterpret<unsigned int>(b), c);
}
FENCEPOST_INTRINSIC int __dp2a_hi(short2 a, char4 b, int c) {
  return __dp2a_hi(fencepost_rt::reinterpret<int>(a), fencepost_rt::reinterpret<int>(b), c);
}
FENCEPOST_INTRINSIC unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
  return __dp2a_hi(fencepost_rt::reinterpret<unsigned int>(a), fencepost_rt::reinterpret<unsigned int>(b), c);
}

#include "fencepost_dpx.h"
#include "fencepost_video.h"

#undef FENCEPOST_INTRINSIC
