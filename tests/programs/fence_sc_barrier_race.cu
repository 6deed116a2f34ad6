// As fence_sc_barrier_norace, but the fences of the writing threads are fence.acq_rel: such a one releases what its own
// thread signals, and nothing else.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data element=data[31]
#include <cuda/atomic>
__device__ int data[32], flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;  // @w
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(&flag, 1);
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence();
    out = data[31];  // @r
  }
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
