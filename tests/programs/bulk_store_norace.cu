// A bulk copy from shared memory: its source is written again behind the wait for its reads, its target read behind the
// wait for all of it.
// CLEAN
#include <cstdio>

constexpr int kCount = 64;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void k(int* to, int* out) {
  __shared__ alignas(128) int tile[kCount];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(window(tile)),
                 "n"(4 * kCount)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  tile[threadIdx.x] = 0;
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = to[threadIdx.x];
}

int main() {
  int *to, *out;
  cudaMalloc(&to, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  k<<<1, kCount>>>(to, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
