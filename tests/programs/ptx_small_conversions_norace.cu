// Conversions of numbers of 6 and 4 bits, and of scale factors, in asm: the values that cuda_fp6.h, cuda_fp4.h and
// cuda_fp8.h have, for numbers of every size.
// CLEAN
// STDOUT: ^all alike$
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cstdio>

__device__ int mistakes;
#define EXPECT(condition) \
  if (!(condition)) atomicAdd(&mistakes, 1), printf("line %d: %g %g\n", __LINE__, a, b)

__device__ unsigned halves(unsigned short bits, bool is_e2m3) {
  unsigned pair;
  if (is_e2m3) {
    asm("cvt.rn.f16x2.e2m3x2 %0, %1;" : "=r"(pair) : "h"(bits));
  } else {
    asm("cvt.rn.f16x2.e3m2x2 %0, %1;" : "=r"(pair) : "h"(bits));
  }
  return pair;
}
__device__ unsigned bits_of(__half2_raw halves) { return halves.x | unsigned(halves.y) << 16; }

__global__ void k() {
  // The second number is the lower one.
  const float scale = exp2f(float(int(threadIdx.x) - 16));
  const float a = (1.0f + blockIdx.x / 16.0f) * scale, b = -(1.75f + blockIdx.x / 64.0f) * scale;
  unsigned short six, scales;
  asm("cvt.rn.satfinite.e2m3x2.f32 %0, %1, %2;" : "=h"(six) : "f"(b), "f"(a));
  EXPECT(six == __nv_cvt_float2_to_fp6x2({a, b}, __NV_E2M3, cudaRoundNearest));
  EXPECT(halves(six, true) == bits_of(__nv_cvt_fp6x2_to_halfraw2(six, __NV_E2M3)));
  asm("cvt.rn.satfinite.e3m2x2.f32 %0, %1, %2;" : "=h"(six) : "f"(b), "f"(a));
  EXPECT(six == __nv_cvt_float2_to_fp6x2({a, b}, __NV_E3M2, cudaRoundNearest));
  EXPECT(halves(six, false) == bits_of(__nv_cvt_fp6x2_to_halfraw2(six, __NV_E3M2)));
  asm("cvt.rn.satfinite.relu.e3m2x2.f32 %0, %1, %2;" : "=h"(six) : "f"(b), "f"(a));
  EXPECT(six == __nv_cvt_float2_to_fp6x2({a, 0}, __NV_E3M2, cudaRoundNearest));
  unsigned four;
  asm("{\n .reg .b8 byte;\n cvt.rn.satfinite.e2m1x2.f32 byte, %1, %2;\n mov.b32 %0, {byte, byte, byte, byte};\n}"
      : "=r"(four)
      : "f"(b), "f"(a));
  EXPECT(four == 0x01010101u * __nv_cvt_float2_to_fp4x2({a, b}, __NV_E2M1, cudaRoundNearest));
  unsigned pair;
  asm("{\n .reg .b8 byte, other;\n .reg .b16 low;\n cvt.u16.u32 low, %1;\n mov.b16 {byte, other}, low;\n"
      " cvt.rn.f16x2.e2m1x2 %0, byte;\n}"
      : "=r"(pair)
      : "r"(four));
  EXPECT(pair == bits_of(__nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t(four & 0xff), __NV_E2M1)));
  asm("cvt.rz.satfinite.ue8m0x2.f32 %0, %1, %2;" : "=h"(scales) : "f"(b), "f"(a));
  EXPECT(scales == __nv_cvt_float2_to_e8m0x2({a, b}, __NV_SATFINITE, cudaRoundZero));
  asm("cvt.rp.satfinite.ue8m0x2.f32 %0, %1, %2;" : "=h"(scales) : "f"(b), "f"(a));
  EXPECT(scales == __nv_cvt_float2_to_e8m0x2({a, b}, __NV_SATFINITE, cudaRoundPosInf));
  asm("cvt.rn.bf16x2.ue8m0x2 %0, %1;" : "=r"(pair) : "h"(scales));
  const __nv_bfloat162_raw brains = __nv_cvt_e8m0x2_to_bf162raw(scales);
  EXPECT(pair == (brains.x | unsigned(brains.y) << 16));
}

int main() {
  k<<<16, 32>>>();
  int found = -1;
  cudaMemcpyFromSymbol(&found, mistakes, sizeof found);
  puts(found == 0 ? "all alike" : "not alike");
}
