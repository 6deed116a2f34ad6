// Attributes of cuLaunchKernelEx: clusters, a grid with a barrier, a priority; and programmatic serialisation, of which the
// launch that does not wait for the one before it races with that.
// COMPILE: -arch=sm_90 -lcuda
// FINDING: race error global stream write@first#0 read@second#0
// STDOUT: ^2 0 64 0 0$
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void cluster_size(int* to) {
  unsigned blocks;
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  if (blockIdx.x == 0 && threadIdx.x == 0) *to = static_cast<int>(blocks);
}
__global__ void sum(int* to) {
  atomicAdd(to, 1);
  cooperative_groups::this_grid().sync();
}
__global__ void first(int* data) { data[threadIdx.x] = threadIdx.x; }  // @first
__global__ void second(const int* data, int* to) { to[threadIdx.x] = data[threadIdx.x]; }  // @second

template <class Kernel>
CUresult launch(Kernel kernel, unsigned blocks, CUlaunchAttribute* attribute, void** arguments) {
  CUfunction function;
  cudaGetFuncBySymbol(&function, (const void*)kernel);
  CUlaunchConfig config = {blocks, 1, 1, 32, 1, 1, 0, nullptr, attribute, attribute == nullptr ? 0U : 1U};
  return cuLaunchKernelEx(&config, function, arguments, nullptr);
}

int main() {
  int *size, *count, *data, *to;
  cudaMallocManaged(&size, sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&to, 32 * sizeof(int));
  *size = *count = 0;
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim.x = 2;
  attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
  void* of_size[] = {&size};
  const CUresult clusters = launch(cluster_size, 4, &attribute, of_size);
  attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  void* of_count[] = {&count};
  const CUresult grid = launch(sum, 2, &attribute, of_count);
  attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  attribute.value.priority = -1;
  void* of_first[] = {&data};
  const CUresult priority = launch(first, 1, &attribute, of_first);
  attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  attribute.value.programmaticStreamSerializationAllowed = 1;
  void* of_second[] = {&data, &to};
  const CUresult overlaps = launch(second, 1, &attribute, of_second);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d\n", *size, clusters + grid, *count, priority, overlaps);
}
