// barrier_arrive() and barrier_wait(): what is done between them is not ordered.
// FINDING: race error shared intra-block write@w read@r object=slot
#include <cooperative_groups.h>
#include <utility>
namespace cg = cooperative_groups;
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[64];
  cg::thread_block block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  slot[threadIdx.x] = threadIdx.x;            // @w
  block.barrier_wait(std::move(token));
  out[threadIdx.x] = slot[threadIdx.x ^ 33];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
