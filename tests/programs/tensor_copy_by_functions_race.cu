// A bulk copy by libcu++'s function brings bytes that nobody waits for: the barrier's phase expects none of them.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// FINDING: race error shared intra-block write@copy read@early object=stage
#include <cstdio>
#include <cuda/barrier>

namespace cde = cuda::device::experimental;

__global__ void k(const int* from, int* to) {
  __shared__ alignas(128) int stage[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> come;
  if (threadIdx.x == 0) init(&come, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_global_to_shared(stage, from, sizeof(stage), come);  // @copy
    cuda::device::barrier_expect_tx(come, 0);
  }
  to[threadIdx.x] = stage[threadIdx.x];  // @early
  __syncthreads();
  if (threadIdx.x == 0) cuda::device::barrier_expect_tx(come, sizeof(stage));
  come.arrive_and_wait();
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 64 * sizeof(int));
  cudaMalloc(&to, 64 * sizeof(int));
  cudaMemset(from, 0, 64 * sizeof(int));
  k<<<1, 64>>>(from, to);
  cudaDeviceSynchronize();
}
