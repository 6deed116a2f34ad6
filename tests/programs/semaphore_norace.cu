// cuda::binary_semaphore: who acquires it sees what was done before its release.
// CLEAN
#include <cuda/semaphore>
__device__ int sum;

__global__ void k() {
  using Semaphore = cuda::binary_semaphore<cuda::thread_scope_block>;
  __shared__ alignas(Semaphore) char place[sizeof(Semaphore)];
  auto* lock = reinterpret_cast<Semaphore*>(place);
  if (threadIdx.x == 0) new (lock) Semaphore(1);
  __syncthreads();
  lock->acquire();
  sum += 1;                                    // @w
  lock->release();
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
