// cuda::barrier: more threads arrive than it was made for.
// FINDING: barrier-divergence error * * barrier@arrive message="more threads arrive at a barrier object .*"
// SCHEDULE-DEPENDENT: which thread is the one too many
#include <cuda/barrier>

__global__ void k() {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 3);
  __syncthreads();
  (void)bar.arrive(2);  // @arrive
}

int main() {
  k<<<1, 2>>>();
  cudaDeviceSynchronize();
}
