// Inline PTX, not optimised: accesses are at the statement's line.
// COMPILE: -G
// FINDING: race error shared intra-warp write@w read@r object=tile
#include <cuda_runtime.h>

__global__ void load(unsigned* out) {
  __shared__ unsigned tile[32];
  const int lane = threadIdx.x;
  tile[lane] = lane;  // @w
  const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(&tile[(lane + 1) % 32]));
  unsigned r;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r) : "r"(from));  // @r
  out[lane] = r;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof *out);
  load<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
