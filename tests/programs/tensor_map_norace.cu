// Tensor maps that kernels change: in shared memory, from where a warp copies them, and in global memory, with the fences
// between what threads write there and what reads it for a copy. What is copied is that of the changed tensor.
// COMPILE: -arch=sm_90a -lcuda
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda.h>

#include <cstdint>
#include <cstdio>

constexpr int kColumns = 16, kRows = 4;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }
__device__ void acquire(CUtensorMap* map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
}

/// By one thread: `bytes` of the box.
template <int Rank>
__device__ void copy(const CUtensorMap* map, int bytes, int* to) {
  __shared__ alignas(128) int box[kRows * kColumns];
  __shared__ alignas(8) uint64_t barrier;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)), "r"(bytes) : "memory");
  if constexpr (Rank == 1) {
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0}], [%2];" ::"r"(
                     window(box)),
                 "l"(map), "r"(window(&barrier))
                 : "memory");
  } else {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0, 0}], [%2];" ::"r"(
            window(box)),
        "l"(map), "r"(window(&barrier))
        : "memory");
  }
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&barrier))
      : "memory");
  for (int i = 0; i < bytes / 4; ++i) to[i] = box[i];
}

/// As CUTLASS does: one lane changes a map in shared memory, the warp copies it. All fields.
__global__ void in_shared(const __grid_constant__ CUtensorMap map, CUtensorMap* changed, short* from, int* to) {
  __shared__ alignas(128) CUtensorMap own;
  for (int i = threadIdx.x; i < 32; i += 32) {
    reinterpret_cast<unsigned*>(&own)[i] = reinterpret_cast<const unsigned*>(&map)[i];
  }
  __syncwarp();
  if (threadIdx.x == 7) {
    const unsigned at = window(&own);
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(at), "l"(from) : "memory");
    asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %1;" ::"r"(at), "r"(1) : "memory");
    asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 1;" ::"r"(at) : "memory");  // .u16
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(12) : "memory");
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(8) : "memory");
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(at), "l"(32LL) : "memory");
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(16) : "memory");
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(8) : "memory");
    asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(2) : "memory");
    asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;" ::"r"(at) : "memory");
    asm volatile("tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;" ::"r"(at) : "memory");
  }
  __syncwarp();
  asm volatile(
      "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(
          changed),
      "r"(window(&own))
      : "memory");
  if (threadIdx.x == 3) {
    acquire(changed);
    copy<2>(changed, 4 * 32, to);
  }
}

/// One block changes it, the other one copies, twice.
__global__ void in_global(CUtensorMap* map, int* from, int* to, int* flag) {
  if (blockIdx.x == 0) {
    asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(from) : "memory");
    asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    acquire(map);
    copy<1>(map, kColumns * 4, to);
    copy<1>(map, kColumns * 4, to);
    // Behind its last copy the map may be changed again.
    asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(from) : "memory");
  }
}

int main() {
  int *other, *to, *flag, wrong = 0;
  short* halves;
  CUtensorMap *maps, map;
  cudaMallocManaged(&other, 64 * sizeof(int));
  cudaMallocManaged(&halves, 128 * sizeof(short));
  cudaMallocManaged(&to, 64 * sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  cudaMalloc(&maps, sizeof(map));
  *flag = 0;
  for (int i = 0; i < 64; ++i) other[i] = 1000 + i, to[i] = -1;
  for (int i = 0; i < 128; ++i) halves[i] = static_cast<short>(i + 1);
  const cuuint64_t size[] = {kColumns};
  const cuuint32_t box[] = {kColumns}, steps[] = {1};
  // Both kernels say where the tensor is.
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, nullptr, size, nullptr, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  in_shared<<<1, 32>>>(map, maps, halves, to);
  cudaDeviceSynchronize();
  // Every other of 8 rows of 12, in rows of 16; the fourth of the box's begins where the swizzle has no turn yet.
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 16; ++column) {
      const short value = reinterpret_cast<short*>(to)[row * 16 + column];
      wrong += value != (column < 12 ? halves[row * 2 * 16 + column] : 0);
    }
  }
  cudaMemcpy(maps, &map, sizeof(map), cudaMemcpyHostToDevice);
  in_global<<<2, 1>>>(maps, other, to, flag);
  cudaDeviceSynchronize();
  for (int i = 0; i < kColumns; ++i) wrong += to[i] != other[i];
  printf("%d wrong\n", wrong);
}
