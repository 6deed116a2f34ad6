// Threads of a block write a variable in shared memory that an asm statement declares, with no barrier in between.
// FINDING: race error shared intra-warp write@w write@w
#include <cstdio>

__global__ void write_all(unsigned* out) {
  unsigned last;
  asm volatile("{ .shared .u32 slot; st.shared.u32 [slot], %1; bar.sync 0; ld.shared.u32 %0, [slot]; }"  // @w
               : "=r"(last) : "r"(threadIdx.x) : "memory");
  out[threadIdx.x] = last;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 8 * sizeof *out);
  write_all<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
