// A histogram whose bins are spread over the shared memory of the blocks of a cluster (CUDA C++ Programming Guide,
// "Distributed Shared Memory"), by a launch attribute.
// CLEAN
// STDOUT: ^histogram of 4096 numbers in 2 clusters of 4: right$
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kBins = 256;
constexpr int kCount = 4096;

__global__ void histogram(int* bins, int bins_of_block, const int* numbers) {
  extern __shared__ int part[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) part[i] = 0;
  // All blocks have begun, and set their bins to 0.
  cluster.sync();
  for (int i = cg::this_grid().thread_rank(); i < kCount; i += blockDim.x * gridDim.x) {
    const int bin = min(max(numbers[i], 0), kBins - 1);
    int* theirs = cluster.map_shared_rank(part, bin / bins_of_block);
    atomicAdd(theirs + bin % bins_of_block, 1);
  }
  // No block ends while others add to its bins.
  cluster.sync();
  for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) {
    atomicAdd(&bins[cluster.block_rank() * bins_of_block + i], part[i]);
  }
}

int main() {
  int *numbers, *bins;
  cudaMallocManaged(&numbers, kCount * sizeof(int));
  cudaMallocManaged(&bins, kBins * sizeof(int));
  for (int i = 0; i < kCount; ++i) numbers[i] = i * 7 % 300;
  for (int i = 0; i < kBins; ++i) bins[i] = 0;

  cudaLaunchConfig_t config = {};
  config.gridDim = 8;
  config.blockDim = 64;
  const int size = 4;
  const int bins_of_block = kBins / size;
  config.dynamicSmemBytes = bins_of_block * sizeof(int);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = size;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  int clusters = 0;
  if (cudaOccupancyMaxActiveClusters(&clusters, histogram, &config) != cudaSuccess || clusters < 2) return 1;
  if (cudaLaunchKernelEx(&config, histogram, bins, bins_of_block, (const int*)numbers) != cudaSuccess) return 1;
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  bool right = true;
  for (int bin = 0; bin < kBins; ++bin) {
    int expected = 0;
    for (int i = 0; i < kCount; ++i) expected += min(max(i * 7 % 300, 0), kBins - 1) == bin;
    right = right && bins[bin] == expected;
  }
  printf("histogram of %d numbers in 2 clusters of %d: %s\n", kCount, size, right ? "right" : "wrong");
  cudaFree(numbers);
  cudaFree(bins);
}
