// A constant operand may be part of an instruction's name, of a type and of a label: its digits stand there. In the
// place of an operand it is one as ever.
// CLEAN
// STDOUT: ^44 200 16 42$
#include <cstdio>

template <int BITS>
__device__ unsigned sum(unsigned a, unsigned b) {
  unsigned result;
  asm("{ .reg .u%3 t; add.u%3 t, %1, %2; cvt.u32.u%3 %0, t; }" : "=r"(result) : "r"(a), "r"(b), "n"(BITS));
  return result;
}

template <int COUNT>
__device__ int loaded(const int* from) {
  int first, second;
  asm volatile("ld.global.v%3.s32 {%0, %1}, [%2 + %4];" : "=r"(first), "=r"(second) : "l"(from), "n"(COUNT), "n"(8));
  return first + second;
}

template <int NAME>
__device__ int doubled_to_32(int value) {
  asm volatile(
      "{ .reg .pred p;\n"
      "AGAIN_%1: add.s32 %0, %0, %0;\n"
      "setp.lt.s32 p, %0, %2;\n"
      "@p bra AGAIN_%1; }"
      : "+r"(value)
      : "n"(NAME), "n"(32));
  return value;
}

__global__ void kernel(const int* in, int* out) {
  out[0] = sum<32>(40, 4);
  out[1] = sum<32>(150, 50);
  out[2] = loaded<2>(in);
  out[3] = doubled_to_32<1>(21) + doubled_to_32<2>(8) - 32;
}

int main() {
  int *numbers, *results;
  cudaMallocManaged(&numbers, 4 * sizeof(int));
  cudaMallocManaged(&results, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) numbers[i] = 3 * i + (i == 3 ? 1 : 0);
  kernel<<<1, 1>>>(numbers, results);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i) printf(i == 3 ? "%d\n" : "%d ", results[i]);
}
