// A launch with blocks that wait for each other, then one without, of a program with streams: the shadow memory of what
// the second one touched is that of its own workers.
// CLEAN
#include <cooperative_groups.h>
#include <stdio.h>

__global__ void together(int* data) {
  data[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0) data[0] = data[1];
}

__global__ void apart(int* data) { data[blockIdx.x] += 1; }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* data = nullptr;
  cudaMalloc(&data, 8 * sizeof(int));
  void* arguments[] = {&data};
  cudaLaunchCooperativeKernel((void*)together, 8, 1, arguments, 0, stream);
  apart<<<8, 1, 0, stream>>>(data);
  int host[8];
  cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaFree(data);
  cudaStreamDestroy(stream);
  return host[0] + host[7] == 4 ? 0 : 1;
}
