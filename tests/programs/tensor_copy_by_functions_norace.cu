// libcu++'s functions for bulk copies with cuda::barrier: tensors and plain ones, there and back.
// COMPILE: -lcuda
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda.h>

#include <cstdio>
#include <cuda/barrier>
#include <utility>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kColumns = 64, kRows = 16, kBoxColumns = 16, kBoxRows = 8;

__global__ void move(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, const int* line,
                     int* doubled) {
  __shared__ alignas(128) int box[kBoxRows * kBoxColumns];
  __shared__ alignas(128) int first[32], second[32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier come;
  if (threadIdx.x == 0) {
    init(&come, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  const int x = blockIdx.x * kBoxColumns, y = blockIdx.y * kBoxRows;
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&box, &from, x, y, come);
    cde::cp_async_bulk_global_to_shared(first, line, sizeof(first), come);
    cuda::device::memcpy_async_tx(second, line + 32, cuda::aligned_size_t<16>(sizeof(second)), come);
    token = cuda::device::barrier_arrive_tx(come, 1, sizeof(box) + sizeof(first) + sizeof(second));
  } else {
    token = come.arrive();
  }
  come.wait(std::move(token));
  for (int i = threadIdx.x; i < kBoxRows * kBoxColumns; i += blockDim.x) box[i] += 1000;
  for (int i = threadIdx.x; i < 32; i += blockDim.x) first[i] += second[i];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&to, x, y, &box);
    cde::cp_async_bulk_commit_group();
    if (x == 0 && y == 0) cde::cp_async_bulk_shared_to_global(doubled, first, sizeof(first));
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

CUtensorMap map_of(int* matrix) {
  CUtensorMap map;
  const cuuint64_t size[] = {kColumns, kRows}, stride[] = {kColumns * sizeof(int)};
  const cuuint32_t box[] = {kBoxColumns, kBoxRows}, steps[] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, size, stride, box, steps,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
    printf("no map\n");
  }
  return map;
}

int main() {
  int *from, *to, *line, *doubled;
  cudaMallocManaged(&from, kRows * kColumns * sizeof(int));
  cudaMallocManaged(&to, kRows * kColumns * sizeof(int));
  cudaMallocManaged(&line, 64 * sizeof(int));
  cudaMallocManaged(&doubled, 32 * sizeof(int));
  for (int i = 0; i < kRows * kColumns; ++i) from[i] = i;
  for (int i = 0; i < 64; ++i) line[i] = i;
  move<<<dim3(kColumns / kBoxColumns, kRows / kBoxRows), 32>>>(map_of(from), map_of(to), line, doubled);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < kRows * kColumns; ++i) wrong += to[i] != from[i] + 1000;
  for (int i = 0; i < 32; ++i) wrong += doubled[i] != 2 * i + 32;
  printf("%d wrong\n", wrong);
}
