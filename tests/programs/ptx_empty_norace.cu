// Inline PTX without an instruction hands on its operands, whatever registers they are in.
// CLEAN
// STDOUT: ^3 4 5 6 7$
#include <cstdio>

__global__ void k(double* to) {
  float f = threadIdx.x + 3;
  double d = threadIdx.x + 4;
  unsigned r = threadIdx.x + 5;
  unsigned long long l = threadIdx.x + 6;
  unsigned short h = threadIdx.x + 7;
  asm volatile("" : "+f"(f)::"memory");
  asm volatile("" : "+d"(d), "+r"(r)::"memory");
  asm volatile(" " : "+l"(l), "+h"(h));
  asm volatile("" ::"f"(f), "d"(d) : "memory");
  to[0] = f;
  to[1] = d;
  to[2] = r;
  to[3] = l;
  to[4] = h;
}

int main() {
  double* to;
  cudaMallocManaged(&to, 5 * sizeof(double));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  printf("%g %g %g %g %g\n", to[0], to[1], to[2], to[3], to[4]);
}
