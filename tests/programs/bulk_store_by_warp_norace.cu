// All lanes of a warp start the same bulk copy, as CUTLASS's epilogues do: it is one copy, of the same bytes to the same
// place. Who has waited for it by all lanes may read what it wrote.
// CLEAN
// STDOUT: ^63 cudaSuccess$
#include <cstdio>

constexpr int kCount = 64;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void stores(int* to, int* out) {
  __shared__ alignas(128) int tile[kCount];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x < 32) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(window(tile)),
                 "n"(4 * kCount)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
  __syncthreads();
  out[threadIdx.x] = to[threadIdx.x];
}

int main() {
  int *to, *out;
  cudaMalloc(&to, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  stores<<<1, kCount>>>(to, out);
  int last = 0;
  cudaMemcpy(&last, out + kCount - 1, sizeof last, cudaMemcpyDeviceToHost);
  printf("%d %s\n", last, cudaGetErrorName(cudaDeviceSynchronize()));
}
