// A cuda::barrier expects all threads of the block, of which one never arrives.
// SCHEDULE-DEPENDENT: how often threads look while they wait
// FINDING: deadlock error none intra-block barrier@wait barrier@block message="memory that nobody changes"
#include <cuda/barrier>

__global__ void k() {
  using barrier_t = cuda::barrier<cuda::thread_scope_block>;
  __shared__ barrier_t barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  if (threadIdx.x != 7) barrier.arrive_and_wait();  // @wait
  __syncthreads();                                  // @block
}

int main() {
  k<<<1, 64>>>();
  cudaDeviceSynchronize();
}
