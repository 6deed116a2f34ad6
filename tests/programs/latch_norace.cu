// cuda::latch: what came before the counting down happens before the wait ends.
// CLEAN
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
#include <cuda/latch>
__device__ int out[64];

__global__ void k() {
  __shared__ int slot[32];
  __shared__ alignas(cuda::latch<cuda::thread_scope_block>) char place[sizeof(cuda::latch<cuda::thread_scope_block>)];
  auto* latch = reinterpret_cast<cuda::latch<cuda::thread_scope_block>*>(place);
  if (threadIdx.x == 0) new (latch) cuda::latch<cuda::thread_scope_block>(32);
  __syncthreads();
  if (threadIdx.x < 32) {
    slot[threadIdx.x] = 1;                     // @w
    latch->count_down();
  } else {
    latch->wait();
    out[threadIdx.x] = slot[threadIdx.x - 32];  // @r
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
