// cvt.rs: random bits are added to what the nearer number to zero lacks, and the carry rounds away from zero; of which
// number which bits are, where subnormal numbers begin, and what is too great.
// CLEAN
// COMPILE: -arch=sm_100a
// STDOUT: ^all alike$
#include <cstdio>

__device__ int mistakes;
#define EXPECT(condition) \
  if (!(condition)) atomicAdd(&mistakes, 1), printf("line %d: %g %x\n", __LINE__, a, random)

// By their patterns, as integers.
__device__ unsigned brain(float value, unsigned random) { return (__float_as_uint(value) + (random & 0xffff)) >> 16; }
__device__ unsigned half(float value, unsigned random) {
  return ((__float_as_uint(value) & 0x7fffffff) - 0x38000000 + (random & 0x1fff)) >> 13 |
         (__float_as_uint(value) >> 16 & 0x8000);
}
__device__ unsigned eight(bool is_e4m3, float a, float b, float e, float f, unsigned random) {
  unsigned result;
  if (is_e4m3) {
    asm("cvt.rs.satfinite.e4m3x4.f32 %0, {%1, %2, %3, %4}, %5;" : "=r"(result) : "f"(a), "f"(b), "f"(e), "f"(f), "r"(random));
  } else {
    asm("cvt.rs.satfinite.e5m2x4.f32 %0, {%1, %2, %3, %4}, %5;" : "=r"(result) : "f"(a), "f"(b), "f"(e), "f"(f), "r"(random));
  }
  return result;
}
__device__ unsigned six(bool is_e2m3, float a, float b, float e, float f, unsigned random) {
  unsigned result;
  if (is_e2m3) {
    asm("cvt.rs.satfinite.e2m3x4.f32 %0, {%1, %2, %3, %4}, %5;" : "=r"(result) : "f"(a), "f"(b), "f"(e), "f"(f), "r"(random));
  } else {
    asm("cvt.rs.relu.satfinite.e3m2x4.f32 %0, {%1, %2, %3, %4}, %5;"
        : "=r"(result)
        : "f"(a), "f"(b), "f"(e), "f"(f), "r"(random));
  }
  return result;
}
__device__ unsigned four(float a, float b, float e, float f, unsigned random) {
  unsigned short result;
  asm("cvt.rs.satfinite.e2m1x4.f32 %0, {%1, %2, %3, %4}, %5;"
      : "=h"(result)
      : "f"(a), "f"(b), "f"(e), "f"(f), "r"(random));
  return result;
}

__global__ void pairs() {
  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned random = at * 2654435761u ^ at >> 3;
  const float a = ldexpf(1.0f + (at * 40503u & 0xffff) / 65536.0f + at / 8388608.0f, int(at % 28) - 13);
  const float b = -a * 1.3f / 2;
  unsigned pair;
  asm("cvt.rs.bf16x2.f32 %0, %1, %2, %3;" : "=r"(pair) : "f"(a), "f"(b), "r"(random));
  EXPECT(pair == (brain(a, random >> 16) << 16 | brain(b, random)));
  asm("cvt.rs.relu.satfinite.bf16x2.f32 %0, %1, %2, %3;" : "=r"(pair) : "f"(a), "f"(b), "r"(random));
  EXPECT(pair == brain(a, random >> 16) << 16);
  asm("cvt.rs.f16x2.f32 %0, %1, %2, %3;" : "=r"(pair) : "f"(a), "f"(b), "r"(random));
  if (a < 65504 && -b > 6.2e-5f) EXPECT(pair == (half(a, random >> 16) << 16 | half(b, random)));
}

__global__ void every_byte() {
  const unsigned random = threadIdx.x * 0x01010101u;
  // As many of 256 bytes carry as the number is 256ths of the way up.
  float a = 1.0f + 0.25f / 8;
  EXPECT(eight(true, a, -a, 2 * a, 448, random) == (threadIdx.x >= 192 ? 0x39b9417eu : 0x38b8407eu));
  a = 0x1p-9f * 1.5f;  // Between the first two subnormal numbers.
  EXPECT(eight(true, a, -a, a / 4, 0, random) ==
         (threadIdx.x >= 160 ? 0x02820100u : threadIdx.x >= 128 ? 0x02820000u : 0x01810000u));
  a = 1.0f + 0.75f / 4;
  EXPECT(eight(false, a, -a, 1, 57344, random) == (threadIdx.x >= 64 ? 0x3dbd3c7bu : 0x3cbc3c7bu));
  a = 1.0f + 0.5f / 8;
  EXPECT(six(true, a, -a, a / 2, 7.5f, random) ==
         (threadIdx.x >= 192 ? 0x0929051fu : threadIdx.x >= 128 ? 0x0929041fu : 0x0828041fu));
  a = 1.0f + 0.5f / 4;
  EXPECT(six(false, a, -a, 28, 100, random) == (threadIdx.x >= 128 ? 0x0d001f1fu : 0x0c001f1fu));
  a = 1.25f;
  EXPECT(four(a, -a, 6, 0, random) == (threadIdx.x >= 128 ? 0x3b70u : 0x2a70u));
}

__global__ void whose_bits() {
  unsigned random = 0xff000000;
  float a = 1.03f;
  EXPECT(eight(true, a, a, a, a, random) == 0x39383838u);
  EXPECT(six(true, a, a, a, a, random) == 0x09080808u);
  random = 0x00ff0000;
  EXPECT(eight(true, a, a, a, a, random) == 0x38393838u);
  random = 0x0000ff00;
  EXPECT(eight(true, a, a, a, a, random) == 0x38383938u);
  random = 0x000000ff;
  EXPECT(eight(true, a, a, a, a, random) == 0x38383839u);
  // The upper bytes of both halves are of the first two numbers.
  random = 0xff00ff00;
  EXPECT(four(a, a, a, a, random) == 0x3322u);
  random = 0x00ff00ff;
  EXPECT(four(a, a, a, a, random) == 0x2233u);
  // Beyond the greatest number.
  unsigned pair;
  random = 0x1fff;
  a = 65519;
  asm("cvt.rs.f16x2.f32 %0, %1, %1, %2;" : "=r"(pair) : "f"(a), "r"(random));
  EXPECT(pair == 0x7bff7c00u);
  asm("cvt.rs.satfinite.f16x2.f32 %0, %1, %1, %2;" : "=r"(pair) : "f"(a), "r"(random));
  EXPECT(pair == 0x7bff7bffu);
  const float infinite = 1 / __uint_as_float(0), none = __uint_as_float(0x7fc00000);
  EXPECT(eight(true, infinite, -infinite, none, 1000, random) == 0x7efe7f7eu);
  EXPECT(eight(false, infinite, -infinite, none, -1e6f, random) == 0x7bfb7ffbu);
  EXPECT(four(infinite, -infinite, none, 7, random) == 0x7f77u);
  asm("cvt.rs.bf16x2.f32 %0, %1, %2, %3;" : "=r"(pair) : "f"(none), "f"(-infinite), "r"(random));
  EXPECT(pair == 0x7fffff80u);
}

int main() {
  pairs<<<16, 64>>>();
  every_byte<<<1, 256>>>();
  whose_bits<<<1, 1>>>();
  int wrong = 0;
  cudaMemcpyFromSymbol(&wrong, mistakes, sizeof(wrong));
  if (wrong == 0) printf("all alike\n");
}
