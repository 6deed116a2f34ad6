// cooperative_groups::memcpy_async and its wait.
// CLEAN
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__device__ int from[64], out[64];

__global__ void k() {
  __shared__ int tile[64];
  cg::memcpy_async(cg::this_thread_block(), tile, from, sizeof tile);
  cg::wait(cg::this_thread_block());
  out[threadIdx.x] = tile[threadIdx.x ^ 33];  // @r

}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
