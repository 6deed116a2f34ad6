// cuda::pipeline of a block with two stages: a stage is released before it has been read, and filled again too early.
// FINDING: race error shared intra-block write@w read@r object=tile
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__device__ int from[4 * 64], out[64];

__global__ void k() {
  __shared__ int tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int load = 0, use = 0; use < 4; ++use) {
    for (; load < 4 && load < use + 2; ++load) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[load % 2], from + load * 64, sizeof(int) * 64, pipe);  // @w
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    pipe.consumer_release();
    sum += tile[use % 2][threadIdx.x ^ 33];                                                 // @r
  }
  out[threadIdx.x] = sum;
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
