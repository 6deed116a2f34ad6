// A block's barrier object takes arrivals of another block of the cluster: it hands over what that one wrote.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^handed over: 36960$
#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kThreads = 32;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void wait(const uint64_t* barrier, unsigned parity) {
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n"
      " @!done bra again;\n}" ::"r"(window(barrier)),
      "r"(parity)
      : "memory");
}

__device__ void arrive_at(unsigned rank, const uint64_t* barrier) {
  asm volatile(
      "{\n .reg .b32 there;\n"
      " mapa.shared::cluster.u32 there, %0, %1;\n"
      " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n}" ::"r"(window(barrier)),
      "r"(rank)
      : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) k(int* sum) {
  __shared__ int box[kThreads];
  __shared__ uint64_t full, empty;
  cg::cluster_group cluster = cg::this_cluster();
  const bool producer = cluster.block_rank() == 1;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(window(&full)), "n"(kThreads));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(window(&empty)), "n"(kThreads));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  int* theirs = cluster.map_shared_rank(box, 0);
  int total = 0;
  for (int round = 0; round < 5; ++round) {
    if (producer) {
      if (round != 0) wait(&empty, (round - 1) & 1);
      theirs[threadIdx.x] = 2 * threadIdx.x + 100 * round;
      arrive_at(0, &full);
    } else {
      wait(&full, round & 1);
      total += box[(threadIdx.x + 1) % kThreads];
      arrive_at(1, &empty);
    }
  }
  if (!producer) atomicAdd(sum, total);
  cluster.sync();
}

int main() {
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  k<<<2, kThreads>>>(sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("handed over: %d\n", *sum);
  cudaFree(sum);
}
