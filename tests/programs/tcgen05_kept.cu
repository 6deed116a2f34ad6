// A block must free its columns of tensor memory before it ends.
// COMPILE: -arch=sm_100a
// FINDING: leak error tensor none write@alloc#0 message="the block ends with 64 columns of tensor memory allocated"
// STDOUT: cudaSuccess
#include <cstdint>
#include <cstdio>

__global__ void k() {
  __shared__ uint32_t base;
  const uint32_t window = static_cast<uint32_t>(__cvta_generic_to_shared(&base));
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(window) : "memory");  // @alloc
  }
}

int main() {
  k<<<1, 64>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
