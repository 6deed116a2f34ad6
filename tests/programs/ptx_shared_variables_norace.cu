// Variables in shared memory that asm statements declare: each statement has its own, and cudaFuncGetAttributes counts
// them, also those that nothing uses.
// CLEAN
// STDOUT: ^4096 72 0 wrong$
#include <cstdio>

__global__ void unused() { asm volatile(".shared .align 1 .b8 static_smem[4096];"); }

// In PTX the statements are two blocks, with a variable of the same name and size in each.
__device__ unsigned through_shared(unsigned value) {
  unsigned result;
  asm volatile(
      "{ .reg .u32 at; .shared .align 16 .b32 slots[4], others[2][4];\n\t"
      "mov.u32 at, slots;\n\t"
      "st.shared.u32 [at+4], %1;\n\t"
      "st.shared.u32 [others+28], 5;\n\t"
      "ld.shared.u32 %0, [slots+4]; }"
      : "=r"(result)
      : "r"(value)
      : "memory");
  return result;
}

__global__ void keep(unsigned* out) {
  unsigned first, second, again;
  asm volatile("{ .shared .u64 kept; .reg .u64 at, in; cvt.u64.u32 in, %1; cvta.shared.u64 at, kept;\n\t"
               "st.u64 [at], in; ld.shared.u64 in, [kept]; cvt.u32.u64 %0, in; }"
               : "=r"(first) : "r"(7u) : "memory");
  asm volatile("{ .shared .u64 kept; .reg .u64 in; mov.u64 in, 9; st.shared.u64 [kept], in; mov.u32 %0, kept; }"
               : "=r"(second) :: "memory");
  asm volatile("{ .shared .u64 kept; .reg .u64 in; mov.u64 in, 9; st.shared.u64 [kept], in; mov.u32 %0, kept; }"
               : "=r"(again) :: "memory");
  out[0] = first;
  out[1] = second != again && (second | again) % 8 == 0;
  out[2] = through_shared(11);
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 3 * sizeof *out);
  unused<<<1, 1>>>();
  keep<<<1, 1>>>(out);
  const bool ran = cudaDeviceSynchronize() == cudaSuccess;
  cudaFuncAttributes of_unused, of_keep;
  cudaFuncGetAttributes(&of_unused, unused);
  cudaFuncGetAttributes(&of_keep, keep);
  const int wrong = !ran + (out[0] != 7) + (out[1] != 1) + (out[2] != 11);
  std::printf("%zu %zu %d wrong\n", of_unused.sharedSizeBytes, of_keep.sharedSizeBytes, wrong);
  cudaFree(out);
}
