// A copy to all blocks of the cluster brings bytes to a barrier object of the other block that this may not have made
// yet: the barrier of the cluster comes too late.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// FINDING: race error shared inter-block write@init atomic@copy object=full hint=.*cluster.sync.*
// FINDING: invalid-address error shared inter-block *@copy
#include <cooperative_groups.h>

#include <cstdint>

namespace cg = cooperative_groups;

constexpr int kThreads = 32;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void __cluster_dims__(2, 1, 1) k(const int* from, int* to) {
  __shared__ alignas(128) int tile[kThreads];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&full)) : "memory");  // @init
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&full)), "n"(4 * kThreads) : "memory");
    if (cluster.block_rank() == 1) {
      const unsigned there = window(tile), bar = window(&full);
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(there),  // @copy
                   "l"(from), "n"(4 * kThreads), "r"(bar), "h"(static_cast<unsigned short>(3))
                   : "memory");
    }
  }
  cluster.sync();
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&full))
      : "memory");
  to[blockIdx.x * kThreads + threadIdx.x] = tile[threadIdx.x];
  cluster.sync();
}

int main() {
  int *from, *to;
  cudaMalloc(&from, kThreads * sizeof(int));
  cudaMalloc(&to, 2 * kThreads * sizeof(int));
  cudaMemset(from, 0, kThreads * sizeof(int));
  k<<<2, kThreads>>>(from, to);
  cudaDeviceSynchronize();
}
