// Where the 16 bytes of a tensor's rows lie in shared memory, with the swizzles of 32, 64 and 128 bytes, the last
// also of 32 and 64 bytes at a time (PTX ISA, "Swizzling Modes"); what is stored again is what was loaded.
// COMPILE: -lcuda
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda.h>

#include <cstdint>
#include <cstdio>

constexpr int kRows = 32;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void move(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int count,
                     int* seen) {
  __shared__ alignas(1024) int box[kRows * 32];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)), "r"(count * 4)
                 : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {0, 0}], [%2];" ::
            "r"(window(box)),
        "l"(&from), "r"(window(&barrier))
        : "memory");
  }
  __syncthreads();
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&barrier))
      : "memory");
  for (int i = threadIdx.x; i < count; i += blockDim.x) seen[i] = box[i];
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {0, 0}], [%1];" ::"l"(&to),
                 "r"(window(box))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

CUtensorMap map_of(int* matrix, unsigned columns, CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  const cuuint64_t size[] = {columns, kRows}, stride[] = {columns * sizeof(int)};
  const cuuint32_t box[] = {columns, kRows}, steps[] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, size, stride, box, steps,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
    printf("no map\n");
  }
  return map;
}

int main() {
  int *from, *to, *seen;
  cudaMallocManaged(&from, kRows * 32 * sizeof(int));
  cudaMallocManaged(&to, kRows * 32 * sizeof(int));
  cudaMallocManaged(&seen, kRows * 32 * sizeof(int));
  const struct {
    CUtensorMapSwizzle swizzle;
    int bytes;
    // The 16 bytes, by number, that lie first in each 128 bytes of shared memory.
    int first[8];
  } modes[] = {{CU_TENSOR_MAP_SWIZZLE_32B, 32, {0, 1, 0, 1, 0, 1, 0, 1}},
               {CU_TENSOR_MAP_SWIZZLE_64B, 64, {0, 1, 2, 3, 0, 1, 2, 3}},
               {CU_TENSOR_MAP_SWIZZLE_128B, 128, {0, 1, 2, 3, 4, 5, 6, 7}},
               {CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B, 128, {0, 2, 4, 6, 0, 2, 4, 6}},
               {CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B, 128, {0, 4, 0, 4, 0, 4, 0, 4}}};
  int wrong = 0;
  for (const auto& mode : modes) {
    const int columns = mode.bytes / 4, count = kRows * columns;
    for (int i = 0; i < count; ++i) from[i] = i + 1, to[i] = 0;
    move<<<1, 64>>>(map_of(from, columns, mode.swizzle), map_of(to, columns, mode.swizzle), count, seen);
    cudaDeviceSynchronize();
    for (int i = 0; i < count; ++i) {
      const int line = i / 32, chunk = i % 32 / 4;  // Of 128 bytes, of 16.
      const int chunks = mode.bytes / 16;
      const int there = chunk / chunks * chunks + (chunk % chunks ^ mode.first[line % 8]);
      wrong += seen[i] != from[line * 32 + there * 4 + i % 4];
      wrong += to[i] != from[i];
    }
  }
  printf("%d wrong\n", wrong);
}
