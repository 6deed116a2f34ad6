// Tensors that bulk copies move through shared memory: with and without a swizzle, of parts that lie half outside.
// COMPILE: -lcuda
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda.h>

#include <cstdint>
#include <cstdio>

constexpr int kColumns = 80, kRows = 24;  // Of 4 bytes each.
constexpr int kBoxColumns = 32, kBoxRows = 16;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void wait(const uint64_t* barrier, unsigned parity) {
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      " @!done bra again;\n}" ::"r"(window(barrier)),
      "r"(parity)
      : "memory");
}

__global__ void move(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int x, int y,
                     int* seen) {
  __shared__ alignas(1024) int box[kBoxRows * kBoxColumns];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)),
                 "r"(static_cast<int>(sizeof(box)))
                 : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(
            window(box)),
        "l"(&from), "r"(window(&barrier)), "r"(x), "r"(y)
        : "memory");
  }
  wait(&barrier, 0);
  for (int i = threadIdx.x; i < kBoxRows * kBoxColumns; i += blockDim.x) seen[i] = box[i];
  __syncthreads();
  for (int i = threadIdx.x; i < kBoxRows * kBoxColumns; i += blockDim.x) box[i] += 1000;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&to),
                 "r"(window(box)), "r"(x), "r"(y)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

CUtensorMap map_of(int* matrix, CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  const cuuint64_t size[] = {kColumns, kRows}, stride[] = {kColumns * sizeof(int)};
  const cuuint32_t box[] = {kBoxColumns, kBoxRows}, steps[] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, size, stride, box, steps,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
    printf("no map\n");
  }
  return map;
}

int main() {
  int *from, *to, *seen;
  cudaMallocManaged(&from, kRows * kColumns * sizeof(int));
  cudaMallocManaged(&to, kRows * kColumns * sizeof(int));
  cudaMallocManaged(&seen, kBoxRows * kBoxColumns * sizeof(int));
  int wrong = 0;
  for (const bool swizzles : {false, true}) {
    for (const int x : {0, 32, 64, -8}) {
      const int y = x == 64 ? 16 : 4;
      for (int i = 0; i < kRows * kColumns; ++i) from[i] = i + 1, to[i] = 0;
      const CUtensorMapSwizzle swizzle = swizzles ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE;
      move<<<1, 64>>>(map_of(from, swizzle), map_of(to, swizzle), x, y, seen);
      cudaDeviceSynchronize();
      for (int row = 0; row < kBoxRows; ++row) {
        for (int column = 0; column < kBoxColumns; ++column) {
          const bool inside = x + column >= 0 && x + column < kColumns && y + row < kRows;
          const int expected = inside ? from[(y + row) * kColumns + x + column] : 0;
          const int chunk = swizzles ? column / 4 ^ row % 8 : column / 4;  // 16 bytes each.
          wrong += seen[row * kBoxColumns + chunk * 4 + column % 4] != expected;
        }
      }
      for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
          const bool moved = column >= x && column < x + kBoxColumns && row >= y && row < y + kBoxRows;
          wrong += to[row * kColumns + column] != (moved ? from[row * kColumns + column] + 1000 : 0);
        }
      }
    }
  }
  printf("%d wrong\n", wrong);
}
