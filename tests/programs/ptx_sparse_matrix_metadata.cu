// Inline PTX: metadata of mma.sp that the ISA leaves undefined: the same place twice, the right one of two first where
// they are said to be ordered, and no element of 32 bits.
// FINDING: barrier-divergence error none intra-warp barrier@twice message="metadata 0b0101 of a product with a sparse factor, given by lane 12, name the same place"
// FINDING: barrier-divergence error none intra-warp barrier@order message="metadata 0b0001 .* given by lane 1, name the right one"
// FINDING: barrier-divergence error none intra-warp barrier@halves message="metadata 0b1100 .* given by lane 0, name no element of 32 bits"
#include <cstdio>

#define PRODUCT(instruction, types, selector)                                                             \
  asm volatile(instruction ".sync.aligned." types " {%0, %1, %2, %3}, {%4, %4}, {%4, %4}, {%0, %1, %2, %3}, %5, " \
               selector ";"                                                                               \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                           \
               : "r"(0x3c003c00), "r"(metadata))

__global__ void multiply(float* out) {
  float d[4] = {};
  unsigned metadata = threadIdx.x == 12 ? 0x44445444 : 0x44444444;
  PRODUCT("mma.sp", "m16n8k16.row.col.f32.f16.f16.f32", "0");  // @twice
  metadata = threadIdx.x == 1 ? 0x44444414 : 0x44444444;
  PRODUCT("mma.sp::ordered_metadata", "m16n8k16.row.col.f32.f16.f16.f32", "1");  // @order
  metadata = threadIdx.x == 0 ? 0x4444444c : 0x44444444;
  PRODUCT("mma.sp", "m16n8k8.row.col.f32.tf32.tf32.f32", "0");  // @halves
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main() {
  float* out;
  cudaMalloc(&out, 32 * sizeof(float));
  multiply<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
