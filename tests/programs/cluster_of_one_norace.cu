// A launch without clusters: each block is a cluster of its own.
// CLEAN
// STDOUT: ^3 blocks are 3 clusters$
#include <cstdio>

__global__ void look(int* right) {
  __shared__ int number;
  const bool here = __isClusterShared(&number) && !__isClusterShared(right) &&
                    __cluster_map_shared_rank(&number, __cluster_query_shared_rank(&number)) == &number;
  const bool alone = __clusterDimIsSpecified() == 0 && __clusterSizeInBlocks() == 1 && __clusterDim().x == 1 &&
                     __clusterRelativeBlockRank() == 0 && __clusterRelativeBlockIdx().x == 0;
  if (here && alone && __clusterIdx().x == blockIdx.x) atomicAdd(right, __clusterGridDimInClusters().x == 3);
}

int main() {
  int* right;
  cudaMalloc(&right, sizeof(int));
  cudaMemset(right, 0, sizeof(int));
  look<<<3, 1>>>(right);
  int count;
  cudaMemcpy(&count, right, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%d blocks are 3 clusters\n", count);
  cudaFree(right);
}
