// What programs with the fifth-generation tensor cores do alike: addresses, barrier objects, tensor memory.
#pragma once

#include <cstdint>

__device__ inline uint32_t window(const void* shared) { return static_cast<uint32_t>(__cvta_generic_to_shared(shared)); }

/// By one thread.
__device__ inline void commit(uint64_t* barrier) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(window(barrier))
               : "memory");
}

__device__ inline void wait(uint64_t* barrier, uint32_t parity) {
  uint32_t over = 0;
  while (over == 0) {
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(over)
        : "r"(window(barrier)), "r"(parity)
        : "memory");
  }
}
