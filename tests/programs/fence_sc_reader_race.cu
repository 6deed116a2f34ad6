// As fence_sc_reader_norace, but the fences of the reading threads are fence.acq_rel: such a one acquires what its own
// thread observed, and nothing else.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data
#include <cuda/atomic>
#include <cuda/barrier>
__device__ int data, flag, out[32];

__global__ void k() {
  __shared__ cuda::barrier<cuda::thread_scope_block> together;
  if (threadIdx.x == 0) init(&together, blockDim.x);
  __syncthreads();
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data = 5;  // @w
      __threadfence();
      atomicExch(&flag, 1);
    }
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(&flag, 0) == 0) {
      }
    }
    together.arrive_and_wait();
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    out[threadIdx.x] = data;  // @r
  }
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
