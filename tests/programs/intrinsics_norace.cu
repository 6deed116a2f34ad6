// DPX intrinsics, dot products of vectors, aligned vector types, bits of 64-bit words, in kernels.
// CLEAN
// STDOUT: ^0 wrong$
#include <cstdio>

__device__ int wrong;
#define EXPECT(condition)              \
  do {                                 \
    if (!(condition)) {                \
      atomicAdd(&wrong, 1);            \
      printf("line %d\n", __LINE__);   \
    }                                  \
  } while (false)

__global__ void k(int minus, long long* words) {
  EXPECT(__vimax3_s32(minus, 3, 2) == 3 && __vimin3_s32(minus, 3, 2) == minus);
  EXPECT(__vimax3_u32(minus, 3, 2) == (unsigned)minus && __vimin3_s32_relu(minus, 3, 2) == 0);
  EXPECT(__vimax3_s16x2(0xffff0001, 0x0002fffe, 0x00010000) == 0x00020001);
  EXPECT(__vimin3_u16x2(0xffff0001, 0x0002fffe, 0x00030002) == 0x00020001);
  EXPECT(__viaddmax_s32(0x7fffffff, 1, 0) == 0 && __viaddmin_s32_relu(minus, 3, 7) == 0);
  EXPECT(__viaddmax_s16x2(0x7fff0001, 0x00010001, 0x00050001) == 0x00050002);
  EXPECT(__viaddmin_u16x2(0xffff0001, 0x00020001, 0x00050005) == 0x00010002);
  EXPECT(__vimax_s16x2_relu(0xffff0005, 0xfffefffe) == 5 && __vimin_s32_relu(4, 9) == 4);
  bool first, high, low;
  EXPECT(__vibmax_s32(minus, 3, &first) == 3 && !first && __vibmin_u32(3, 3, &first) == 3 && first);
  EXPECT(__vibmax_s16x2(0x0005fffe, 0x0004fffd, &high, &low) == 0x0005fffe && high && low);
  EXPECT(__vibmin_u16x2(0x0005fffe, 0x0004fffd, &high, &low) == 0x0004fffd && !high && !low);

  EXPECT(__dp4a(make_char4(-1, 2, 3, 4), make_char4(5, 6, 7, 8), 10) == 10 - 5 + 12 + 21 + 32);
  EXPECT(__dp2a_hi(make_ushort2(300, 2), make_uchar4(0, 0, 3, 200), 1u) == 1 + 900 + 400);
  EXPECT(__nv_bswap32(0x01020304) == 0x04030201 && __nv_bswap16(0x0102) == 0x0201);
  EXPECT(__fmaf_ieee_rz(0.5f, 0.5f, 1.0f) == 1.25f);

  const double4_32a v = make_double4_32a(1, 2, 3, 4);
  EXPECT(v.w == 4 && alignof(double4_32a) == 32 && alignof(longlong4_16a) == 16 && sizeof(ulong4_32a) == 32);

  // Each thread clears a bit of one word, sets one of another and flips one of a third.
  atomicAnd(&words[0], ~(1LL << threadIdx.x));
  atomicOr(&words[1], 1LL << threadIdx.x);
  atomicXor_block(&words[2], 1LL << threadIdx.x);
  __barrier_sync(3);
  EXPECT(words[0] == ~0xffffffffLL && words[1] == 0xffffffff && words[2] == 0xffffffff);
}

int main() {
  long long* words;
  cudaMallocManaged(&words, 3 * sizeof(long long));
  words[0] = -1;
  words[1] = words[2] = 0;
  k<<<1, 32>>>(-5, words);
  cudaDeviceSynchronize();
  int result;
  cudaMemcpyFromSymbol(&result, wrong, sizeof result);
  printf("%d wrong\n", result);
}
