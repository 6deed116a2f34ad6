// An acquiring load of one location acquires nothing of what a relaxed load of another observed: only a fence does.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data
#include <cuda/atomic>
__device__ int data, out;
__device__ cuda::atomic<int, cuda::thread_scope_device> first, second;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    first.store(1, cuda::memory_order_release);
  } else {
    while (first.load(cuda::memory_order_relaxed) == 0) {
    }
    if (second.load(cuda::memory_order_acquire) == 0) out = data;  // @r
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
