// __byte_perm selects by 3 bits of each 4; prmt of PTX takes the fourth, too: the byte's sign, replicated.
// CLEAN
// STDOUT: ^44aa2211 22ff0011$
#include <cstdio>

__global__ void select(unsigned x, unsigned y, unsigned* out) {
  out[0] = __byte_perm(x, y, 0xb698);
  asm("prmt.b32 %0, %1, %2, 0x1e80;" : "=r"(out[1]) : "r"(x), "r"(y));
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 2 * sizeof *out);
  select<<<1, 1>>>(0x44332211, 0xbbaa9988, out);
  cudaDeviceSynchronize();
  std::printf("%08x %08x\n", out[0], out[1]);
  cudaFree(out);
}
