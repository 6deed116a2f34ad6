// cuda::barrier: the completion function sees what came before the arrivals; who waits sees what it did.
// CLEAN
#include <cuda/barrier>
#include <utility>
__device__ int out[64];
__shared__ int slot[64], sum;

struct Total {
  __device__ void operator()() noexcept {
    sum = 0;                                    // @w
    for (int i = 0; i < 64; ++i) sum += slot[i];
  }
};

__global__ void k() {
  using Barrier = cuda::barrier<cuda::thread_scope_block, Total>;
  __shared__ alignas(Barrier) char place[sizeof(Barrier)];
  Barrier& bar = *reinterpret_cast<Barrier*>(place);
  if (threadIdx.x == 0) init(&bar, blockDim.x, Total());
  __syncthreads();
  slot[threadIdx.x] = 1;
  auto token = bar.arrive();
  bar.wait(std::move(token));
  out[threadIdx.x] = sum;                       // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
