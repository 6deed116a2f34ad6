// Inline PTX whose qualifiers stand in another order than the ISA's: ptxas takes them.
// CLEAN
// STDOUT: ^all right$
#include <stdio.h>

__global__ void permuted(int* out) {
  const int lane = threadIdx.x;
  int shuffled, ballot, sum, bit, wrapped;
  asm("{ .reg .s32 r; .reg .pred p;"
      "  shfl.up.sync.b32 r|p, %1, 1, 0, 0xffffffff;"
      "  @p add.s32 r, r, 100;"
      "  mov.s32 %0, r; }"
      : "=r"(shuffled)
      : "r"(lane));
  asm("{ .reg .pred p; setp.s32.lt p, %1, 4; vote.ballot.sync.b32 %0, p, 0xffffffff; }" : "=r"(ballot) : "r"(lane));
  asm("redux.add.sync.s32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(lane));
  asm("bfind.u32.shiftamt %0, %1;" : "=r"(bit) : "r"(0x12000));
  asm("shf.l.b32.wrap %0, %1, %2, 36;" : "=r"(wrapped) : "r"(0x12345678), "r"(0x9abcdef0));
  out[lane] = shuffled;
  out[32 + lane] = ballot;
  out[64 + lane] = sum;
  if (lane == 0) out[96] = bit, out[97] = wrapped;
}

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 98 * sizeof(int));
  permuted<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  bool right = out[96] == 15 && out[97] == static_cast<int>(0xabcdef01);
  for (int lane = 0; lane < 32; ++lane) {
    right = right && out[lane] == (lane == 0 ? 0 : lane + 99) && out[32 + lane] == 15 && out[64 + lane] == 496;
  }
  cudaFree(out);
  puts(right ? "all right" : "wrong");
}
