// A bulk copy into the shared memory of another block of the cluster is read there without a wait for it: a barrier of
// the cluster does not await copies.
// FINDING: race error shared inter-block write@copy#0 read@early object=theirs
#include <cooperative_groups.h>

#include <cstdint>

namespace cg = cooperative_groups;

constexpr int kThreads = 32;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ unsigned mapped(const void* shared, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(window(shared)), "r"(rank));
  return there;
}

__global__ void __cluster_dims__(2, 1, 1) k(int* to) {
  __shared__ alignas(128) int own[kThreads], theirs[kThreads];
  __shared__ uint64_t copied;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&copied)));
  own[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async;" ::: "memory");
  cluster.sync();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&copied)), "n"(4 * kThreads)
                 : "memory");
    const unsigned to_theirs = mapped(theirs, rank ^ 1), to_copied = mapped(&copied, rank ^ 1);
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(  // @copy
                     to_theirs),
                 "r"(window(own)), "n"(4 * kThreads), "r"(to_copied)
                 : "memory");
  }
  cluster.sync();
  to[blockIdx.x * kThreads + threadIdx.x] = theirs[threadIdx.x];  // @early
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&copied))
      : "memory");
  cluster.sync();
}

int main() {
  int* to;
  cudaMalloc(&to, 2 * kThreads * sizeof(int));
  k<<<2, kThreads>>>(to);
  cudaDeviceSynchronize();
  cudaFree(to);
}
