// threadIdx, blockIdx, blockDim, gridDim, warpSize; where a block is in its cluster, and how large that is.
//
// They live in thread-local storage of the OS thread that runs the block, under the names fencepost_thread_idx,
// fencepost_block_idx, fencepost_block_dim and fencepost_grid_dim; the engine writes them whenever a CUDA thread gets
// its turn. A kernel reads them all the time, so a read is one instruction and does not count as a memory access
// (compiler/passes/accesses.cpp).
#pragma once

#include "vector_types.h"

// 64 in programs in HIP for such wavefronts; the compiler says so.
#ifndef __FENCEPOST_WARP_SIZE__
#define __FENCEPOST_WARP_SIZE__ 32
#endif

#ifdef __cplusplus

namespace fencepost_rt {

/// A bit for each lane of a warp.
#if __FENCEPOST_WARP_SIZE__ == 64
using LaneMask = unsigned long long;
#else
using LaneMask = unsigned int;
#endif

}  // namespace fencepost_rt

extern const __thread uint3 threadIdx __asm__("fencepost_thread_idx");
extern const __thread uint3 blockIdx __asm__("fencepost_block_idx");
extern const __thread dim3 blockDim __asm__("fencepost_block_dim");
extern const __thread dim3 gridDim __asm__("fencepost_grid_dim");

extern const __thread uint3 fencepost_block_in_cluster __asm__("fencepost_block_in_cluster");
extern const __thread uint3 fencepost_cluster_dim __asm__("fencepost_cluster_dim");

static const int warpSize __attribute__((unused)) = __FENCEPOST_WARP_SIZE__;

#endif  // __cplusplus
