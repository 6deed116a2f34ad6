// CUB and Thrust in wavefronts of 64: their warps have 32 lanes, and are the halves of a wavefront, as in PTX
// (fencepost_ptx.h). CUB names lanes in masks of 32 bits, of the half: it finds these functions before CUDA's.
#pragma once

#include <cuda_runtime.h>

#if defined(__CUDACC__) && __FENCEPOST_WARP_SIZE__ == 64

namespace cub {

#define FENCEPOST_HALF __device__ inline __attribute__((always_inline))

FENCEPOST_HALF unsigned int fencepost_half() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 32;
}
FENCEPOST_HALF unsigned long long fencepost_lanes(unsigned int mask) {
  return static_cast<unsigned long long>(mask) << fencepost_half();
}

FENCEPOST_HALF void __syncwarp(unsigned int mask = ~0U) { ::__syncwarp(fencepost_lanes(mask)); }
FENCEPOST_HALF int __any_sync(unsigned int mask, int predicate) {
  return ::__any_sync(fencepost_lanes(mask), predicate);
}
FENCEPOST_HALF int __all_sync(unsigned int mask, int predicate) {
  return ::__all_sync(fencepost_lanes(mask), predicate);
}
FENCEPOST_HALF unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return static_cast<unsigned int>(::__ballot_sync(fencepost_lanes(mask), predicate) >> fencepost_half());
}
template <class T>
FENCEPOST_HALF T __shfl_sync(unsigned int mask, T value, int lane, int width = 32) {
  return ::__shfl_sync(fencepost_lanes(mask), value, lane, width);
}

#undef FENCEPOST_HALF

}  // namespace cub

#endif
