// cuda::barrier: made for no arrival.
// FINDING: barrier-divergence error * * barrier@init message="a barrier object is initialised .*"
#include <cuda/barrier>

__global__ void k(int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, n);  // @init
}

int main() {
  k<<<1, 32>>>(0);
  cudaDeviceSynchronize();
}
