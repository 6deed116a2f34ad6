// cuda::atomic of block scope, between blocks.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// FINDING: race error global inter-block write@w read@r object=data
// FINDING: race error global inter-block atomic@s atomic@l object=flag hint="block-scope atomic on an address used by blocks 0 and 1"
#include <cuda/atomic>
__device__ int data, out;
__device__ cuda::atomic<int, cuda::thread_scope_block> flag;

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
