// The pixels of an im2col copy are read before its barrier object's phase is over; and the source of a store is written
// again before its group was waited for.
// COMPILE: -lcuda
// FINDING: race error shared intra-block write@load#0 read@early#1 object=box
// FINDING: race error shared intra-block read@store#0 write@again#1 object=out
#include <cuda.h>

#include <cstdint>
#include <cstdio>

constexpr int kChannels = 8, kPixels = 8;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void load(const __grid_constant__ CUtensorMap from, int* seen) {
  __shared__ alignas(128) int box[kPixels * kChannels];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)),
                 "n"(kPixels * kChannels * 4)
                 : "memory");
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes"  // @load
                 " [%0], [%1, {0, 0, 0}], [%2], {%3};" ::"r"(window(box)),
                 "l"(&from), "r"(window(&barrier)), "h"(static_cast<unsigned short>(1))
                 : "memory");
  }
  __syncthreads();
  if (threadIdx.x == 1) *seen = box[0];  // @early
}

__global__ void store(const __grid_constant__ CUtensorMap to) {
  __shared__ alignas(128) int out[kPixels * kChannels];
  out[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group [%0, {0, 0, 0}], [%1];" ::"l"(&to),  // @store
                 "r"(window(out))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 1) out[1] = 0;  // @again
}

int main() {
  int *tensor, *seen;
  cudaMalloc(&tensor, kChannels * 16 * 2 * sizeof(int));
  cudaMemset(tensor, 0, kChannels * 16 * 2 * sizeof(int));
  cudaMalloc(&seen, sizeof(int));
  CUtensorMap map;
  const cuuint64_t size[] = {kChannels, 16, 2}, stride[] = {kChannels * 4, kChannels * 64};
  const int lower[] = {0}, upper[] = {-1};
  const cuuint32_t steps[] = {1, 1, 1};
  cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 3, tensor, size, stride, lower, upper, kChannels, kPixels,
                          steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                          CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  load<<<1, 32>>>(map, seen);
  store<<<1, kPixels * kChannels>>>(map);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
