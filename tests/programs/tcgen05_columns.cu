// Columns are allocated by powers of two, from 32 on.
// COMPILE: -arch=sm_100a
// FINDING: out-of-bounds error none none *@alloc message="a tcgen05.alloc of 48 columns, which is no power of two from 32 to 512"
#include <cstdint>
#include <cstdio>

__global__ void k() {
  __shared__ uint32_t base;
  const uint32_t window = static_cast<uint32_t>(__cvta_generic_to_shared(&base));
  uint32_t columns = 48;
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(window), "r"(columns)  // @alloc
                 : "memory");
  }
}

int main() {
  k<<<1, 64>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
