// red.async: the first block of a cluster reads the counters that the others add to, before it waits for its barrier
// object.
// COMPILE: -arch=sm_90
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// FINDING: race error shared inter-block atomic@add read@read object=sum
// FINDING: race error shared inter-block atomic@max read@other object=most
#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>

constexpr int kBlocks = 4;
constexpr int kAdded = (kBlocks - 1) * 8;  // Bytes.

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }
__device__ unsigned of_first(const void* shared) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(there) : "r"(window(shared)));
  return there;
}

__global__ void __cluster_dims__(kBlocks) k(unsigned* result) {
  const auto cluster = cooperative_groups::this_cluster();
  __shared__ alignas(8) uint64_t barrier;
  __shared__ unsigned sum, most;
  if (threadIdx.x == 0 && cluster.block_rank() == 0) {
    sum = 400;
    most = 0;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)), "n"(kAdded)
                 : "memory");
  }
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() != 0) {
    const unsigned rank = cluster.block_rank();
    asm volatile(  // @add
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(
                     of_first(&sum)),
                 "r"(rank), "r"(of_first(&barrier))
                 : "memory");
    asm volatile(  // @max
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32 [%0], %1, [%2];" ::"r"(
                     of_first(&most)),
                 "r"(rank + 4), "r"(of_first(&barrier))
                 : "memory");
  }
  if (cluster.block_rank() == 0) {
    if (threadIdx.x == 0) {
      result[0] = sum;   // @read
      result[1] = most;  // @other
    }
    asm volatile(
        "{\n .reg .pred done;\n"
        "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
        " @!done bra again;\n}" ::"r"(window(&barrier))
        : "memory");
  }
}

int main() {
  unsigned* result;
  cudaMallocManaged(&result, 2 * sizeof(unsigned));
  k<<<kBlocks, 32>>>(result);
  printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("\n");
}
