// barrier_arrive() and barrier_wait(): what came before the arrivals is seen after the wait.
// CLEAN
#include <cooperative_groups.h>
#include <utility>
namespace cg = cooperative_groups;
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  cg::thread_block block = cg::this_thread_block();
  slot[threadIdx.x] = threadIdx.x;            // @w
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  out[threadIdx.x] = slot[threadIdx.x ^ 33];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
