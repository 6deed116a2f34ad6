// Bulk copies from the own shared memory to that of another block of the cluster, stores that are copies, and a copy to
// all blocks at once: each is awaited at the barrier object beside its target.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^copies in a cluster: right$
#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kThreads = 32;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ unsigned mapped(const void* shared, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(window(shared)), "r"(rank));
  return there;
}

__device__ void expect(const uint64_t* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(barrier)), "r"(bytes) : "memory");
}

__device__ void wait(const uint64_t* barrier) {
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(barrier))
      : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) k(const int* from, int* to) {
  __shared__ alignas(128) int own[kThreads], theirs[kThreads], all[2][kThreads];
  __shared__ alignas(16) int stored[kThreads];
  __shared__ uint64_t copied, sent, spread;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  const unsigned other = rank ^ 1;
  if (threadIdx.x == 0) {
    for (const uint64_t* barrier : {&copied, &sent, &spread}) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(barrier)));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  own[threadIdx.x] = 100 * rank + threadIdx.x;
  asm volatile("fence.proxy.async;" ::: "memory");
  cluster.sync();
  if (threadIdx.x == 0) {
    expect(&copied, sizeof theirs);
    expect(&sent, sizeof stored);
    expect(&spread, sizeof all);
    asm volatile(
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            mapped(theirs, other)),
        "r"(window(own)), "n"(4 * kThreads), "r"(mapped(&copied, other))
        : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::
            "r"(window(all[rank])),
        "l"(from + kThreads * rank), "n"(4 * kThreads), "r"(window(&spread)), "h"(static_cast<unsigned short>(3))
        : "memory");
  }
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(
                   mapped(&stored[threadIdx.x], other)),
               "r"(1000 * rank + threadIdx.x), "r"(mapped(&sent, other))
               : "memory");
  wait(&copied);
  wait(&sent);
  wait(&spread);
  int* const mine = to + 4 * kThreads * blockIdx.x + threadIdx.x;
  mine[0] = theirs[threadIdx.x];
  mine[kThreads] = stored[threadIdx.x];
  mine[2 * kThreads] = all[0][threadIdx.x];
  mine[3 * kThreads] = all[1][threadIdx.x];
  cluster.sync();
}

int main() {
  int *from, *to;
  cudaMallocManaged(&from, 2 * kThreads * sizeof(int));
  cudaMallocManaged(&to, 2 * 4 * kThreads * sizeof(int));
  for (int i = 0; i < 2 * kThreads; ++i) from[i] = 7 * i;
  k<<<2, kThreads>>>(from, to);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  bool right = true;
  for (int block = 0; block < 2; ++block) {
    for (int i = 0; i < kThreads; ++i) {
      const int* here = to + 4 * kThreads * block + i;
      right = right && here[0] == 100 * (1 - block) + i && here[kThreads] == 1000 * (1 - block) + i &&
              here[2 * kThreads] == 7 * i && here[3 * kThreads] == 7 * (kThreads + i);
    }
  }
  printf("copies in a cluster: %s\n", right ? "right" : "wrong");
  cudaFree(from);
  cudaFree(to);
}
