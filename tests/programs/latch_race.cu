// cuda::latch: what comes after the counting down races with who waited.
// FINDING: race error shared intra-block write@w read@r object=slot
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
    latch->count_down();
    slot[threadIdx.x] = 1;                     // @w
  } else {
    latch->wait();
    out[threadIdx.x] = slot[threadIdx.x - 32];  // @r
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
