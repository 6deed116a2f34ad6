// The source of a bulk copy that adds is written again before the copy's group was waited for.
// COMPILE: -arch=sm_90
// FINDING: race error shared intra-block read@copy#0 write@again#1 object=mine element=mine[1]
#include <cstdio>

constexpr int kCount = 64;

__global__ void k(float* to) {
  __shared__ alignas(128) float mine[kCount];
  mine[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(to),  // @copy
                 "r"(static_cast<unsigned>(__cvta_generic_to_shared(mine))), "n"(4 * kCount)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x != 0) mine[threadIdx.x] = 0;  // @again
}

int main() {
  float* to;
  cudaMalloc(&to, kCount * sizeof(float));
  cudaMemset(to, 0, kCount * sizeof(float));
  k<<<1, kCount>>>(to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
