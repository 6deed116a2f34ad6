// Inline PTX: exchanges of 16 bytes, which never tear.
// COMPILE: -arch=sm_90
// CLEAN
// STDOUT: ^4096 8192, torn 0$
#include <cstdio>

struct alignas(16) Pair {
  unsigned long long low, high;
};

__device__ Pair compare_and_swap(Pair* at, Pair compare, Pair value) {
  Pair found;
  asm volatile(
      "{\n .reg .b128 c, v, d;\n mov.b128 c, {%3, %4};\n mov.b128 v, {%5, %6};\n"
      " atom.global.relaxed.gpu.cas.b128 d, [%2], c, v;\n mov.b128 {%0, %1}, d;\n}"
      : "=l"(found.low), "=l"(found.high)
      : "l"(at), "l"(compare.low), "l"(compare.high), "l"(value.low), "l"(value.high)
      : "memory");
  return found;
}
__device__ Pair exchange(Pair* at, Pair value) {
  Pair found;
  asm volatile(
      "{\n .reg .b128 v, d;\n mov.b128 v, {%3, %4};\n atom.global.exch.b128 d, [%2], v;\n mov.b128 {%0, %1}, d;\n}"
      : "=l"(found.low), "=l"(found.high)
      : "l"(at), "l"(value.low), "l"(value.high)
      : "memory");
  return found;
}

__global__ void k(Pair* sum, Pair* last, int* torn) {
  Pair expected = {0, 0};
  for (;;) {
    const Pair found = compare_and_swap(sum, expected, {expected.low + 1, expected.high + 2});
    if (found.low == expected.low && found.high == expected.high) break;
    expected = found;
  }
  const unsigned long long rank = blockIdx.x * blockDim.x + threadIdx.x;
  const Pair before = exchange(last, {rank, ~rank});
  if (before.high != ~before.low) atomicAdd(torn, 1);
}

int main() {
  Pair* pairs;
  int* torn;
  cudaMallocManaged(&pairs, 2 * sizeof(Pair));
  cudaMallocManaged(&torn, sizeof(int));
  pairs[0] = {0, 0};
  pairs[1] = {0, ~0ULL};
  *torn = 0;
  k<<<16, 256>>>(&pairs[0], &pairs[1], torn);
  cudaDeviceSynchronize();
  printf("%llu %llu, torn %d\n", pairs[0].low, pairs[0].high, *torn);
}
