// A warp may access 32 lanes of tensor memory: the second one not those of the fourth.
// COMPILE: -arch=sm_100a
// FINDING: out-of-bounds error none none *@load message="lanes from 96 on by warp 1, which may access lanes 32 to 63"
#include <cstdint>
#include <cstdio>

__global__ void k() {
  __shared__ uint32_t base;
  const uint32_t window = static_cast<uint32_t>(__cvta_generic_to_shared(&base));
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window) : "memory");
  }
  __syncthreads();
  uint32_t a;
  if (threadIdx.x >= 32) {
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(a) : "r"(base + (96 << 16)));  // @load
  }
}

int main() {
  k<<<1, 64>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
