// Two warps store a box of several rows each to the same part of a tensor: what they write is compared row by row, as it
// is when the copy is done. The same bytes are a warning, others an error; all lanes of one warp store one box.
// COMPILE: -lcuda
// FINDING: race error global intra-block write@others write@others object=first
// FINDING: race warning global intra-block write@same write@same object=second
// STDOUT: ^done$
#include <cuda.h>

#include <cstdio>

constexpr int kColumns = 32, kRows = 8;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void finish() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void store_others(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(1024) int box[2][kRows][kColumns];
  for (int row = 0; row < kRows; ++row) box[threadIdx.x / 32][row][threadIdx.x % 32] = 1 + threadIdx.x / 32;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %2}], [%1];" ::"l"(&map),  // @others
               "r"(window(box[threadIdx.x / 32])), "r"(0)
               : "memory");
  finish();
}

__global__ void store_same(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(1024) int box[2][kRows][kColumns];
  for (int row = 0; row < kRows; ++row) box[threadIdx.x / 32][row][threadIdx.x % 32] = row + 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %2}], [%1];" ::"l"(&map),  // @same
               "r"(window(box[threadIdx.x / 32])), "r"(0)
               : "memory");
  finish();
}

CUtensorMap map_of(int* matrix) {
  CUtensorMap map;
  const cuuint64_t size[] = {kColumns, kRows}, stride[] = {kColumns * sizeof(int)};
  const cuuint32_t box[] = {kColumns, kRows}, steps[] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, size, stride, box, steps,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
    printf("no map\n");
  }
  return map;
}

int main() {
  int *first, *second;
  cudaMalloc(&first, kRows * kColumns * sizeof(int));
  cudaMalloc(&second, kRows * kColumns * sizeof(int));
  cudaMemset(first, 0, kRows * kColumns * sizeof(int));
  cudaMemset(second, 0, kRows * kColumns * sizeof(int));
  store_others<<<1, 64>>>(map_of(first));
  store_same<<<1, 64>>>(map_of(second));
  cudaDeviceSynchronize();
  printf("done\n");
}
