// The driver API launches the program's own kernels, by the names that the runtime API gives them.
// COMPILE: -lcuda
// CLEAN
// STDOUT: ^4 0 1024 1 2 3 6$
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int* data, int by) {
  extern __shared__ int copy[];
  copy[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = copy[threadIdx.x] * by;
}

__global__ void sum_of_blocks(int* data, int* sum) {
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) atomicAdd(sum, data[blockIdx.x]);
}

__global__ void __cluster_dims__(2) clusters() {}

int main() {
  int *data, by = 3;
  cudaMallocManaged(&data, 4 * sizeof(int));
  for (int i = 0; i < 3; ++i) data[i] = i + 1;
  data[3] = 0;
  CUfunction function;
  cudaGetFuncBySymbol(&function, (const void*)scale);
  void* arguments[] = {&data, &by};
  cuLaunchKernel(function, 1, 1, 1, 3, 1, 1, 3 * sizeof(int), nullptr, arguments, nullptr);  // 3 6 9

  int third = -1;
  CUlaunchConfig config = {1, 1, 1, 3, 1, 1, 3 * sizeof(int), nullptr, nullptr, 0};
  void* others[] = {&data, &third};
  cuLaunchKernelEx(&config, function, others, nullptr);  // -3 -6 -9
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) data[i] /= -3;

  CUfunction cooperative;
  cudaGetFuncBySymbol(&cooperative, (const void*)sum_of_blocks);
  int* sum = data + 3;
  void* of_sum[] = {&data, &sum};
  cuLaunchCooperativeKernel(cooperative, 3, 1, 1, 32, 1, 1, 0, nullptr, of_sum);
  cudaDeviceSynchronize();

  CUfunction clustered;
  int must_be_set = 0, threads = 0;
  cudaGetFuncBySymbol(&clustered, (const void*)clusters);
  cuFuncGetAttribute(&must_be_set, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, clustered);
  cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, clustered);
  printf("%d %d %d %d %d %d %d\n", must_be_set * 2, cudaGetLastError(), threads, data[0], data[1], data[2], data[3]);
}
