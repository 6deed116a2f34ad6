// The block that fills another one's box does not wait until that has read what it wrote before.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// FINDING: race error shared inter-block write@fill read@use object=box
#include <cooperative_groups.h>

#include <cstdint>

namespace cg = cooperative_groups;

constexpr int kThreads = 32;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void __cluster_dims__(2, 1, 1) k(int* sum) {
  __shared__ int box[kThreads];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(window(&full)), "n"(kThreads));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster.sync();
  int* theirs = cluster.map_shared_rank(box, 0);
  for (int round = 0; round < 2; ++round) {
    if (cluster.block_rank() == 1) {
      theirs[threadIdx.x] = threadIdx.x + round;  // @fill
      if (round == 1) break;
      asm volatile(
          "{\n .reg .b32 there;\n"
          " mapa.shared::cluster.u32 there, %0, 0;\n"
          " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n}" ::"r"(window(&full))
          : "memory");
    } else {
      if (round == 1) break;
      asm volatile(
          "{\n .reg .pred done;\n"
          "again:\n mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], 0;\n"
          " @!done bra again;\n}" ::"r"(window(&full))
          : "memory");
      atomicAdd(sum, box[threadIdx.x]);  // @use
    }
  }
  cluster.sync();
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  k<<<2, kThreads>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
