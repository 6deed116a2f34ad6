// Reductions into a tensor: of a box that lies half outside, with a swizzle, of blocks that add to the same elements.
// COMPILE: -lcuda
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda.h>

#include <cstdio>

constexpr int kColumns = 80, kRows = 24;  // Of 4 bytes each.
constexpr int kBoxColumns = 32, kBoxRows = 16;

__global__ void add(const __grid_constant__ CUtensorMap to, int x, int y) {
  __shared__ alignas(1024) int box[kBoxRows * kBoxColumns];
  for (int i = threadIdx.x; i < kBoxRows * kBoxColumns; i += blockDim.x) {
    const int row = i / kBoxColumns, chunk = i % kBoxColumns / 4 ^ row % 8;  // Of 16 bytes.
    box[i] = row * 100 + chunk * 4 + i % 4;
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&to),
                 "r"(static_cast<unsigned>(__cvta_generic_to_shared(box))), "r"(x), "r"(y)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

int main() {
  int* to;
  cudaMallocManaged(&to, kRows * kColumns * sizeof(int));
  int wrong = 0;
  for (const int x : {0, 64, -8}) {
    const int y = x == 64 ? 16 : 4;
    for (int i = 0; i < kRows * kColumns; ++i) to[i] = i;
    CUtensorMap map;
    const cuuint64_t size[] = {kColumns, kRows}, stride[] = {kColumns * sizeof(int)};
    const cuuint32_t box[] = {kBoxColumns, kBoxRows}, steps[] = {1, 1};
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, to, size, stride, box, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    add<<<3, 64>>>(map, x, y);
    if (cudaDeviceSynchronize() != cudaSuccess) printf("failed\n");
    for (int i = 0; i < kRows * kColumns; ++i) {
      const int row = i / kColumns - y, column = i % kColumns - x;
      const bool moved = row >= 0 && row < kBoxRows && column >= 0 && column < kBoxColumns;
      wrong += to[i] != i + (moved ? 3 * (row * 100 + column) : 0);
    }
  }
  printf("%d wrong\n", wrong);
}
