// What a block writes into the shared memory of another one of its cluster, that one reads behind the cluster's barrier.
// CLEAN
// STDOUT: ^8 blocks of 2 by 2: right$
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kThreads = 64;

__global__ void __cluster_dims__(2, 2, 1) k(int* results) {
  __shared__ int inbox[kThreads];
  cg::cluster_group cluster = cg::this_cluster();
  inbox[threadIdx.x] = 0;
  cluster.sync();
  const unsigned to = (cluster.block_rank() + 1) % cluster.num_blocks();
  cluster.map_shared_rank(inbox, to)[threadIdx.x] = 100 * blockIdx.y + 10 * blockIdx.x + threadIdx.x;
  cluster.sync();
  results[(blockIdx.y * gridDim.x + blockIdx.x) * kThreads + threadIdx.x] = inbox[threadIdx.x];
}

int main() {
  const int blocks = 8;
  int* results;
  cudaMallocManaged(&results, blocks * kThreads * sizeof(int));
  k<<<dim3(4, 2), kThreads>>>(results);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  bool right = true;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 2; ++y) {
      const int before = (y % 2 * 2 + x % 2 + 3) % 4;  // In the cluster.
      const int from = 100 * (before / 2) + 10 * (x / 2 * 2 + before % 2);
      for (int i = 0; i < kThreads; ++i) right = right && results[(y * 4 + x) * kThreads + i] == from + i;
    }
  }
  printf("8 blocks of 2 by 2: %s\n", right ? "right" : "wrong");
  cudaFree(results);
}
