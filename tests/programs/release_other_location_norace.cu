// A releasing store, and a relaxed one to the same location: who observes the second acquires what came before the first.
// And the mirror image: a relaxed load, and an acquiring one of the same location.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
#include <cuda/atomic>
__device__ int data, out;
__device__ cuda::atomic<int, cuda::thread_scope_device> first;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    first.store(1, cuda::memory_order_release);
    first.store(2, cuda::memory_order_relaxed);
  } else {
    while (first.load(cuda::memory_order_relaxed) != 2) {
    }
    if (first.load(cuda::memory_order_acquire) == 2) out = data;  // @r
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
