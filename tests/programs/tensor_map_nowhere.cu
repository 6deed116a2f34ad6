// A tensor map may be made before it is known where the tensor lies: kernels set the address. Where none has, a copy by it
// ends the kernel.
// COMPILE: -lcuda
// FINDING: crash error * * *@copy message="a copy of a tensor whose map has no address"
// STDOUT: ^made 0$
#include <cuda.h>

#include <cstdint>
#include <cstdio>

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void copy(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int box[32];
  __shared__ alignas(8) uint64_t barrier;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)), "r"(128) : "memory");
  asm volatile(  // @copy
      "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {0}], [%2];" ::"r"(
          window(box)),
      "l"(&map), "r"(window(&barrier))
      : "memory");
}

int main() {
  CUtensorMap map;
  const cuuint64_t size[] = {32};
  const cuuint32_t box[] = {32}, steps[] = {1};
  const CUresult made = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, nullptr, size, nullptr, box, steps,
                                               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  std::printf("made %d\n", made);
  copy<<<1, 1>>>(map);
  cudaDeviceSynchronize();
}
