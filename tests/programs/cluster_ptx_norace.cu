// Clusters in PTX: special registers, addresses in the window of the cluster, accesses through them.
// CLEAN
// STDOUT: ^clusters in PTX: 0 wrong$
#include <cstdio>

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

#define REGISTER(name)                                    \
  ([] {                                                   \
    unsigned value;                                       \
    asm volatile("mov.u32 %0, %%" name ";" : "=r"(value)); \
    return value;                                         \
  }())

__device__ void barrier() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(2, 2, 1) k(unsigned* wrong) {
  __shared__ unsigned box[4];
  __shared__ unsigned long long wide;
  const unsigned rank = REGISTER("cluster_ctarank");
  const auto check = [&](bool right) {
    if (!right) atomicAdd(wrong, 1);
  };
  check(rank == blockIdx.x % 2 + blockIdx.y % 2 * 2 && REGISTER("cluster_nctarank") == 4);
  check(REGISTER("cluster_ctaid.x") == blockIdx.x % 2 && REGISTER("cluster_ctaid.y") == blockIdx.y % 2 &&
        REGISTER("cluster_ctaid.z") == 0);
  check(REGISTER("cluster_nctaid.x") == 2 && REGISTER("cluster_nctaid.y") == 2 && REGISTER("cluster_nctaid.z") == 1);
  check(REGISTER("clusterid.x") == blockIdx.x / 2 && REGISTER("clusterid.y") == blockIdx.y / 2);
  check(REGISTER("nclusterid.x") == 2 && REGISTER("nclusterid.y") == 1 && REGISTER("nclusterid.z") == 1);
  check(__clusterIdx().x == blockIdx.x / 2 && __clusterDim().y == 2 && __clusterSizeInBlocks() == 4 &&
        __clusterRelativeBlockRank() == rank && __clusterDimIsSpecified());
  box[threadIdx.x] = 0;
  if (threadIdx.x == 0) wide = 0;
  barrier();

  const unsigned next = (rank + 1) % 4;
  unsigned there, owner, owner_of_generic, there_too;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(window(box)), "r"(next));
  asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(there));
  unsigned long long generic;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(generic) : "l"(box), "r"(next));
  asm volatile("getctarank.u64 %0, %1;" : "=r"(owner_of_generic) : "l"(generic));
  there_too = window(reinterpret_cast<void*>(generic));
  check(owner == next && owner_of_generic == next && there == there_too);
  check(__cvta_shared_to_generic(there) == reinterpret_cast<void*>(generic));
  unsigned in_cluster, in_block, global_in_cluster;
  asm volatile("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(in_cluster) : "l"(generic));
  asm volatile("{ .reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(in_block) : "l"(generic));
  asm volatile("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }"
               : "=r"(global_in_cluster)
               : "l"(wrong));
  check(in_cluster == 1 && in_block == 0 && global_in_cluster == 0);
  check(__isClusterShared(box) && __isShared(box) && __isClusterShared(reinterpret_cast<void*>(generic)) &&
        !__isShared(reinterpret_cast<void*>(generic)) && !__isClusterShared(wrong));

  if (threadIdx.x < 2) {
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there + 4 * threadIdx.x), "r"(100 * rank + threadIdx.x) : "memory");
  }
  unsigned before;
  asm volatile("atom.shared::cluster.add.u32 %0, [%1+8], %2;" : "=r"(before) : "r"(there), "r"(1) : "memory");
  asm volatile("red.shared::cluster.max.u32 [%0+12], %1;" ::"r"(there), "r"(threadIdx.x) : "memory");
  unsigned there_wide;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there_wide) : "r"(window(&wide)), "r"(next));
  asm volatile("red.relaxed.cluster.shared::cluster.add.u64 [%0], %1;" ::"r"(there_wide), "l"(1ULL << 40) : "memory");
  barrier();
  const unsigned from = (rank + 3) % 4;
  check(before < 4 && box[0] == 100 * from && box[1] == 100 * from + 1 && box[2] == 4 && box[3] == 3 &&
        wide == 4ULL << 40);
  unsigned read;
  asm volatile("ld.shared::cluster.u32 %0, [%1+4];" : "=r"(read) : "r"(there) : "memory");
  check(read == 100 * rank + 1);
  barrier();
}

int main() {
  unsigned* wrong;
  cudaMallocManaged(&wrong, sizeof(unsigned));
  *wrong = 0;
  k<<<dim3(4, 2), 4>>>(wrong);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("clusters in PTX: %u wrong\n", *wrong);
  cudaFree(wrong);
}
