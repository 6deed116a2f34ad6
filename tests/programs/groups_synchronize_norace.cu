// synchronize(group), the older name of sync(group), is a barrier of the group.
// CLEAN
// STDOUT: ^96 33$
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void next(int* out) {
  __shared__ int values[64], more[64];
  const cg::thread_block block = cg::this_thread_block();
  const unsigned rank = block.thread_rank();
  values[rank] = rank + 1;
  synchronize(block);
  out[rank] = values[63 - rank];
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  more[rank] = values[rank];
  cg::synchronize(tile);
  if (rank == 0) out[0] += more[31];
}

int main() {
  int *data, host[64];
  cudaMalloc(&data, sizeof host);
  next<<<1, 64>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[31]);
  return cudaDeviceSynchronize();
}
