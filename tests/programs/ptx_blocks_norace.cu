// A block of PTX whose registers several asm statements of a function share.
// CLEAN
// STDOUT: ^7 3 250 100 16 1 5 9$
#include <cstdio>

constexpr unsigned kModulus = 251;

// As modular arithmetic is written: one statement opens the block, the last one closes it.
__device__ unsigned subtract(unsigned a, unsigned b) {
  asm("{");
  asm(".reg.pred %borrow;");
  asm("setp.lt.u32 %borrow, %0, %1;" ::"r"(a), "r"(b));
  asm("sub.u32 %0, %0, %1;" : "+r"(a) : "r"(b));
  asm("@%borrow add.u32 %0, %0, %1;" : "+r"(a) : "r"(kModulus));
  asm("}");
  return a;
}

__device__ unsigned power_of_two(unsigned times) {
  unsigned value = 1, reduced;
  asm("{ .reg.pred %large;");
  for (unsigned i = 0; i < times; ++i) {
    asm("add.u32 %0, %0, %0;" : "+r"(value));
    asm("sub.u32 %0, %1, %2; setp.ge.u32 %large, %1, %2;" : "=r"(reduced) : "r"(value), "r"(kModulus));
    asm("@%large mov.b32 %0, %1;" : "+r"(value) : "r"(reduced));
  }
  asm("}");
  return value;
}

// Blocks in blocks, of one name.
__device__ void nest(unsigned* out) {
  unsigned first, inner, last;
  asm volatile("{ .reg .u32 t; mov.u32 t, 5; mov.u32 %0, 1;" : "=r"(first));
  asm volatile("{ .reg .u32 t; mov.u32 t, 9; { .reg .u32 t; mov.u32 t, 4; }");
  asm volatile("mov.u32 %0, t; }" : "=r"(inner));
  asm volatile("mov.u32 %0, t; }" : "=r"(last));
  out[0] = first;
  out[1] = last;
  out[2] = inner;
}

__global__ void compute(unsigned* out) {
  out[0] = subtract(10, 3);
  out[1] = subtract(3, 0);
  out[2] = subtract(2, 3);
  out[3] = subtract(50, 201);
  out[4] = power_of_two(4 + 50);  // 2^50 is 1 modulo 251.
  nest(out + 5);
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 8 * sizeof(unsigned));
  compute<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) std::printf(i == 7 ? "%u\n" : "%u ", out[i]);
  cudaFree(out);
}
