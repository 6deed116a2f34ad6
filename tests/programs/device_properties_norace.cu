// A plausible device.
// CLEAN
// STDOUT: ^1 32 1024 49152 1024 1 1 1$
#include <cstdio>

__global__ void k() {}

int main() {
  int count, device, shared;
  cudaDeviceProp properties;
  cudaGetDeviceCount(&count);
  cudaSetDevice(0);
  cudaGetDevice(&device);
  cudaGetDeviceProperties(&properties, device);
  cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlock, device);
  size_t free_bytes, total_bytes;
  cudaMemGetInfo(&free_bytes, &total_bytes);
  size_t same_total = 0;
  if (cudaMemGetInfo(nullptr, &same_total) != cudaSuccess || same_total != total_bytes) return 1;
  int blocks;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 256, 0);
  k<<<1, 1>>>();
  printf("%d %d %d %d %d %d %d %d\n", count, properties.warpSize, properties.maxThreadsPerBlock, shared,
         properties.maxThreadsDim[1], properties.name[0] != 0, free_bytes <= total_bytes && free_bytes > 0, blocks > 0);
}
