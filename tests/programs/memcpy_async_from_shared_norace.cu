// Only what comes from global memory and goes to shared memory is copied asynchronously: other copies of
// cooperative_groups::memcpy_async are the threads' own, and a barrier behind them is enough.
// CLEAN
// STDOUT: ^63 62 0 3 7$
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
namespace cg = cooperative_groups;
struct Pair {
  int first;
  long second;
};
__device__ int out[64];
__device__ Pair pairs[5], more[5];
__device__ char bytes[7], to[7];

__global__ void k() {
  __shared__ int tile[64];
  __shared__ Pair some[5];
  cg::thread_block block = cg::this_thread_block();
  tile[threadIdx.x] = 63 - threadIdx.x;
  if (threadIdx.x < 5) some[threadIdx.x] = {int(threadIdx.x), long(threadIdx.x)};
  if (threadIdx.x < 7) bytes[threadIdx.x] = threadIdx.x + 1;
  block.sync();
  cg::memcpy_async(block, out, tile, sizeof tile);
  cg::memcpy_async(block, pairs, some, sizeof some);
  cg::memcpy_async(block, more, 5, some, 4);
  cg::memcpy_async(block, to, bytes, sizeof bytes);
  block.sync();
  tile[threadIdx.x] = 0;
  if (threadIdx.x < 5) some[threadIdx.x] = {0, out[threadIdx.x] + more[3].second};
}

int main() {
  k<<<1, 64>>>();
  int first[2];
  Pair pair, last[5];
  char byte;
  cudaMemcpyFromSymbol(first, out, sizeof first);
  cudaMemcpyFromSymbol(&pair, pairs, sizeof pair);
  cudaMemcpyFromSymbol(last, more, 4 * sizeof pair);
  cudaMemcpyFromSymbol(&byte, to, 1, 6);
  printf("%d %d %d %ld %d\n", first[0], first[1], pair.first, last[3].second, byte);
  return 0;
}
