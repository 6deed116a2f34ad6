// cuda::pipeline: one warp produces, the other consumes.
// CLEAN
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__device__ int from[4 * 32], out[32];

__global__ void k() {
  __shared__ int tile[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const bool produces = threadIdx.x < 32;
  const int lane = threadIdx.x % 32;
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state,
                                  produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  for (int i = 0; i < 4; ++i) {
    if (produces) {
      pipe.producer_acquire();
      tile[i % 2][lane] = from[i * 32 + lane];  // @w
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      out[lane] += tile[i % 2][lane ^ 1];       // @r
      pipe.consumer_release();
    }
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
