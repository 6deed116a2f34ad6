// Inline PTX: shuffles with a bound and a predicate, votes, bit fields, and the end of a thread.
// CLEAN
// STDOUT: ^all right$
#include <stdio.h>

__global__ void warp(int* out) {
  const int lane = threadIdx.x;
  int up, guarded, all, ballot;
  asm volatile("shfl.sync.up.b32 %0, %1, %2, %3, %4;" : "=r"(up) : "r"(lane), "r"(3), "r"(0), "r"(0xffffffff));
  // Within segments of 8 lanes, whose last lanes get nothing.
  asm volatile(
      "{ .reg .s32 x; .reg .pred p;"
      "  shfl.sync.down.b32 x|p, %1, 1, %2, 0xffffffff;"
      "  @p add.s32 x, x, 100;"
      "  mov.s32 %0, x; }"
      : "=r"(guarded)
      : "r"(lane), "r"((32 - 8) << 8 | 0x1f));
  asm volatile("shfl.sync.idx.b32 %0, %1, 5, 0x1f, 0xffffffff;" : "=r"(all) : "r"(lane));
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 4; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(ballot) : "r"(lane));
  out[lane] = up;
  out[32 + lane] = guarded;
  out[64 + lane] = all;
  out[96 + lane] = ballot;
}

__global__ void bits(unsigned int* out, unsigned long long wide) {
  const unsigned int x = 0x12345678;
  unsigned int low, high;
  asm("bfe.u32 %0, %1, 8, 12;" : "=r"(out[0]) : "r"(x));
  asm("bfe.s32 %0, %1, 4, 4;" : "=r"(out[1]) : "r"(0xf0));
  asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(out[2]) : "r"(0xab), "r"(x));
  asm("prmt.b32 %0, %1, %2, 0x0347;" : "=r"(out[3]) : "r"(x), "r"(0xaabbccdd));
  asm("vshr.u32.u32.u32.clamp.add %0, %1, 4, 5;" : "=r"(out[4]) : "r"(x));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(wide));
  asm("mov.b64 %0, {%1, %2};" : "=l"(*(unsigned long long*)&out[6]) : "r"(high), "r"(low));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(out[5]) : "r"(0xcu), "r"(0xau), "r"(0x6u));  // The majority.
  asm("shl.b32 %0, %1, 32;" : "=r"(out[8]) : "r"(x));
  asm("shr.s32 %0, %1, 40;" : "=r"(out[9]) : "r"(-5));
  asm("bfind.u32 %0, %1;" : "=r"(out[10]) : "r"(0x12000));
  asm("bfind.s32 %0, %1;" : "=r"(out[11]) : "r"(-1));
  asm("bfind.s32 %0, %1;" : "=r"(out[12]) : "r"(-9));
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[13]) : "r"(0x01020304), "r"(0x04030201), "r"(5));
  asm("vabsdiff4.s32.s32.s32.add %0, %1, %2, %3;" : "=r"(out[15]) : "r"(0xff800102), "r"(0x017f0201), "r"(5));
  asm("vabsdiff.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[14]) : "r"(3), "r"(10), "r"(5));
}

__global__ void half_of_it(int* out) {
  if (threadIdx.x >= 16) asm volatile("exit;");
  __syncwarp(0xffff);
  out[blockIdx.x * 32 + threadIdx.x] = __reduce_add_sync(0xffff, 1);
}

static int wrong = 0;
#define EXPECT(condition) \
  if (!(condition)) printf("line %d is wrong\n", __LINE__), ++wrong

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 128 * sizeof(int));
  warp<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT(out[lane] == (lane < 3 ? lane : lane - 3));
    EXPECT(out[32 + lane] == (lane % 8 == 7 ? lane : lane + 101));
    EXPECT(out[64 + lane] == 5);
    EXPECT(out[96 + lane] == 15);
  }
  auto* const words = reinterpret_cast<unsigned int*>(out);
  bits<<<1, 1>>>(words, 0x1122334455667788);
  cudaDeviceSynchronize();
  EXPECT(words[0] == 0x456);
  EXPECT(words[1] == 0xffffffff);
  EXPECT(words[2] == 0x12345ab8);
  EXPECT(words[3] == 0x7812ddaa);
  EXPECT(words[4] == 0x1234567 + 5);
  EXPECT(words[5] == 0xe);
  EXPECT(words[6] == 0x11223344 && words[7] == 0x55667788);
  EXPECT(words[8] == 0 && words[9] == 0xffffffff);
  EXPECT(words[10] == 16 && words[11] == 0xffffffff && words[12] == 3);
  EXPECT(words[13] == 8 + 5 && words[14] == 7 + 5 && words[15] == 2 + 255 + 1 + 1 + 5);
  for (int i = 0; i < 96; ++i) out[i] = 0;
  half_of_it<<<3, 32>>>(out);
  cudaDeviceSynchronize();
  EXPECT(out[0] == 16 && out[79] == 16 && out[80] == 0);
  cudaFree(out);
  if (wrong == 0) printf("all right\n");
}
