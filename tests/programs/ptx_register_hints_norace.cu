// setmaxnreg and griddepcontrol change nothing that is computed; match.any and match.all as the ISA has them.
// CLEAN
// STDOUT: ^any 11111111 88888888 all 0 ffffffff 0 1$
#include <cstdio>

__global__ void __launch_bounds__(128) k(unsigned* any, unsigned* all, unsigned* same) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(40));
  const unsigned t = threadIdx.x, lane = t % 32;
  unsigned mask;
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(mask) : "r"(lane % 4));
  any[t] = mask;
  // The lanes' values differ, then they are the same.
  unsigned differ, equal, differ_holds, equal_holds;
  asm volatile(
      "{\n .reg .pred p;\n match.all.sync.b64 %0|p, %2, 0xffffffff;\n selp.u32 %1, 1, 0, p;\n}"
      : "=r"(differ), "=r"(differ_holds)
      : "l"(1ull << lane));
  asm volatile(
      "{\n .reg .pred p;\n match.all.sync.b64 %0|p, %2, 0xffffffff;\n selp.u32 %1, 1, 0, p;\n}"
      : "=r"(equal), "=r"(equal_holds)
      : "l"(1ull << (t / 32 + 40)));
  all[2 * t] = differ;
  all[2 * t + 1] = equal;
  same[2 * t] = differ_holds;
  same[2 * t + 1] = equal_holds;
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(232));
  asm volatile("griddepcontrol.launch_dependents;");
}

int main() {
  unsigned *any, *all, *same;
  cudaMallocManaged(&any, 128 * sizeof(unsigned));
  cudaMallocManaged(&all, 256 * sizeof(unsigned));
  cudaMallocManaged(&same, 256 * sizeof(unsigned));
  k<<<1, 128>>>(any, all, same);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("any %x %x all %x %x %u %u\n", any[32], any[127], all[200], all[201], same[200], same[201]);
  cudaFree(any);
  cudaFree(all);
  cudaFree(same);
}
