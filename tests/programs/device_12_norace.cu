// Code for sm_120 runs on a device of compute capability 12.0, which has less shared memory and threads than others.
// COMPILE: -arch=sm_120a
// CLEAN
// STDOUT: ^12\.0 101376 102400 1536 24, 1200, 1 0, 1$
#include <cstdio>

__global__ void k(int* architecture) {
  extern __shared__ int rest[];
  rest[threadIdx.x] = 0;
#ifdef __CUDA_ARCH__
  *architecture = __CUDA_ARCH__;
#endif
}

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int* architecture;
  cudaMallocManaged(&architecture, sizeof(int));
  const bool is_refused =
      cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 99 * 1024 + 1) == cudaErrorInvalidValue;
  cudaGetLastError();
  const int allowed = cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 99 * 1024);
  k<<<1, 1, 99 * 1024>>>(architecture);
  cudaDeviceSynchronize();
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 1024, 0);
  printf("%d.%d %zu %zu %d %d, %d, %d %d, %d\n", device.major, device.minor, device.sharedMemPerBlockOptin,
         device.sharedMemPerMultiprocessor, device.maxThreadsPerMultiProcessor, device.maxBlocksPerMultiProcessor,
         *architecture, is_refused, allowed, blocks);
}
