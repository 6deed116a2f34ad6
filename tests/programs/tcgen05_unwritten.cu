// Tensor memory is read to which nobody has written.
// COMPILE: -arch=sm_100a
// FINDING: uninitialized-read warning tensor none read@load object="tensor memory"
#include <cstdint>
#include <cstdio>

__global__ void k() {
  __shared__ uint32_t base;
  const uint32_t window = static_cast<uint32_t>(__cvta_generic_to_shared(&base));
  if (threadIdx.x >= 32) return;
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window) : "memory");
  uint32_t a;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(a) : "r"(base));  // @load
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(base));
}

int main() {
  k<<<1, 64>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
