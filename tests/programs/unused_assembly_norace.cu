// A template with an asm statement that lacks an operand, which nobody uses.
// CLEAN
// STDOUT: ^7$
#include <cstdio>

template <bool Wrong>
__device__ int lane_plus(int x) {
  int result = 0;
  if constexpr (Wrong) {
    asm volatile("add.s32 %0, %1, %3;" : "=r"(result) : "r"(x), "n"(7));
  } else {
    asm volatile("add.s32 %0, %1, %2;" : "=r"(result) : "r"(x), "n"(7));
  }
  return result;
}

__global__ void k(int* to) { *to = lane_plus<false>(0); }

int main() {
  int* to;
  cudaMallocManaged(&to, sizeof(int));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  printf("%d\n", *to);
}
