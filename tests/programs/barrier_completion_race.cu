// cuda::barrier: the completion function sees what came before the arrivals; who does not wait may not read what it writes.
// FINDING: race error shared intra-block write@w read@r object=sum
// FINDING: race error shared intra-block write@v read@r object=sum
// SCHEDULE-DEPENDENT: the last thread to arrive runs the completion function
#include <cuda/barrier>
#include <utility>
__device__ int out[64];
__shared__ int slot[64], sum;

struct Total {
  __device__ void operator()() noexcept {
    sum = 0;                                    // @w
    for (int i = 0; i < 64; ++i) sum += slot[i];  // @v
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
  out[threadIdx.x] = sum;                       // @r
  bar.wait(std::move(token));
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
