// A fence of order acquire releases nothing, and one of order release acquires nothing.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w1 read@r1 object=data
// FINDING: race error global inter-block write@w2 read@r2 object=more
#include <cuda/atomic>
__device__ int data, more, out;
__device__ cuda::atomic<int, cuda::thread_scope_device> first, second;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;                                             // @w1
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    first.store(1, cuda::memory_order_relaxed);
    more = 6;  // @w2
    second.store(1, cuda::memory_order_release);
  } else {
    while (first.load(cuda::memory_order_acquire) == 0) {
    }
    out = data;  // @r1
    while (second.load(cuda::memory_order_relaxed) == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    out = more;  // @r2
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
