// Assembly of the host's, x86-64's: a letter between `%` and an operand's number or name says which part of it.
// CLEAN
// STDOUT: ^120 5678 12345678 7$
#include <cstdio>

int low_byte(unsigned x) {
  int result;
  asm("movzbl %b1, %0" : "=r"(result) : "r"(x));
  return result;
}

int low_word(unsigned x) {
  int result;
  asm("movzwl %w[from], %k[to]" : [to] "=r"(result) : [from] "r"(x));
  return result;
}

// Eigen asks `cpuid` so.
long whole(unsigned x) {
  long result = 0;
  asm("mov{l}\t{%k1, %k0|%k0, %k1}; xchg{q}\t{%%}rbx, %q0; xchg{q}\t{%%}rbx, %q0" : "+r"(result) : "r"(x) : "memory");
  return result;
}

__global__ void lane(unsigned* to) {
  unsigned lane = 0;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  if (lane == 7) *to = lane;
}

int main() {
  unsigned* to;
  cudaMallocManaged(&to, sizeof(*to));
  lane<<<1, 32>>>(to);
  cudaDeviceSynchronize();
  printf("%d %x %lx %u\n", low_byte(0x12345678u), low_word(0x12345678u), whole(0x12345678u), *to);
  cudaFree(to);
}
