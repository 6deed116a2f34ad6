// Columns of tensor memory that the block has not allocated.
// COMPILE: -arch=sm_100a
// FINDING: out-of-bounds error none none *@load message="tcgen05.ld of columns 32 to 33 of tensor memory, which the block has not allocated"
// STDOUT: cudaErrorIllegalAddress
#include <cstdint>
#include <cstdio>

__global__ void k() {
  __shared__ uint32_t base;
  const uint32_t window = static_cast<uint32_t>(__cvta_generic_to_shared(&base));
  if (threadIdx.x >= 32) return;
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window) : "memory");
  uint32_t a, b;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(base + 32));  // @load
}

int main() {
  k<<<1, 64>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
