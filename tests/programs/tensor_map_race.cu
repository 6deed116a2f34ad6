// A tensor map that a kernel changes in global memory, without the fences between what threads write there and what reads
// it for a copy: none, of order release alone, of order acquire alone, in the wrong order, and across blocks.
// COMPILE: -arch=sm_90a -lcuda
// FINDING: race error global intra-block write@none#0 read@load#0 message="fence.proxy.tensormap"
// FINDING: race error global intra-block write@release#0 read@load#0
// FINDING: race error global intra-block write@acquire#0 read@load#0
// FINDING: race error global intra-block write@turned#0 read@load#0
// FINDING: race error global inter-block write@far#0 read@load#0
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
#include <cuda.h>

#include <cstdint>
#include <cstdio>

constexpr int kCount = 32;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }
__device__ void release() { asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory"); }
__device__ void acquire(CUtensorMap* map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
}

/// By one thread.
__device__ void copy(CUtensorMap* map, int* to) {
  __shared__ alignas(128) int box[kCount];
  __shared__ alignas(8) uint64_t barrier;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)), "n"(kCount * 4)
               : "memory");
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0}], [%2];" ::"r"(  // @load
                   window(box)),
               "l"(map), "r"(window(&barrier))
               : "memory");
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&barrier))
      : "memory");
  *to = box[0];
}

__global__ void none(CUtensorMap* map, int* from, int* to) {
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(from) : "memory");  // @none
  copy(map, to);
}
__global__ void release_alone(CUtensorMap* map, int* from, int* to) {
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(from) : "memory");  // @release
  release();
  copy(map, to);
}
__global__ void acquire_alone(CUtensorMap* map, int* from, int* to) {
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(from) : "memory");  // @acquire
  acquire(map);
  copy(map, to);
}
__global__ void turned(CUtensorMap* map, int* from, int* to) {
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(from) : "memory");  // @turned
  acquire(map);
  release();
  copy(map, to);
}
/// The fence of device scope orders the two; that between the proxies is missing.
__global__ void far(CUtensorMap* map, int* from, int* to, int* flag) {
  if (blockIdx.x == 0) {
    asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(from) : "memory");  // @far
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    acquire(map);
    copy(map, to);
  }
}

int main() {
  int *from, *to;
  cudaMalloc(&from, kCount * sizeof(int));
  cudaMalloc(&to, 2 * sizeof(int));
  cudaMemset(from, 0, kCount * sizeof(int));
  cudaMemset(to, 0, 2 * sizeof(int));
  CUtensorMap map, *maps;
  const cuuint64_t size[] = {kCount};
  const cuuint32_t box[] = {kCount}, steps[] = {1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, from, size, nullptr, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  cudaMalloc(&maps, sizeof(map));
  cudaMemcpy(maps, &map, sizeof(map), cudaMemcpyHostToDevice);
  none<<<1, 1>>>(maps, from, to);
  release_alone<<<1, 1>>>(maps, from, to);
  acquire_alone<<<1, 1>>>(maps, from, to);
  turned<<<1, 1>>>(maps, from, to);
  far<<<2, 1>>>(maps, from, to, to + 1);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
