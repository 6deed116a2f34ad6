// Inline PTX: set of halves, and of pairs, whose halves are set each for itself.
// COMPILE: -arch=sm_90
// CLEAN
// STDOUT: ^ffff 3c00 ffff0000 3c00 3c00$
#include <cstdio>

__global__ void k(unsigned* o) {
  unsigned a = 0x3c004000u, b = 0x40003c00u;  // (2, 1), (1, 2)
  asm("set.gt.u32.f16x2 %0, %1, %2;" : "=r"(o[0]) : "r"(a), "r"(b));
  asm("set.gtu.f16x2.f16x2 %0, %1, %2;" : "=r"(o[1]) : "r"(a), "r"(b));
  asm("set.le.u32.bf16x2 %0, %1, %2;" : "=r"(o[2]) : "r"(a), "r"(b));
  unsigned short h;
  asm("set.lt.f16.f16 %0, %1, %2;" : "=h"(h) : "h"((unsigned short)0x3c00), "h"((unsigned short)0x4000));
  o[3] = h;
  asm("set.lt.f16.f32 %0, %1, %2;" : "=h"(h) : "f"(1.f), "f"(2.f));
  o[4] = h;
}
int main() {
  unsigned* o;
  cudaMallocManaged(&o, 64);
  k<<<1, 1>>>(o);
  cudaDeviceSynchronize();
  printf("%x %x %x %x %x\n", o[0], o[1], o[2], o[3], o[4]);
}
