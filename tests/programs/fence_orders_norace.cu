// A fence of order release before the flag is set, one of order acquire after it was read.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
#include <cuda/atomic>
__device__ int data, out;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    out = data;  // @r
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
