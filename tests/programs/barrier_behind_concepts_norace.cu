// <cuda/barrier> behind <cuda/std/concepts>: cuda::barrier and cuda::std::barrier.
// CLEAN
// STDOUT: ^64$
#include <cuda/std/concepts>

#include <cuda/barrier>

#include <cstdio>
#include <type_traits>

static_assert(std::is_same<cuda::std::barrier<>, cuda::barrier<cuda::thread_scope_system>>::value, "");

__global__ void exchange(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int numbers[64];
  if (threadIdx.x == 0) init(&all, 64);
  __syncthreads();
  numbers[threadIdx.x] = 1;
  all.arrive_and_wait();
  atomicAdd(out, numbers[63 - threadIdx.x]);
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  exchange<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d\n", *out);
  cudaFree(out);
}
