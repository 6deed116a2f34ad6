// A barrier object must be initialised before others arrive at it: a block barrier is missing.
// FINDING: race error shared intra-block write@i atomic@a object=bar
#include <cuda/barrier>

__global__ void k() {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);  // @i
  auto token = bar.arrive();             // @a
  (void)token;
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
