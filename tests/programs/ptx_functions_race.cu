// cuda::ptx: threads read a stage as soon as they come. They wait for the copy's barrier only then.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// FINDING: race error shared intra-block write@copy read@early object=stage
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void k(const int* from, int* to) {
  __shared__ alignas(128) int stage[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, stage, from, sizeof(stage), &full);  // @copy
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(stage));
  }
  to[threadIdx.x] = stage[threadIdx.x];  // @early
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 64 * sizeof(int));
  cudaMalloc(&to, 64 * sizeof(int));
  cudaMemset(from, 0, 64 * sizeof(int));
  k<<<1, 64>>>(from, to);
  cudaDeviceSynchronize();
}
