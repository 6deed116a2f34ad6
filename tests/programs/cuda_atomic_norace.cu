// cuda::atomic: release and acquire.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
#include <cuda/atomic>
__device__ int data, out;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;

__global__ void k() {
  if (blockIdx.x == 0) {
    data = 5;  // @w
    flag.store(1, cuda::memory_order_release);  // @s
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {  // @l
    }
    out = data;  // @r
  }
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
