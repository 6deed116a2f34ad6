// A reduction into a tensor whose source is written again before the copy's group was waited for.
// COMPILE: -lcuda
// FINDING: race error shared intra-block read@reduce#0 write@again#1 object=box element=box[1]
#include <cuda.h>

#include <cstdio>

constexpr int kCount = 64;

__global__ void k(const __grid_constant__ CUtensorMap to) {
  __shared__ alignas(128) float box[kCount];
  box[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [%0, {0}], [%1];" ::"l"(&to),  // @reduce
                 "r"(static_cast<unsigned>(__cvta_generic_to_shared(box)))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x != 0) box[threadIdx.x] = 0;  // @again
}

int main() {
  float* to;
  cudaMallocManaged(&to, kCount * sizeof(float));
  for (int i = 0; i < kCount; ++i) to[i] = 0;
  CUtensorMap map;
  const cuuint64_t size[] = {kCount};
  const cuuint32_t box[] = {kCount}, steps[] = {1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 1, to, size, nullptr, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  k<<<1, kCount>>>(map);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
